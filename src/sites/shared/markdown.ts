import { type Html, html } from '../../platform/core/html.ts';
import { readUrl } from '../../platform/core/web-address.ts';

/**
 * A small part of Markdown: paragraphs, lists, headings (as strong lines), **strong**, *emphasis*,
 * `code`, and links to https addresses. Everything else, HTML too, is shown as it was written.
 */
export function markdown(text: string): Html {
  const blocks = text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n[ \t]*\n\s*/);
  return html`${blocks.filter((one) => one !== '').map(block)}`;
}

const BULLET = /^\s{0,3}[-*+]\s+/;
const NUMBER = /^\s{0,3}\d{1,3}[.)]\s+/;

/** Lists and paragraphs, also where no empty line is between them. */
function block(text: string): Html[] {
  const runs: { kind: 'ul' | 'ol' | 'p'; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const kind = BULLET.test(line) ? 'ul' : NUMBER.test(line) ? 'ol' : 'p';
    const last = runs.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else runs.push({ kind, lines: [line] });
  }
  return runs.map(({ kind, lines }) => {
    if (kind === 'ul') return html`<ul>${items(lines, BULLET)}</ul>`;
    if (kind === 'ol') return html`<ol>${items(lines, NUMBER)}</ol>`;
    return html`<p>${lines.map((line, at) => [at > 0 && html`<br>`, lineOf(line)])}</p>`;
  });
}

const items = (lines: string[], sign: RegExp): Html[] =>
  lines.map((line) => html`<li>${inline(line.replace(sign, ''))}</li>`);

function lineOf(line: string): Html | Html[] {
  // The sign after the spaces is none: so a long line with a strange end takes no longer.
  const heading = /^#{1,6}\s+(\S.*)$/s.exec(line)?.[1];
  return heading === undefined ? inline(line) : html`<strong>${inline(heading)}</strong>`;
}

// One sign of each kind, so that no text takes longer than its length; nothing is nested.
const PARTS = [
  /\*\*(?<strong>[^*\n]{1,500})\*\*/,
  /\*(?<emphasis>[^*\s][^*\n]{0,500})\*/,
  /`(?<code>[^`\n]{1,500})`/,
  /\[(?<label>[^[\]\n]{1,200})\]\((?<address>https:\/\/[^\s()<>"']{1,500})\)/,
];
const PART = new RegExp(PARTS.map(({ source }) => source).join('|'), 'g');

function inline(text: string): Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const found of text.matchAll(PART)) {
    parts.push(html`${text.slice(end, found.index)}`, partOf(found));
    end = found.index + found[0].length;
  }
  return [...parts, html`${text.slice(end)}`];
}

function partOf({ 0: whole, groups = {} }: RegExpMatchArray): Html {
  const { strong, emphasis, code, label, address = '' } = groups;
  if (strong !== undefined) return html`<strong>${strong}</strong>`;
  if (emphasis !== undefined) return html`<em>${emphasis}</em>`;
  if (code !== undefined) return html`<code>${code}</code>`;
  if (label === undefined || !readUrl(address)) return html`${whole}`;
  return html`<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">${label}</a>`;
}
