import { setTimeout } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { SettingsError } from '../../machine/settings-error.ts';
import { BEGIN, type Connection } from './connection.ts';

const PATIENCE_MS = 5 * 60_000;
const PAUSE_MS = 300;

const DEADLOCK = '40P01';
const LOCKED = '55P03';
// Permission denied, or no schema in which this user may make tables.
const FORBIDDEN = new Set(['42501', '3F000']);
const NOT_POSSIBLE = '0A000';

/**
 * Applies migrations in one transaction. Instances that are still at work may have locked the same
 * tables, in another order: then it lets go and begins again.
 */
export async function inMigration(
  connection: Connection,
  user: string | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await connection.query(BEGIN);
      await connection.query('SET LOCAL lock_timeout = 0'); // Whatever the default is.
      await work();
      await connection.query('COMMIT');
      return;
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      const { code = '' } = error;
      const is_locked = code === DEADLOCK || code === LOCKED;
      if (!is_locked || performance.now() > until) throw explained(error, user);
      await connection.query('ROLLBACK');
      await setTimeout(PAUSE_MS * Math.random());
    }
  }
}

function explained(error: DatabaseError, user: string | undefined): Error {
  const { code = '', message, detail } = error;
  const name = user === undefined ? 'its user' : `"${user}"`;
  if (code === LOCKED || code === DEADLOCK) {
    return new SettingsError(
      `The tables of Kassa are in use by another program, and have been for five minutes: ${message}. Wait for it, perhaps a backup, and start Kassa again.`,
      { cause: error },
    );
  }
  if (FORBIDDEN.has(code)) {
    const todo = message.startsWith('must be owner')
      ? `The tables belong to somebody else, who can say: REASSIGN OWNED BY … TO ${name}`
      : `Give it a database of its own (CREATE DATABASE … OWNER ${name}), or let the owner of this one say: GRANT USAGE, CREATE ON SCHEMA … TO ${name}`;
    return new SettingsError(
      `Kassa may not make its tables in this database: ${message}. ${todo}`,
      { cause: error },
    );
  }
  if (code === NOT_POSSIBLE) {
    const of_others = detail === undefined ? '' : ` (${detail})`;
    return new SettingsError(
      `Kassa cannot change its tables, because something else rests on them: ${message}${of_others}. Remove that, start Kassa, and make it again.`,
      { cause: error },
    );
  }
  return error;
}
