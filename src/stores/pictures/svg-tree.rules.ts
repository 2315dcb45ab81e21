import { PictureError } from './raster.rules.ts';

/** An element of an SVG file. Comments and instructions are not in it. */
export interface SvgNode {
  name: string;
  attributes: Map<string, string>;
  children: (SvgNode | string)[];
}

const NODES_MAX = 10_000;
const DEPTH_MAX = 100;

const broken = (why: string): PictureError => new PictureError(`is not a whole SVG file: ${why}`);

const NAME = '[A-Za-z_][\\w.:-]*';
const TOKEN = new RegExp(
  `</(?<closed>${NAME})\\s*>|<(?<opened>${NAME})|(?<text>[^<]+)|(?<doctype><!DOCTYPE[^>[\\]]*>)`,
  'y',
);
const ATTRIBUTE = new RegExp(
  `\\s+(?<name>${NAME})\\s*=\\s*(?:"(?<double>[^"<]*)"|'(?<single>[^'<]*)')`,
  'y',
);
const END = /\s*(?<empty>\/)?>/y;

/** Reads an SVG file strictly, in one pass. */
export function readSvgTree(text: string): SvgNode {
  const root: SvgNode = { name: '', attributes: new Map(), children: [] };
  const open = [root];
  let nodes = 0;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const parent = open.at(-1) ?? root;
    const skipped = readSkipped(text, at);
    if (skipped) {
      if (skipped.text !== '') parent.children.push(skipped.text);
      at = skipped.end;
      continue;
    }
    const found = matchAt(TOKEN, text, at);
    if (!found) throw broken('it has a tag that is none');
    at += found[0].length;
    const { opened, closed, text: plain } = found.groups ?? {};
    if (opened !== undefined) {
      nodes += 1;
      if (nodes > NODES_MAX || open.length > DEPTH_MAX) throw new PictureError('is too complex');
      const { attributes, end, is_empty } = readAttributes(text, at);
      at = end;
      const node = { name: opened, attributes, children: [] };
      parent.children.push(node);
      if (!is_empty) open.push(node);
    } else if (closed !== undefined) {
      if (open.length === 1 || parent.name !== closed) throw broken('its tags do not match');
      open.pop();
    } else if (plain !== undefined) {
      parent.children.push(unescaped(plain));
    }
  }
  const elements = root.children.filter((child) => typeof child !== 'string');
  const [svg, ...others] = elements;
  if (open.length > 1 || others.length > 0) throw broken('it does not end as it should');
  if (svg?.name !== 'svg') throw broken('it does not begin with <svg>');
  return svg;
}

/** Comments and instructions are nothing; what is in a CDATA section is text. */
function readSkipped(text: string, at: number): { text: string; end: number } | undefined {
  for (const [start, end, is_text] of SKIPPED) {
    if (!text.startsWith(start, at)) continue;
    const from = at + start.length;
    const to = text.indexOf(end, from);
    if (to === -1) throw broken('it does not end as it should');
    return { text: is_text ? text.slice(from, to) : '', end: to + end.length };
  }
  return undefined;
}

const SKIPPED = [
  ['<!--', '-->', false],
  ['<?', '?>', false],
  ['<![CDATA[', ']]>', true],
] as const;

function readAttributes(text: string, start: number) {
  const attributes = new Map<string, string>();
  let at = start;
  for (let found = matchAt(ATTRIBUTE, text, at); found; found = matchAt(ATTRIBUTE, text, at)) {
    const { name = '', double, single } = found.groups ?? {};
    if (attributes.has(name)) throw broken(`${name} is there twice`);
    attributes.set(name, unescaped(double ?? single ?? ''));
    at += found[0].length;
  }
  const end = matchAt(END, text, at);
  if (!end) throw broken('a tag does not end');
  return { attributes, end: at + end[0].length, is_empty: end.groups?.empty !== undefined };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const ENTITIES = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w+));|&/g,
    (all, decimal, hex, name) => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      const is_sign = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      const sign = name === undefined ? is_sign && String.fromCodePoint(code) : ENTITIES.get(name);
      if (!sign) throw broken(`${all} means nothing`);
      return sign;
    },
  );
}
