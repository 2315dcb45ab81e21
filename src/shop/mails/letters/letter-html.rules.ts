import { type Direction, directionOf, type Language } from '../../../platform/core/languages.ts';
import { type Accent, accentColors } from '../../store/accent.rules.ts';
import type { Block } from './letter.rules.ts';
import { shown } from './words.rules.ts';

interface LetterParts {
  language: Language;
  subject: string;
  heading: string;
  greeting: string;
  blocks: Block[];
  store: string;
  /** In small print at the end. */
  notes: string[];
  accent_color: string | null;
}

/** Of buttons and links, in one mode. */
interface Colors {
  button: string;
  on_button: string;
  link: string;
}

const OUR_COLORS: Record<'light' | 'dark', Colors> = {
  light: { button: '#1a56c4', on_button: '#ffffff', link: '#1a56c4' },
  dark: { button: '#8ab4ff', on_button: '#101114', link: '#8ab4ff' },
};

function colorsOf(accent_color: string | null): typeof OUR_COLORS {
  if (accent_color === null) return OUR_COLORS;
  const { light, dark } = accentColors(accent_color);
  return { light: inMail(light), dark: inMail(dark) };
}

const inMail = ({ accent, on_accent, accent_text }: Accent): Colors => ({
  button: accent,
  on_button: on_accent,
  link: accent_text,
});

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = 'color:#1c1e21';
const QUIET = 'color:#5c626b';
const LINE = 'border-color:#d9dce1';
const CARD_WIDTH = 'width:100%;max-width:560px';

// Mail programs that know dark mode read this; the others keep the colours beside each element.
const styles = ({ button, on_button, link }: Colors): string => `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background-color: #101114 !important; }
    .card { background-color: #1b1d21 !important; border-color: #34383f !important; }
    .ink { color: #f1f2f4 !important; }
    .quiet { color: #a9afb8 !important; }
    .line { border-color: #34383f !important; }
    .key { background-color: #26292f !important; color: #f1f2f4 !important; }
    .link { color: ${link} !important; }
    .button { background-color: ${button} !important; color: ${on_button} !important; }
  }
  @media (max-width: 480px) {
    .inside { padding: 24px 20px !important; }
    .button { display: block !important; }
  }`;

/**
 * A letter as HTML that mail programs can read: tables that only arrange, styles beside the
 * elements, nothing that is loaded from elsewhere.
 */
export function letterHtml(parts: LetterParts): string {
  const { language, subject, heading, greeting, blocks, store, notes } = parts;
  const first = blocks.find((block) => 'text' in block);
  const direction = directionOf(language);
  const colors = colorsOf(parts.accent_color);
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escaped(subject)}</title>
<style>${styles(colors.dark)}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f3f4f6;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escaped(first?.text ?? '')}</div>
<div role="article" aria-roledescription="email" aria-label="${escaped(subject)}" lang="${language}" dir="${direction}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0"
  style="background-color:#f3f4f6">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" cellpadding="0" cellspacing="0" border="0"
  style="${CARD_WIDTH};background-color:#ffffff;border:1px solid #d9dce1;border-radius:12px">
<tr><td class="inside" style="padding:32px 36px;${FONT};font-size:16px;line-height:1.5">
<p class="quiet" style="margin:0 0 20px;${QUIET};font-weight:600;${BREAK}">${escaped(shown(store))}</p>
<h1 class="ink" style="margin:0 0 20px;${INK};font-size:24px;line-height:1.25">${escaped(heading)}</h1>
${paragraph(greeting)}
${blocks.map((block) => blockHtml(block, direction, colors.light)).join('\n')}
</td></tr>
</table>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${CARD_WIDTH}">
<tr><td class="quiet" style="padding:16px 24px;${FONT};font-size:13px;line-height:1.5;${QUIET};${BREAK}">
${notes.map((note) => `<p style="margin:0 0 8px">${escaped(note)}</p>`).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`;
}

const BREAK = 'overflow-wrap:anywhere;word-break:break-word';

const paragraph = (text: string): string =>
  `<p class="ink" style="margin:0 0 16px;${INK};${BREAK}">${escaped(text)}</p>`;

function blockHtml(block: Block, direction: Direction, colors: Colors): string {
  if ('text' in block) return paragraph(block.text);
  if ('facts' in block) return factsHtml(block.facts, direction);
  if ('key' in block) return keyHtml(block, direction);
  if ('list' in block) return listHtml(block, direction);
  return 'button' in block ? buttonHtml(block, colors) : linkHtml(block, colors);
}

// Mail programs do not all know start and end: the sides are named.
const SIDES = {
  ltr: { start: 'left', end: 'right', gap: '10px 16px 10px 0', indent: '0 0 0 22px' },
  rtl: { start: 'right', end: 'left', gap: '10px 0 10px 16px', indent: '0 22px 0 0' },
} as const;

const factsHtml = (
  facts: [string, string][],
  direction: Direction,
): string => `<table width="100%" cellpadding="0"
  cellspacing="0" border="0" class="line" style="margin:0 0 20px;border-top:1px solid;${LINE}">
${facts
  .map(
    ([name, value]) => `<tr>
<th scope="row" align="${SIDES[direction].start}" valign="top" class="quiet line"
  style="padding:${SIDES[direction].gap};border-bottom:1px solid;${LINE};${QUIET};font-weight:400;width:38%">
${escaped(name)}</th>
<td align="${SIDES[direction].end}" valign="top" dir="auto" class="ink line"
  style="padding:10px 0;border-bottom:1px solid;${LINE};${INK};text-align:${SIDES[direction].end};${BREAK}">
${escaped(shown(value, direction))}</td>
</tr>`,
  )
  .join('\n')}
</table>`;

const keyHtml = (
  { key, name, help }: { key: string; name: string; help: string },
  direction: Direction,
): string =>
  `<p class="ink" style="margin:0 0 8px;${INK};font-weight:600">${escaped(name)}</p>
<p class="key" dir="ltr" style="margin:0 0 8px;padding:14px 16px;text-align:${SIDES[direction].start};border-radius:8px;background-color:#eef0f3;${INK};font-family:ui-monospace,Consolas,Menlo,monospace;font-size:15px;${BREAK}">${escaped(key)}</p>
<p class="quiet" style="margin:0 0 20px;${QUIET}">${escaped(help)}</p>`;

const listHtml = (
  { title, list }: { title: string; list: string[] },
  direction: Direction,
): string =>
  `<h2 class="ink" style="margin:0 0 8px;${INK};font-size:17px;line-height:1.3">${escaped(title)}</h2>
<ul class="ink" style="margin:0 0 16px;padding:${SIDES[direction].indent};${INK}">
${list.map((item) => `<li style="margin:0 0 6px">${escaped(item)}</li>`).join('\n')}
</ul>`;

const buttonHtml = ({ button, url }: { button: string; url: string }, colors: Colors): string =>
  `<p style="margin:8px 0 24px"><a class="button" href="${escaped(url)}"
  style="display:inline-block;padding:13px 24px;border-radius:8px;background-color:${colors.button};color:${colors.on_button};font-weight:600;text-align:center;text-decoration:none">${escaped(button)}</a></p>`;

const linkHtml = ({ link, url }: { link: string; url: string }, colors: Colors): string =>
  `<p style="margin:0 0 12px"><a class="link" href="${escaped(url)}"
  style="color:${colors.link};text-decoration:underline">${escaped(link)}</a></p>`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
