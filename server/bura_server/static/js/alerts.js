// Which alerts of a view are still to be told: a claim's verdict stands in its own panel, a count that was made is asked
// for no more. (`bura_server.pending` holds the same for what waits for the umpire.)

const CLAIM = ["claim_true", "claim_draw", "claim_must_count", "false_claim", "claim_out_of_window"];
const DECIDED = ["claim_true", "claim_draw", "false_claim"];
const RESULT = ["claim_true", "claim_draw", "deal_counted"]; // what the end of the deal says as well
const COUNTS = ["claim_must_count", "count_needed"];

/** Is an alert the verdict on a claim, at the claim itself or at what has decided it later?
 * @param {Api.AlertView} alert @param {Api.ClaimView} claim */
export function isVerdict(alert, claim) {
  return alert.seq === claim.seq || (CLAIM.includes(alert.rule) && (alert.rests_on ?? []).includes(claim.seq));
}

/** The alerts without those that claim and result tell themselves, and without wishes for a count that has been made.
 * @param {Api.Scoreboard} view @returns {Api.AlertView[]} */
export function openAlerts(view) {
  const all = view.alerts ?? [];
  const { claim, result } = view;
  const decided = new Set(all.filter((a) => DECIDED.includes(a.rule)).flatMap((a) => a.rests_on ?? []));
  return all.filter((alert) => {
    const { rule, seq } = alert;
    if (COUNTS.includes(rule) && (result || decided.has(seq))) return false;
    if (rule === "claim_must_count") return claim?.seq !== seq;
    return !RESULT.includes(rule) || !(result || (claim && isVerdict(alert, claim)));
  });
}
