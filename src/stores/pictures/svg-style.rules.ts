import type { SvgNode } from './svg-tree.rules.ts';

// Drawing programs write colours as styles. They become attributes, and no style is left.

/** Attributes that say how something looks; a style may set them too, and nothing else. */
export const LOOKS = new Set(
  (
    'clip-path clip-rule color display fill fill-opacity fill-rule font-family font-size ' +
    'font-style font-weight letter-spacing mask opacity stop-color stop-opacity stroke ' +
    'stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit ' +
    'stroke-opacity stroke-width text-anchor visibility dominant-baseline paint-order ' +
    'vector-effect'
  ).split(' '),
);

type Styles = Map<string, string>;

/** What the styles in a file say, by the names of classes; later ones count more. */
export function styleRules(root: SvgNode): Map<string, Styles> {
  const rules = new Map<string, Styles>();
  for (const sheet of sheetsOf(root)) {
    for (const rule of withoutComments(sheet).split('}', RULES_MAX)) {
      const [selectors = '', declarations = ''] = rule.split('{', 2);
      const styles = declared(declarations);
      for (const selector of selectors.split(',', SELECTORS_MAX)) {
        const name = /^\.([\w-]+)$/.exec(selector.trim())?.[1];
        if (name === undefined) continue;
        rules.set(name, new Map([...(rules.get(name) ?? []), ...styles]));
      }
    }
  }
  return rules;
}

const RULES_MAX = 1_000;
const SELECTORS_MAX = 100;

/** In one pass, also where a comment does not end. */
function withoutComments(sheet: string): string {
  let plain = '';
  let at = 0;
  for (let start = sheet.indexOf('/*'); start !== -1; start = sheet.indexOf('/*', at)) {
    plain += sheet.slice(at, start);
    const end = sheet.indexOf('*/', start + 2);
    if (end === -1) return plain;
    at = end + 2;
  }
  return plain + sheet.slice(at);
}

/** What the classes and the style of an element say about it. */
export function styleOf({ attributes }: SvgNode, rules: Map<string, Styles>): Styles {
  const classes = [...new Set((attributes.get('class') ?? '').split(/\s+/))].slice(0, CLASSES_MAX);
  return new Map([
    ...classes.flatMap((name) => [...(rules.get(name) ?? [])]),
    ...declared(attributes.get('style') ?? ''),
  ]);
}

const CLASSES_MAX = 20;

/** By parts, without a pattern: the time grows with the text alone, whatever stands in it. */
const declared = (text: string): Styles =>
  new Map(
    text.split(';').flatMap((one) => {
      const [name = '', ...rest] = one.split(':');
      const value = rest.join(':').trim();
      const plain = value.endsWith('!important') ? value.slice(0, -'!important'.length) : value;
      const is_value = plain.trim() !== '' && !plain.includes('!');
      return is_value && LOOKS.has(name.trim()) ? [[name.trim(), plain.trim()] as const] : [];
    }),
  );

function sheetsOf(node: SvgNode): string[] {
  return node.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    if (child.name !== 'style') return sheetsOf(child);
    return [child.children.filter((text) => typeof text === 'string').join('')];
  });
}
