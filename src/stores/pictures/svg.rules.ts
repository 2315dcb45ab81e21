import { type FoundPicture, PIXELS_MAX, PictureError } from './raster.rules.ts';
import { LOOKS, styleOf, styleRules } from './svg-style.rules.ts';
import { readSvgTree, type SvgNode } from './svg-tree.rules.ts';

// An SVG file can contain scripts, load things and draw without end. So it is never kept as it came:
// it is read, and written anew from shapes, colours and gradients alone.

const ELEMENTS = new Set(
  (
    'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan ' +
    'linearGradient radialGradient stop clipPath mask'
  ).split(' '),
);

const ATTRIBUTES = new Set(
  (
    'clipPathUnits cx cy d dx dy fx fy gradientTransform gradientUnits height id ' +
    'lengthAdjust maskContentUnits maskUnits offset pathLength points preserveAspectRatio r rx ry ' +
    'spreadMethod textLength transform viewBox width x x1 x2 y y1 y2'
  ).split(' '),
);

const USES_MAX = 100;

/** What is known about a whole file when a part of it is written. */
interface Writing {
  rules: ReturnType<typeof styleRules>;
  /** What may be drawn again. */
  ids: Set<string>;
  uses: number;
}

/** The same picture, written anew. */
export function rebuildSvg(bytes: Buffer): FoundPicture {
  const root = readSvgTree(decode(bytes));
  const { width, height } = sizeOf(root);
  const rules = styleRules(root);
  root.attributes.set('xmlns', NAMESPACE);
  const text = write(root, { rules, ids: idsToUse(root, rules), uses: 0 }, { is_masking: false });
  return { bytes: Buffer.from(text), width, height };
}

const NAMESPACE = 'http://www.w3.org/2000/svg';

function write(node: SvgNode, writing: Writing, { is_masking }: { is_masking: boolean }): string {
  const { name } = node;
  if (!ELEMENTS.has(name)) return '';
  const attributes = attributesOf(node, writing);
  if (is_masking) for (const one of MASKS) attributes.delete(one);
  if (name === 'use') {
    writing.uses += 1;
    if (writing.uses > USES_MAX) throw new PictureError('is too complex');
    if (!attributes.has('href')) return '';
  }
  const inside = { is_masking: is_masking || name === 'mask' || name === 'clipPath' };
  const has_text = name === 'text' || name === 'tspan';
  const content = node.children.map((child) => {
    if (typeof child !== 'string') return write(child, writing, inside);
    return has_text ? escaped(child) : '';
  });
  const start = [name, ...[...attributes].map(([key, value]) => `${key}="${escaped(value)}"`)];
  return `<${start.join(' ')}>${content.join('')}</${name}>`;
}

/** Those on the list, with harmless values. */
function attributesOf(node: SvgNode, { rules, ids }: Writing): Map<string, string> {
  const kept = new Map<string, string>();
  for (const [name, value] of node.attributes) {
    if (name === 'xmlns' && value === NAMESPACE) kept.set(name, value);
    else if ((LOOKS.has(name) || ATTRIBUTES.has(name)) && isHarmless(value)) kept.set(name, value);
  }
  for (const [name, value] of styleOf(node, rules)) {
    if (isHarmless(value)) kept.set(name, value);
  }
  const target = node.attributes.get('href') ?? node.attributes.get('xlink:href') ?? '';
  if (/^#[\w.-]+$/.test(target) && mayPoint(node, target, ids)) kept.set('href', target);
  return kept;
}

function decode(bytes: Buffer): string {
  const text = textOf(bytes);
  // Browsers show nothing of a file with such a sign.
  if (/[^\P{Cc}\t\r\n]|[\uFFFE\uFFFF]/u.test(text)) {
    throw new PictureError('is not a whole SVG file: it has signs that no text has');
  }
  return text;
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PictureError('is not a whole SVG file: it is not in UTF-8');
  }
}

/** Nothing that could be an address, a rule or an escape; a paint of this file is no address. */
const isHarmless = (value: string): boolean =>
  value.length <= VALUE_MAX &&
  ((/^[^:;&<>\\@{}]*$/.test(value) && !/url|expression|image/i.test(value)) ||
    /^\s*url\(\s*(['"]?)#[\w.-]+\1\s*\)\s*$/.test(value));

const VALUE_MAX = 400_000;

const MASKS = ['mask', 'clip-path'];

/**
 * What may be drawn again: only what neither draws again nor masks anything, or a few lines could
 * keep a browser busy without end.
 */
function idsToUse(root: SvgNode, rules: Writing['rules']): Set<string> {
  const ids = new Set<string>();
  const isPlain = (node: SvgNode): boolean => {
    const looks = styleOf(node, rules);
    const masks = MASKS.some((name) => node.attributes.has(name) || looks.has(name));
    const children = node.children.filter((child) => typeof child !== 'string').map(isPlain);
    const is_plain = node.name !== 'use' && !masks && !children.includes(false);
    const id = node.attributes.get('id');
    if (id !== undefined && is_plain) ids.add(id);
    return is_plain;
  };
  isPlain(root);
  return ids;
}

/** Gradients may point at one another: browsers stop at a circle. */
const mayPoint = ({ name }: SvgNode, target: string, ids: Set<string>): boolean =>
  name === 'use' ? ids.has(target.slice(1)) : name.endsWith('Gradient');

/** As the file says, or as its coordinates are, in pixels. */
function sizeOf({ attributes }: SvgNode): { width: number; height: number } {
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const length = (text = ''): number => Number(/^\s*([\d.]+)(?:px)?\s*$/.exec(text)?.[1]);
  const sizes = [
    [length(attributes.get('width')), length(attributes.get('height'))],
    [box[2] ?? Number.NaN, box[3] ?? Number.NaN],
  ];
  const found = sizes.find((pair) => pair.every((one) => Number.isFinite(one) && one > 0));
  if (!found) throw new PictureError('must have a viewBox, or width and height in pixels');
  const [width = 1, height = 1] = found;
  const scale = Math.min(1, PIXELS_MAX / Math.max(width, height));
  const whole = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { width: whole(width), height: whole(height) };
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? '');
