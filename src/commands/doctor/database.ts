import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { commandActor } from '../../platform/core/actor.ts';
import { fromMinor } from '../../platform/core/money.ts';
import { KASSA } from '../../platform/core/program.ts';
import { isoInstant, wallClock } from '../../platform/core/time.ts';
import { compareSchema } from '../../platform/db/compare-schema.ts';
import type { Database, Reader } from '../../platform/db/database.ts';
import { findMoved } from '../../platform/db/mark.ts';
import { migrationsOf } from '../../platform/db/migrate.ts';
import { openSqliteReadOnly } from '../../platform/db/sqlite/read-only.ts';
import { findSecrets } from '../../platform/machine/secret.ts';
import type { Settings } from '../../platform/machine/settings.ts';
import { COUNTED_MAX } from '../../shop/insight/attention/attention.sql.ts';
import { readInstallation } from '../../shop/insight/readiness/installation-facts.ts';
import { listSigningKeys } from '../../shop/licenses/signing-key.sql.ts';
import { createConnections } from '../../shop/money/payments/connections.ts';
import { findHold } from '../../shop/money/payments/held-charges.sql.ts';
import { listConnections } from '../../shop/money/payments/provider-connection.sql.ts';
import { whatToDo } from '../../shop/settlement/unknown-payment.rules.ts';
import { listUnknownPayments } from '../../shop/settlement/unknown-payment.sql.ts';
import { listStores } from '../../shop/store/store.sql.ts';
import { findAcmeCertificate } from '../../start/certificates/acme-certificate.sql.ts';
import { failAt } from './access.ts';
import { lookAtBackups } from './backups.ts';
import { chainOf } from './chain.ts';
import { connectionsOf } from './doctor.sql.ts';
import { type Finding, fail, messageOf, ok, warn } from './finding.ts';
import { certificateOf } from './machine.ts';
import { aboutJobs, aboutOverdue } from './overdue.ts';
import { aboutEndpoint, aboutProvider, aboutWalletsOf } from './provider.ts';
import { aboutReadiness } from './readiness.ts';
import { aboutWebhooks } from './webhooks.ts';

const NO_SUCH_TABLE = '42P01'; // in PostgreSQL
const PUT_BACK = 'put back a backup (docs/storage.md)';
const LOG_LARGE_BYTES = 256 * 1024 * 1024;

/** What the database says. It is opened without changing anything, beside a running server. */
export async function lookAtDatabase(settings: Settings): Promise<Finding[]> {
  const file = join(settings.data_dir, 'kassa.db');
  if (!settings.database_url && !existsSync(file) && !existsSync(`${file}-wal`)) {
    const todo = 'start Kassa once, or restore a backup';
    return [failAt(file, 'database', { what: `there is no ${file}`, todo })];
  }
  let db: Database;
  try {
    db = await openAsIs(settings, file);
  } catch (error) {
    return [
      settings.database_url
        ? fail('database', messageOf(error), 'check DATABASE_URL, and that PostgreSQL runs')
        : failAt(file, 'database', { what: messageOf(error), todo: PUT_BACK }),
    ];
  }
  try {
    const migrations = await migrationsOf(db);
    if (migrations !== 'current') {
      return [OTHER_MIGRATIONS[migrations]];
    }
    const moved = await findMoved(db);
    if (moved) return [fail('database', moved.problem, moved.advice)];
    return [
      await aboutDatabase(db, file),
      await aboutTables(settings),
      ...aboutLog(settings, file),
      ...(await aboutConnections(db, settings)),
      await aboutClock(db),
      ...(await aboutSecretFits(db, settings)),
      ...(await aboutAcme(db, settings)),
      ...(await aboutStores(db, settings)),
      ...(await lookAtBackups(db, settings)),
      ...(await aboutJobs(db)),
    ];
  } catch (error) {
    const is_empty = error instanceof Error && 'code' in error && error.code === NO_SUCH_TABLE;
    return is_empty
      ? [fail('database', 'has no tables of Kassa', 'start Kassa once, or restore a backup')]
      : [failAt(file, 'database', { what: messageOf(error), todo: 'see docs/storage.md' })];
  } finally {
    await db.close();
  }
}

/** Without bringing it up to date. */
export async function openAsIs({ database_url }: Settings, file: string): Promise<Database> {
  if (database_url === undefined) return openSqliteReadOnly(file);
  const { openPostgres } = await import('../../platform/db/postgres/postgres.ts');
  return openPostgres(database_url);
}

async function aboutDatabase(db: Database, file: string): Promise<Finding> {
  const { engine, bytes } = await db.describe();
  const wrong = await db.selfCheck();
  if (wrong.length > 0) {
    return fail('database', `${file}: ${wrong[0]}`, PUT_BACK);
  }
  const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  return ok('database', `${name}, ${(bytes / 1_000_000).toFixed(1)} MB, up to date`);
}

const OTHER_MIGRATIONS = {
  newer: fail('database', 'was changed by a newer Kassa', 'start the newer Kassa'),
  older: warn('database', 'is of an older Kassa', 'start Kassa: it is brought up to date'),
  changed: fail(
    'database',
    'was made with a migration that says something else in this Kassa',
    'use the Kassa that was used before, or one as it was published (docs/storage.md)',
  ),
};

