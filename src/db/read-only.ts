import type { Database } from './database.ts';

/** Thrown by a write where only reads are possible. */
export class ReadOnly extends Error {
  override name = 'ReadOnly';

  constructor() {
    super('this process only reads: another one writes');
  }
}

/** A database in which another process writes: `write` always throws ReadOnly. */
export interface ReadOnlyDatabase extends Database {
  /** The next read sees everything that has been committed by now. */
  refresh(): void;
}
