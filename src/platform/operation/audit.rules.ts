import type { Doing } from '../core/actor.ts';
import { MAIN_EVENTS, recordIdOf } from '../core/events.ts';

/** What became of a record, in fields that may be read by whoever reads the audit log. */
export interface Change {
  target: string;
  /** As it was; without it, the record is new. */
  before?: object | null;
  /** As it is now; null if it is gone. */
  after: object | null;
}

/** Fields by their names, as JSON has them. */
export type Fields = Record<string, unknown>;

export interface StoredChange {
  target: string;
  before: Fields | null;
  /** Left out where an event has it. */
  after?: Fields | null;
}

/** What an event shows. */
export interface AuditedEvent {
  type: string;
  record: object;
}

/** Of a change, the fields that are different; of no change, nothing. */
export function storedChange(
  { target, before = null, after }: Change,
  events: readonly AuditedEvent[],
): StoredChange[] {
  const names = before && after ? differing(fieldsOf(before), fieldsOf(after)) : undefined;
  if (names?.length === 0) return [];
  const is_in_event = events.some(({ record }) => record === after);
  return [
    { target, before: pick(before, names), ...(!is_in_event && { after: pick(after, names) }) },
  ];
}

const fieldsOf = (record: object) => record as Readonly<Fields>;

// A name may be one that every object has, such as `constructor`.
const field = (from: Readonly<Fields>, name: string): unknown =>
  Object.hasOwn(from, name) ? (from[name] ?? null) : null;

function differing(was: Fields, is: Fields): string[] {
  const added = Object.keys(is).filter((name) => !Object.hasOwn(was, name));
  return [...Object.keys(was), ...added].filter(
    (name) => name !== 'updated_at' && !isSame(field(was, name), field(is, name)),
  );
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function pick(record: object | null, names: string[] | undefined): Fields | null {
  if (!record) return null;
  const from = fieldsOf(record);
  return Object.fromEntries((names ?? Object.keys(from)).map((name) => [name, field(from, name)]));
}

/**
 * The record that a piece of work is mainly about: one that is new and has no event of its own, the
 * one that the request named, or else by what happened to it.
 */
export function targetOf(
  { names = [] }: Doing,
  events: readonly AuditedEvent[],
  changes: readonly StoredChange[],
): string | null {
  const made = changes.find(({ before, after }) => before === null && after);
  const [only] = events;
  if (made || !only) return made?.target ?? changes[0]?.target ?? null;
  if (events.length === 1) return idOf(only);
  const named = events.map(idOf).find((id) => names.includes(id));
  if (named !== undefined) return named;
  const first = MAIN_EVENTS.map((main) => events.find(({ type }) => type.startsWith(main)));
  return idOf(first.find((event) => event !== undefined) ?? only);
}

const idOf = ({ type, record }: AuditedEvent): string => recordIdOf(type, fieldsOf(record));
