import { PictureError } from './raster.rules.ts';
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
export interface StyleRules {
  rules: Map<string, Styles>;
  /** How much was taken from them so far. */
  taken: number;
}

export function styleRules(root: SvgNode): StyleRules {
  const rules = new Map<string, Styles>();
  for (const sheet of sheetsOf(root)) {
    for (const rule of withoutComments(sheet).split('}', RULES_MAX)) {
      const [selectors = '', declarations = ''] = rule.split('{', 2);
      const styles = declared(declarations);
      for (const selector of selectors.split(',', SELECTORS_MAX)) {
        const name = /^\.([\w-]+)$/.exec(selector.trim())?.[1];
        if (name === undefined) continue;
        const known = rules.get(name) ?? new Map<string, string>();
        for (const [look, value] of styles) known.set(look, value);
        rules.set(name, known);
      }
    }
  }
  return { rules, taken: 0 };
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
export function styleOf({ attributes }: SvgNode, of_file: StyleRules): Styles {
  const classes = [...new Set((attributes.get('class') ?? '').split(/\s+/))].slice(0, CLASSES_MAX);
  const found = classes.map((name) => of_file.rules.get(name) ?? new Map<string, string>());
  // A few classes with many looks, on thousands of elements: far more than stands in the file.
  of_file.taken += found.reduce((sum, looks) => sum + looks.size, 0);
  if (of_file.taken > TAKEN_MAX) throw new PictureError('is too complex');
  return new Map([
    ...found.flatMap((looks) => [...looks]),
    ...declared(attributes.get('style') ?? ''),
  ]);
}

const CLASSES_MAX = 20;
/** Of all elements, each asked about twice. */
const TAKEN_MAX = 300_000;

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
