import { refuseParameters } from '../../../../platform/core/errors.ts';
import { didYouMean } from '../../../../platform/core/near-miss.ts';
import type { DialectRequest } from '../../dialect.ts';
import { describeGuides, GUIDE_NAMES, isGuide } from './guide-tools.ts';
import { type Described, groups, type Tool, tools } from './tools.ts';
import { USUAL_TOOLS } from './usual-tools.rules.ts';

/** The tools of one connection. */
export interface Choice {
  list(): Described[];
  /** Whether a tool of this name can be called here, if the key may. */
  has(name: string): boolean;
}

/**
 * Without `?tools=`: the usual tools, and the rest by `find`, `describe` and `call`; every tool can be
 * called by its name. With it: what is named there, and nothing else.
 */
export function chosenTools(request: DialectRequest): Choice {
  const query = request.readQuery();
  const other = [...query.keys()].find((name) => name !== 'tools');
  if (other !== undefined) {
    const message = `is not a parameter here${didYouMean(other, ['tools']) || ': only tools is'}`;
    throw refuseParameters([{ param: other, code: 'unknown_parameter', message }]);
  }
  const chosen = query.get('tools');
  if (chosen === undefined) return { list: () => usual(request), has: () => true };
  const names = new Set(chosen.split(',').map((name) => name.trim()));
  const wholes = new Set([...names].flatMap(expand));
  const guides = GUIDE_NAMES.filter((name) => names.has(name) || names.has(USUAL));
  return {
    list: () => [
      ...(names.has(USUAL) ? usual(request).filter(({ name }) => !wholes.has(name)) : []),
      ...allowed(request, wholes).map((tool) => tool.whole()),
      ...(names.has(USUAL) ? [] : guidesOf(request, guides)),
    ],
    has: (name) =>
      wholes.has(name) ||
      guides.some((guide) => guide === name) ||
      (names.has(USUAL) && Object.hasOwn(USUAL_TOOLS, name)),
  };
}

const USUAL = 'usual';

/** The names of the tools that a word of `?tools=` stands for; none for those described apart. */
function expand(word: string): string[] {
  if (word === 'all') return [...tools.keys()];
  if (word === USUAL || isGuide(word)) return [];
  if (tools.has(word)) return [word];
  const group = groups.get(word);
  if (group) return group;
  const known = [...tools.keys(), ...groups.keys(), ...GUIDE_NAMES, USUAL, 'all'];
  const hint = didYouMean(word, known) || `: usual, all, ${[...groups.keys()].join(', ')}`;
  const message = `must name tools or groups of tools${hint}`;
  throw refuseParameters([{ param: 'tools', code: 'unknown', message }]);
}

const allowed = (request: DialectRequest, names: ReadonlySet<string>): Tool[] =>
  [...tools.values()].filter(({ name, operation }) => names.has(name) && request.may(operation));

function usual(request: DialectRequest): Described[] {
  const may = [...tools.values()].filter(({ operation }) => request.may(operation));
  const listed = may.flatMap((tool) => tool.short() ?? []);
  return [...listed, ...(listed.length < may.length ? guidesOf(request, GUIDE_NAMES) : [])];
}

const guidesOf = (request: DialectRequest, names: readonly string[]): Described[] =>
  describeGuides(request.key.scope !== 'full').filter(({ name }) => names.includes(name));
