// Of the vendored htm, what the pages use.

/**
 * What stands in a template. Handlers are called by elements and components, which a template does not tell apart:
 * what they are given is not checked unless they say it themselves.
 */
type Value = string | number | boolean | object | null | undefined | ((...given: any[]) => any);

declare const htm: {
  bind<Made>(h: (type: any, props: any, ...children: any[]) => Made): (words: TemplateStringsArray, ...values: Value[]) => Made;
};
export default htm;
