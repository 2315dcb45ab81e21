/** An element of an XML document. */
export interface Xml {
  name: string;
  attributes: Record<string, string>;
  content: string | Xml[];
}

type Content = string | null | undefined | (Xml | Xml[] | null | undefined | false)[];

/**
 * An element; nothing if it would be empty, since EN 16931 forbids empty elements. In a list,
 * what is null, undefined or false is left out.
 */
export function element(
  name: string,
  content: Content,
  attributes: Record<string, string> = {},
): Xml | undefined {
  if (content === null || content === undefined || content === '') return undefined;
  if (typeof content === 'string') return { name, attributes, content };
  const children = content.flat().filter((child) => typeof child === 'object' && child !== null);
  return children.length === 0 ? undefined : { name, attributes, content: children };
}

/** A document; `root` must not be empty. */
export function xmlDocument(root: Xml | undefined): string {
  if (root === undefined) throw new Error('an XML document needs an element');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${render(root, '')}`;
}

function render({ name, attributes, content }: Xml, indent: string): string {
  const more = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const open = `${indent}<${name}${more.join('')}>`;
  if (typeof content === 'string') return `${open}${escapeXml(content)}</${name}>\n`;
  const inner = content.map((child) => render(child, `${indent}  `)).join('');
  return `${open}\n${inner}${indent}</${name}>\n`;
}

/** Characters that XML cannot contain at all are left out. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '');

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
