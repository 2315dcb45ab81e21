import { type Html, html } from '../../../platform/core/html.ts';

/** Where a link of a document leads on our pages; undefined: it is shown as text. */
export type LinkTo = (target: string) => string | undefined;

interface Piece {
  shown: Html;
  end: number;
}

/** `code`, **strong**, *emphasis*, links and pictures within a line. All else is text. */
export function inlineHtml(text: string, linkTo: LinkTo): Html[] {
  const parts: Html[] = [];
  let plain = 0;
  let at = 0;
  while (at < text.length) {
    const piece = pieceAt(text, at, linkTo);
    if (!piece) {
      at++;
      continue;
    }
    parts.push(html`${text.slice(plain, at)}`, piece.shown);
    at = piece.end;
    plain = at;
  }
  return [...parts, html`${text.slice(plain)}`];
}

function pieceAt(text: string, at: number, linkTo: LinkTo): Piece | undefined {
  const sign = text[at];
  if (sign === '`') return codeAt(text, at);
  if (sign === '*') return strongAt(text, at, linkTo) ?? emphasisAt(text, at, linkTo);
  if (sign === '[') return linkAt(text, at, linkTo);
  if (sign === '!' && text[at + 1] === '[') return pictureAt(text, at, linkTo);
  return undefined;
}

function codeAt(text: string, at: number): Piece | undefined {
  const end = text.indexOf('`', at + 1);
  if (end === -1) return undefined;
  return { shown: html`<code>${text.slice(at + 1, end)}</code>`, end: end + 1 };
}

function strongAt(text: string, at: number, linkTo: LinkTo): Piece | undefined {
  if (!text.startsWith('**', at)) return undefined;
  const end = text.indexOf('**', at + 2);
  if (end <= at + 2) return undefined;
  const inner = inlineHtml(text.slice(at + 2, end), linkTo);
  return { shown: html`<strong>${inner}</strong>`, end: end + 2 };
}

function emphasisAt(text: string, at: number, linkTo: LinkTo): Piece | undefined {
  const end = text.indexOf('*', at + 1);
  const inner = text.slice(at + 1, end);
  if (end === -1 || inner === '' || inner !== inner.trim()) return undefined;
  return { shown: html`<em>${inlineHtml(inner, linkTo)}</em>`, end: end + 1 };
}

function linkAt(text: string, at: number, linkTo: LinkTo): Piece | undefined {
  const found = bracketsAt(text, at);
  if (!found) return undefined;
  const address = linkTo(found.target);
  const inner = inlineHtml(found.label, linkTo);
  const shown = address === undefined ? html`${inner}` : html`<a href="${address}">${inner}</a>`;
  return { shown, end: found.end };
}

function pictureAt(text: string, at: number, linkTo: LinkTo): Piece | undefined {
  const found = bracketsAt(text, at + 1);
  if (!found) return undefined;
  const address = linkTo(found.target);
  const { label, end } = found;
  if (address === undefined) return { shown: html`${label}`, end };
  return { shown: html`<img src="${address}" alt="${label}" loading="lazy">`, end };
}

/** `[label](target)`; brackets within code and within other brackets end no label. */
function bracketsAt(
  text: string,
  at: number,
): { label: string; target: string; end: number } | undefined {
  let depth = 0;
  for (let here = at; here < text.length; here++) {
    const sign = text[here];
    if (sign === '`') {
      const closed = text.indexOf('`', here + 1);
      if (closed === -1) return undefined;
      here = closed;
    } else if (sign === '[') depth++;
    else if (sign === ']' && --depth === 0) {
      const end = text.indexOf(')', here);
      if (text[here + 1] !== '(' || end === -1) return undefined;
      return { label: text.slice(at + 1, here), target: text.slice(here + 2, end), end: end + 1 };
    }
  }
  return undefined;
}

/** The same without any marks, for titles and for what is looked for. */
export const plainText = (text: string): string =>
  inlineHtml(text, () => undefined)
    .map((part) => part.text)
    .join('')
    .replace(/<\/?[a-z]{1,10}>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (sign) => SIGNS[sign] ?? sign);

const SIGNS: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
