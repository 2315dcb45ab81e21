import type { Value } from '../database.ts';
import type { Statement } from '../statement.ts';

/** A statement with its values, and what is wanted of it. */
export interface Asked {
  statement: Statement;
  values: Value[];
  /** `one`: the first row at most. */
  wants: 'one' | 'all' | 'count';
  /** Sent by itself, though it could be one with others. */
  is_apart?: boolean;
  /** Changes one row or fails, so that in a batch nobody waits for the answer. */
  is_sure?: boolean;
  /** Whose changes keep their order, whatever they become one with. */
  owner?: object;
}

export interface Answered {
  rows: unknown[];
  count: number;
}

export type Outcome = PromiseSettledResult<Answered>;
