import type { Block } from './letter.rules.ts';
import { shown } from './words.rules.ts';

/** A letter as plain text. */
export function letterText(parts: {
  greeting: string;
  blocks: Block[];
  store: string;
  notes: string[];
}): string {
  const { greeting, blocks, store, notes } = parts;
  const end = ['-- ', shown(store), ...notes].join('\n'); // Mail programs know this line.
  return `${[greeting, ...blocks.map(blockText), end].join('\n\n')}\n`;
}

function blockText(block: Block): string {
  if ('text' in block) return block.text;
  if ('facts' in block) {
    return block.facts.map(([name, value]) => `${name}: ${shown(value)}`).join('\n');
  }
  if ('key' in block) return `${block.name}:\n\n    ${block.key}\n\n${block.help}`;
  if ('list' in block) return [block.title, ...block.list.map((item) => `- ${item}`)].join('\n');
  return `${'button' in block ? block.button : block.link}:\n${block.url}`;
}
