import { refuseParameters } from '../../../../platform/core/errors.ts';
import { Text } from '../../../../platform/core/fields.ts';
import { didYouMean } from '../../../../platform/core/near-miss.ts';
import { Type } from '../../../../platform/core/schema.ts';
import { exampleInput } from '../../../../platform/operation/examples.ts';
import { type Parameters, parameters } from '../../../../platform/operation/parameters.ts';
import { findTools } from './find-tools.ts';
import { type Described, groups, type Tool, tools } from './tools.ts';

/** By `find`, `describe` and `call`, an agent reaches every tool that is not in its list. */
export const GUIDE_NAMES = ['find', 'describe', 'call'] as const;
export type GuideName = (typeof GUIDE_NAMES)[number];

export const isGuide = (name: unknown): name is GuideName =>
  GUIDE_NAMES.some((guide) => guide === name);

/** How they are listed. With a key that only reads, nothing that is called changes anything. */
export const describeGuides = (only_reads: boolean): Described[] => [
  {
    name: 'find',
    description:
      'Find more tools: by words such as "refund" or "tax report"; without words, all names by group.',
    inputSchema: { type: 'object', properties: { words: { type: 'string' } } },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'describe',
    description: 'Everything about a tool: all parameters, what it does, and an example.',
    inputSchema: { type: 'object', properties: { tool: NAME }, required: ['tool'] },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'call',
    description: 'Call any tool by its name, also one that is not in this list.',
    inputSchema: {
      type: 'object',
      properties: { tool: NAME, arguments: { type: 'object' } },
      required: ['tool'],
    },
    annotations: only_reads ? { readOnlyHint: true } : { destructiveHint: true },
  },
];

const NAME = { type: 'string', description: 'Its name, such as get-tax-report' };

const findArguments = parameters(Type.Object({ words: Type.Optional(Text(0, 200)) }));
const describeArguments = parameters(Type.Object({ tool: Text(1, 200) }));
const callArguments = parameters(
  Type.Object({
    tool: Text(1, 200),
    arguments: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
);

/** The tools with these words, the best first; without words, or if there are none, the names of all. */
export function find(sent: Record<string, unknown>, may: (tool: Tool) => boolean): object {
  const { words = '' } = findArguments.read(sent, undefined);
  const found = findTools([...tools.values()].filter(may), words);
  if (found.length > 0) return { tools: found };
  const allowed = (name: string) => [tools.get(name)].some((tool) => tool && may(tool));
  const named = [...groups].map(([group, names]) => [group, names.filter(allowed)] as const);
  const all = { groups: Object.fromEntries(named.filter(([, names]) => names.length > 0)) };
  return words.trim() === '' ? all : { tools: [], ...all };
}

export function describe(sent: Record<string, unknown>): object {
  const { operation, whole } = named(describeArguments, sent).tool;
  return { ...whole(), example: exampleInput(operation) };
}

export function readCall(sent: Record<string, unknown>) {
  // Models often put the parameters of a tool beside its name.
  const beside = Object.keys(sent).filter((name) => name !== 'tool' && name !== 'arguments');
  if (beside.length > 0 && beside.length <= PARAMETERS_MAX) {
    const message = 'must be inside `arguments`';
    throw refuseParameters(beside.map((param) => ({ param, code: 'unknown_parameter', message })));
  }
  return named(callArguments, sent);
}

const PARAMETERS_MAX = 100;

/** The tool that is named in the arguments. A name that is none is the agent's to mend. */
function named<Input extends { tool: string }>(
  declared: Parameters<Input>,
  sent: Record<string, unknown>,
): Omit<Input, 'tool'> & { tool: Tool } {
  const { tool: name, ...rest } = declared.read(sent, undefined);
  const tool = tools.get(name);
  if (tool) return { ...rest, tool };
  const message = isGuide(name)
    ? 'is called directly, not by describe or call'
    : `is not the name of a tool${didYouMean(name, tools.keys()) || '. Look for one with find'}`;
  throw refuseParameters([{ param: 'tool', code: 'unknown', message }]);
}
