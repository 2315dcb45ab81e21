/** Text that is HTML already. Everything else is escaped when it is put into a template. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The same HTML as one piece of memory, for what is made once and stands in many pages: text that
 * was put together from pieces would be put together again for each of them. A few letters beyond
 * Latin-1 are written by their numbers: a single one would double the memory of the whole page.
 */
export function inOnePiece({ text }: Html): Html {
  const is_latin = (text.match(BEYOND_LATIN)?.length ?? 0) <= BEYOND_LATIN_MAX;
  const shown = is_latin ? text.replace(BEYOND_LATIN, (sign) => `&#${sign.codePointAt(0)};`) : text;
  return new Html(Buffer.from(shown).toString());
}

const BEYOND_LATIN = /[^\0-\u00ff]/gu;
const BEYOND_LATIN_MAX = 30;

export type Part = Html | string | number | null | undefined | false | Part[];

/** html`<p>${name}</p>`: what is put in is text unless it was made by html itself. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  let text = literals[0] ?? '';
  for (let at = 0; at < parts.length; at++) text += render(parts[at]) + literals[at + 1];
  return new Html(text);
}

function render(part: Part): string {
  if (typeof part === 'string') return escaped(part);
  if (part instanceof Html) return part.text;
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'number') return String(part);
  let text = '';
  for (const one of part) text += render(one);
  return text;
}

// Most texts have none of these signs, and looking is cheaper than replacing.
const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(EACH_SPECIAL, (sign) => ESCAPES[sign] ?? '') : text;

const SPECIAL = /[&<>"']/;
const EACH_SPECIAL = /[&<>"']/g;

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
