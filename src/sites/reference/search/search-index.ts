import type { Operation } from '../../../platform/operation/operation.ts';
import type { EventKind } from '../events-section.ts';
import type { GuidePart } from '../guide.ts';
import { addressOf, DOCS } from '../guides/addresses.rules.ts';
import type { Library } from '../guides/library.ts';
import type { Block } from '../guides/markdown-blocks.rules.ts';
import { plainText } from '../guides/markdown-inline.rules.ts';
import { operationAddress } from '../operation-page.ts';
import { textIn } from '../reference.ts';
import { type Indexed, indexed, type Searched } from './ranking.rules.ts';

const LEAD_MAX = 160;

/** The parts of a document: what stands before its first heading, and what stands below each. */
export function guideParts(library: Library, address: string): Indexed[] {
  const [first, ...blocks] = library.blocksAt(address);
  if (first?.kind !== 'heading') return [];
  const title = plainText(first.text);
  const kind = address.startsWith(`${DOCS}/decisions/`) ? 'decision' : 'guide';
  const parts: { heading: string | undefined; id: string; texts: string[] }[] = [
    { heading: undefined, id: '', texts: [] },
  ];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 2) {
      parts.push({ heading: plainText(block.text), id: `#${block.id}`, texts: [] });
    } else parts.at(-1)?.texts.push(...textsOf(block));
  }
  return parts.map(({ heading, id, texts }) => {
    const lead = shortened(texts[0] ?? '');
    const part = { kind, page: address, title, address: `${address}${id}`, heading, lead } as const;
    return indexed(part, texts.join(' '));
  });
}

function textsOf(block: Block): string[] {
  switch (block.kind) {
    case 'code':
      return [];
    case 'list':
      return block.items.flat().flatMap(textsOf);
    case 'table':
      return [block.head, ...block.rows].map((cells) => cells.map(plainText).join(' '));
    default:
      return [plainText(block.text)];
  }
}

export function operationPart(operation: Operation): Indexed {
  const address = operationAddress(operation);
  const part: Searched = {
    kind: 'operation',
    page: address,
    title: operation.path.slice(1),
    address,
    heading: undefined,
    lead: `${operation.summary}.`,
  };
  const { summary, description, errors } = operation;
  const names = Object.keys(operation.input.properties).join(' ');
  return indexed(part, `${summary} ${description} ${names} ${errors.join(' ')}`);
}

/** What holds for all operations, on the page that has them all. */
export const referencePart = ({ id, title, text }: GuidePart): Indexed => {
  const address = `${DOCS}/reference#${id}`;
  const lead = 'Holds for every operation.';
  const part = { kind: 'reference', page: address, title, address, heading: undefined } as const;
  return indexed({ ...part, lead }, textIn(text));
};

export const eventPart = ({ kind, types }: EventKind): Indexed => {
  const address = `${DOCS}/reference#${kind}-events`;
  const lead = shortened(types.join(', '));
  const part = { kind: 'reference', page: address, heading: undefined } as const;
  return indexed({ ...part, title: `${kind} events`, address, lead }, types.join(' '));
};

const shortened = (text: string): string => {
  if (text.length <= LEAD_MAX) return text;
  return `${text.slice(0, text.lastIndexOf(' ', LEAD_MAX))} …`;
};

/** Every document that can be read, but for the index of all. */
export const searchedAddresses = (library: Library): string[] =>
  library.addresses().filter((address) => address !== addressOf('docs/README.md'));
