// The game and its house rules: every option says what it means and where it comes from.
import { html, useEffect, useState } from "../ui.js";
import { t } from "../i18n.js";
import { as, ask } from "../page.js";

/** One option's control.
 * @param {{option: Api.OptionInfo, onValue: (value: any) => void}} props */
function Control({ option, onValue }) {
  const id = `o-${option.name}`;
  if (option.kind === "flag" || option.kind === "choice" || (option.kind === "seats" && typeof option.value === "string")) {
    return html`<select id=${id} data-testid=${`option-${option.name}`} value=${String(option.value)}
        onChange=${(e) => onValue(option.values[e.target.selectedIndex].value)}>
      ${option.values.map((v) => html`<option value=${String(v.value)} selected=${v.value === option.value}>${v.text}</option>`)}
    </select>`;
  }
  if (option.kind === "int" || option.kind === "int_or_word") {
    const word = option.values[0];
    return html`<span class="row">
      <input id=${id} data-testid=${`option-${option.name}`} type="number" min=${option.low} max=${option.high} value=${typeof option.value === "number" ? option.value : ""}
        onChange=${(e) => e.target.value !== "" && onValue(Number(e.target.value))} />
      ${word && html`<label class="choice"><input type="checkbox" checked=${option.value === word.value} onChange=${(e) => onValue(e.target.checked ? word.value : option.low)} /> ${word.text}</label>`}
    </span>`;
  }
  // lists: card counts, orders of words
  const numbers = option.kind === "counts";
  return html`<input id=${id} data-testid=${`option-${option.name}`} value=${/** @type {any[]} */ ([]).concat(option.value).join(", ")} disabled=${!option.editable}
    onChange=${(e) => {
      const parts = e.target.value.split(/[,\s]+/).filter(Boolean);
      onValue(numbers ? parts.map(Number) : parts);
    }} />`;
}

/** @param {{picker: Api.RulePicker, options: Chosen, onOptions: (options: Chosen) => void}} props */
function House({ picker, options, onOptions }) {
  const set = (/** @type {Api.OptionInfo} */ option, /** @type {any} */ value) => {
    const next = { ...options };
    if (JSON.stringify(value) === JSON.stringify(option.preset_value)) delete next[option.name];
    else next[option.name] = value;
    onOptions(next);
  };
  return html`<div class="house">
    ${picker.groups.map((group) => html`<fieldset key=${group.name}>
      <legend>${group.heading}</legend>
      ${group.options.map((option) => html`<div class="option" key=${option.name} data-house=${option.house}>
        <label for=${`o-${option.name}`}>${option.title}${option.house && html` <b class="house-mark">${t("setup.house.mark")}</b>`}</label>
        <${Control} option=${option} onValue=${(v) => set(option, v)} />
        <p class="hint">${option.sentence} <small class="origin" data-testid=${`origin-${option.name}`}>${option.origin}</small></p>
      </div>`)}
    </fieldset>`)}
    <button type="button" class="tool" disabled=${Object.keys(options).length === 0} onClick=${() => onOptions({})}>${t("setup.house.none")}</button>
  </div>`;
}

/**
 * @param {{presets: Api.PresetInfo[], preset: string, options: Chosen, counting: string, delay: number, lang: string, onChange: (part: Partial<Draft>) => void}} props
 */
export function Rules({ presets, preset, options, counting, delay, lang, onChange }) {
  const [picker, setPicker] = useState(/** @type {Api.RulePicker | null} */ (null));
  const [open, setOpen] = useState(Object.keys(options).length > 0);
  useEffect(() => {
    let live = true;
    ask(`/api/v1/setup/rules?lang=${lang}`, as("POST", { preset, options })).then(({ data }) => live && data && setPicker(data));
    return () => {
      live = false;
    };
  }, [preset, options, lang]);
  const chosen = presets.find((p) => p.name === preset);
  return html`<section class="panel" aria-labelledby="s-rules">
    <h2 id="s-rules"><span class="step">2</span> ${t("setup.rules")}</h2>
    <p class="hint">${t("setup.rules.say")}</p>
    <label class="field">${t("setup.game")}
      <select data-testid="preset" value=${preset} onChange=${(e) => onChange({ preset: e.target.value, options: {}, counting: "rules" })}>
        ${presets.map((p) => html`<option value=${p.name} selected=${p.name === preset}>${p.title}</option>`)}
      </select></label>
    <p class="hint" data-testid="summary">${chosen?.summary}</p>
    ${picker?.problem && html`<div class="banner" role="alert" data-testid="contradiction">
      <p>${t("setup.contradiction")} ${picker.clash.length > 0 && html`<b>${picker.clash.join(", ")}</b>`}</p><small lang=${lang} data-testid="why">${picker.problem}</small>
    </div>`}
    <details open=${open} onToggle=${(e) => setOpen(e.target.open)}>
      <summary data-testid="house">${t("setup.house")}${Object.keys(options).length > 0 && ` (${Object.keys(options).length})`}</summary>
      ${open && picker && html`<${House} picker=${picker} options=${options} onOptions=${(next) => onChange({ options: next })} />`}
    </details>
    <details>
    <summary data-testid="counting">${t("setup.counting")}: ${t(`setup.counting.${counting === "rules" ? (picker?.counting ?? chosen?.counting ?? "open") : counting}`)}</summary>
    <fieldset class="counting">
      <legend class="sr">${t("setup.counting")}</legend>
      ${/** @type {Api.Counting[]} */ (["open", "hidden"]).map((mode) => {
        const own = picker?.counting ?? chosen?.counting;
        const value = counting === "rules" ? own : counting;
        return html`<label class="choice" key=${mode}>
          <input type="radio" name="counting" data-testid=${`counting-${mode}`} checked=${value === mode} onChange=${() => onChange({ counting: mode === own ? "rules" : mode })} />
          <span>${t(`setup.counting.${mode}`)}${own === mode && html` <small>${t("setup.counting.usual")}</small>`}</span>
        </label>`;
      })}
      <label class="field">${t("setup.delay")}
        <input type="number" min="0" max="600" value=${delay} onChange=${(e) => onChange({ delay: Math.min(600, Math.max(0, Number(e.target.value) || 0)) })} /></label>
    </fieldset>
    </details>
  </section>`;
}