/** As this version makes them: what a migration has left out is an error in every look at it. */
async function aboutTables(settings: Settings): Promise<Finding> {
  const found = await compareSchema(settings);
  if (!found) {
    const grant = 'not compared: this user may make no schema (GRANT CREATE ON DATABASE)';
    return ok('tables', grant);
  }
  const { lacks, has_besides } = found;
  const more = (lines: string[]) => (lines.length > 1 ? `; and ${lines.length - 1} more` : '');
  if (lacks.length > 0) {
    const todo = `${KASSA} verify lists all of them; docs/storage.md says what to do`;
    return fail('tables', `the database lacks ${lacks[0]}${more(lacks)}`, todo);
  }
  if (has_besides.length > 0) {
    const what = `the database has ${has_besides[0]}, which Kassa does not make`;
    return warn('tables', what + more(has_besides), 'remove what nobody needs');
  }
  return ok('tables', 'columns, indexes and triggers are what this version makes');
}

function aboutLog({ database_url }: Settings, file: string): Finding[] {
  if (database_url || !existsSync(`${file}-wal`)) return [];
  const { size } = statSync(`${file}-wal`);
  const what = `${(size / 1_000_000).toFixed(1)} MB beside the database`;
  return size > LOG_LARGE_BYTES
    ? [warn('log', what, 'does a backup or kassa verify run for long? It shrinks after that')]
    : [ok('log', what)];
}

/** Every process of Kassa takes several; whoever gets none cannot answer. */
async function aboutConnections(db: Database, { database_url }: Settings): Promise<Finding[]> {
  if (database_url === undefined) return [];
  const found = await connectionsOf(db.reader(null));
  if (!found) return [];
  const { most, used } = found;
  const left = most - used;
  const what = `${used} of ${most} are used`;
  const todo = 'raise max_connections of PostgreSQL, or put pgbouncer before it (docs/scaling.md)';
  if (left < 5) return [fail('connections', what, todo)];
  return [left < most / 5 ? warn('connections', what, todo) : ok('connections', what)];
}

async function aboutClock(db: Database): Promise<Finding> {
  const database_time = await db.now();
  if (database_time === undefined) return ok('clock', isoInstant(wallClock()));
  const seconds = Math.round((wallClock() - database_time) / 1000);
  return Math.abs(seconds) > 5
    ? fail('clock', `differs from the database's by ${seconds} s`, 'set the clocks by the network')
    : ok('clock', 'as the database’s');
}

async function aboutSecretFits(db: Database, settings: Settings): Promise<Finding[]> {
  const [newest] = await listSigningKeys(db.reader(null));
  const secrets = findSecrets(settings);
  if (!newest || !secrets) return [];
  return secrets.open(newest.sealed_private_key, ['signing key', newest.key_id]) === undefined
    ? [fail('secret', 'is not the one of this database', 'restore the right one from a backup')]
    : [];
}

export async function aboutAcme(db: Database, { acme, base_url }: Settings): Promise<Finding[]> {
  if (!acme) return [];
  const row = await findAcmeCertificate(db.reader(null), acme);
  const next = isoInstant(row?.next_order_at ?? 0);
  const todo = `see the log and docs/certificate.md; the next try is at ${next}`;
  if (!row?.certificate) return [fail('certificate', row?.problem ?? 'has not come yet', todo)];
  if (row.problem !== null) return [warn('certificate', `is not renewed: ${row.problem}`, todo)];
  return [certificateOf(row.certificate, base_url, true), chainOf(row.certificate)];
}

async function aboutStores(db: Database, settings: Settings): Promise<Finding[]> {
  const secrets = findSecrets(settings);
  const found: Finding[] = [];
  const stores = await listStores(db.reader(null));
  const has_schedule = settings.backups !== undefined;
  const at = { now: wallClock(), has_schedule, actor: commandActor('doctor') };
  const installation = await readInstallation(db.reader(null), at);
  for (const { store_id, name, mode, clock_ahead_ms } of stores) {
    const reader = db.reader({ store_id });
    const held_from = await findHold(reader);
    if (held_from !== null) {
      const what = `are held since the restore of ${isoInstant(held_from)}: no renewal is charged`;
      found.push(warn(`charges of ${name}`, what, `${KASSA} charges compare`));
    }
    if (held_from === null) {
      found.push(...(await aboutOverdue(reader, name, wallClock() + clock_ahead_ms)));
    }
    found.push(...(await aboutUnknownPayments(reader, name)));
    found.push(...(await aboutWebhooks(reader, { store_id, name, secrets })));
    const own = secrets && createConnections(db, { secrets, clock: wallClock });
    for (const row of await listConnections(reader)) {
      const key = (await own?.credentialsOf(store_id, row.provider))?.key;
      found.push(...(await aboutProvider(reader, row, { name, mode, key, settings })));
      found.push(...aboutWalletsOf(row, name));
      if (key === undefined) continue;
      found.push(...(await aboutEndpoint(row, { store_id, name, mode, key, settings })));
    }
    if (mode === 'live')
      found.push(...(await aboutReadiness(reader, { name, settings, installation })));
  }
  return found;
}

/** Paid on a page from after the backup that was restored. */
async function aboutUnknownPayments(reader: Reader, name: string): Promise<Finding[]> {
  const unknown = await listUnknownPayments(reader, COUNTED_MAX);
  const [oldest] = unknown;
  if (!oldest) return [];
  const { reference, amount_minor, currency, paid_at } = oldest;
  const amount = `${fromMinor(amount_minor, currency)} ${currency}`;
  const first = `nobody here knows what ${amount} were paid for at ${isoInstant(paid_at)}`;
  const more = unknown.length === 1 ? '' : `; and of ${unknown.length - 1} more payments`;
  return [warn(`payments to ${name}`, first + more, whatToDo(reference))];
}
