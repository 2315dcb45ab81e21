// Loaded before the server (--import): notes every statement that it runs on its database, with its
// values, and writes them to the file RECORD_STATEMENTS when it ends.
import { writeFileSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { serialize } from 'node:v8';
import type { Recorded, Step } from './statements.ts';

const connections = new Map<DatabaseSync, number>();
const texts = new Map<string, number>();
const prepared = new WeakMap<StatementSync, { connection: number; text: number }>();
const steps: Step[] = [];

const textOf = (sql: string): number => {
  if (!texts.has(sql)) texts.set(sql, texts.size);
  return texts.get(sql) ?? 0;
};

/** Undefined for a database that only is a lock. */
function connectionOf(db: DatabaseSync): number | undefined {
  if (!db.location()?.endsWith('kassa.db')) return undefined;
  if (!connections.has(db)) connections.set(db, connections.size);
  return connections.get(db);
}

const { prepare, exec } = DatabaseSync.prototype;
DatabaseSync.prototype.prepare = function (sql, ...rest) {
  const statement = prepare.call(this, sql, ...rest);
  const connection = connectionOf(this);
  if (connection !== undefined) prepared.set(statement, { connection, text: textOf(sql) });
  return statement;
};
DatabaseSync.prototype.exec = function (sql) {
  const connection = connectionOf(this);
  if (connection !== undefined) steps.push({ connection, text: textOf(sql), how: 'exec' });
  exec.call(this, sql);
};
for (const how of ['run', 'get', 'all'] as const) {
  const method: (...values: never[]) => unknown = StatementSync.prototype[how];
  const noting = function (this: StatementSync, ...values: never[]) {
    const known = prepared.get(this);
    if (known) steps.push({ ...known, how, values });
    return method.apply(this, values);
  };
  Object.assign(StatementSync.prototype, { [how]: noting });
}

process.on('exit', () => {
  const recorded: Recorded = { texts: [...texts.keys()], steps };
  writeFileSync(process.env.RECORD_STATEMENTS ?? '', serialize(recorded));
});
