import type { Operation } from '../../../../platform/operation/operation.ts';
import { operations } from '../../operations.ts';
import { shortSchema, wholeSchema } from './tool-schema.ts';
import { USUAL_TOOLS } from './usual-tools.rules.ts';

/** What the list of tools says of one. */
export interface Described {
  name: string;
  description: string;
  inputSchema: object;
  annotations: object;
}

/** An operation as an agent sees it. */
export interface Tool {
  name: string;
  operation: Operation;
  /** Everything about it. */
  whole(): Described;
  /** What is needed for most calls; undefined unless it is one of the usual tools. */
  short(): Described | undefined;
}

const nameOf = ({ path }: Operation): string => path.slice(1);

/** Every operation, by the name of its tool: its path without the slash. */
export const tools: ReadonlyMap<string, Tool> = new Map(
  Object.values(operations)
    .flat()
    .map((operation) => [nameOf(operation), toolOf(operation)]),
);

/** The names of tools by the name of their group, such as `discount-codes`. */
export const groups: ReadonlyMap<string, string[]> = new Map(
  Object.entries(operations).map(([group, members]) => [
    group.toLowerCase().replaceAll(' ', '-'),
    members.map(nameOf),
  ]),
);

function toolOf(operation: Operation): Tool {
  const name = nameOf(operation);
  const rare = USUAL_TOOLS[name];
  return {
    name,
    operation,
    // Made when somebody asks: nobody else waits for it.
    whole: once(() => ({
      name,
      description: wholeDescription(operation),
      inputSchema: wholeSchema(operation),
      annotations: hints(operation),
    })),
    short: once(
      () =>
        rare && {
          name,
          description: shortDescription(operation, rare),
          inputSchema: shortSchema(operation, rare),
          annotations: shortHints(operation),
        },
    ),
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function wholeDescription(operation: Operation): string {
  const { summary, description, errors, scope } = operation;
  const parts = [`${summary}.`, description, ...choiceOf(operation)];
  if (scope === 'full') parts.push('Changes something: needs an API key of scope full.');
  if (errors.length > 0) parts.push(`May be refused with ${errors.join(', ')}.`);
  return parts.filter((part) => part !== '').join('\n');
}

function shortDescription(operation: Operation, rare: readonly string[]): string {
  const { summary, description } = operation;
  const [sentence = ''] = description.split('. ', 1);
  const first = sentence === '' || sentence.endsWith('.') ? sentence : `${sentence}.`;
  const also = rare.length === 0 ? [] : [`Also takes ${rare.join(', ')}: see describe.`];
  const parts = [`${summary}.`, first, ...choiceOf(operation), ...also];
  return parts.filter((part) => part !== '').join(' ');
}

const choiceOf = ({ any_of, is_one_of }: Operation): string[] =>
  any_of ? [`Send ${is_one_of ? 'exactly' : 'at least'} one of ${any_of.join(', ')}.`] : [];

/** Whatever is not known to be harmless is said to be destructive: agents then ask first. */
const shortHints = ({ read, path }: Operation): object =>
  read ? { readOnlyHint: true } : { destructiveHint: !path.startsWith('/create-') };

function hints(operation: Operation): object {
  const words = nameOf(operation).replaceAll('-', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  const { read, method, path } = operation;
  if (read) return { title, readOnlyHint: true };
  const idempotentHint = method === 'DELETE' || REPEATABLE.test(path);
  return { title, readOnlyHint: false, ...shortHints(operation), idempotentHint };
}

/** Asked again for the same, these change nothing more. */
const REPEATABLE = /^\/(?:update|archive|cancel|deactivate|disable|enable|expire|revoke)-/;
