const READ_MAX = 600;
const SHOWN_MAX = 180;

/**
 * The beginning of a description, without its Markdown: its first paragraph, to the end of a word.
 * `**Edits** [photos](https://…)` is `Edits photos`.
 */
export function excerptOf(description: string): string {
  const [first = ''] = description
    .slice(0, READ_MAX)
    .trim()
    .split(/\n[ \t]*\n/);
  const plain = first
    .replace(/\[([^[\]\n]{1,200})\]\([^()\s]{1,300}\)/g, '$1')
    .replace(/[*`]/g, '')
    .replace(/^#{1,6} /gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= SHOWN_MAX) return plain;
  const cut = plain.slice(0, SHOWN_MAX);
  const end = cut.lastIndexOf(' ');
  return `${(end > 0 ? cut.slice(0, end) : [...cut].slice(0, -1).join('')).trimEnd()}…`;
}
