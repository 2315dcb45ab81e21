/** Text that is HTML already. Everything else is escaped when it is put into a template. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | Part[];

/** html`<p>${name}</p>`: what is put in is text unless it was made by html itself. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const text = literals.reduce((all, literal, at) => all + render(parts[at - 1]) + literal);
  return new Html(text);
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
