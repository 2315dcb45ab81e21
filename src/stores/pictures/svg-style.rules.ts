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
    const plain = sheet.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '');
    for (const rule of plain.split('}').slice(0, RULES_MAX)) {
      const [selectors = '', declarations = ''] = rule.split('{');
      for (const selector of selectors.split(',')) {
        const name = /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1];
        if (name === undefined) continue;
        rules.set(name, new Map([...(rules.get(name) ?? []), ...declared(declarations)]));
      }
    }
  }
  return rules;
}

const RULES_MAX = 1_000;

/** What the classes and the style of an element say about it. */
export function styleOf({ attributes }: SvgNode, rules: Map<string, Styles>): Styles {
  const classes = (attributes.get('class') ?? '').split(/\s+/).slice(0, CLASSES_MAX);
  return new Map([
    ...classes.flatMap((name) => [...(rules.get(name) ?? [])]),
    ...declared(attributes.get('style') ?? ''),
  ]);
}

const CLASSES_MAX = 20;

const declared = (text: string): Styles =>
  new Map(
    text.split(';').flatMap((one) => {
      const [, name, value] = /^\s*([\w-]+)\s*:\s*([^!]*?)\s*(?:!important)?\s*$/.exec(one) ?? [];
      return name !== undefined && value && LOOKS.has(name) ? [[name, value] as const] : [];
    }),
  );

function sheetsOf(node: SvgNode): string[] {
  return node.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    if (child.name !== 'style') return sheetsOf(child);
    return [child.children.filter((text) => typeof text === 'string').join('')];
  });
}
