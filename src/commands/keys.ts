import { KEY_SCOPES, type KeyScope } from '../platform/core/access.ts';
import { KASSA } from '../platform/core/program.ts';
import { isoInstant, isoInstantOrNull, parseInstant } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import { SettingsError } from '../platform/machine/settings.ts';
import { auditCommand } from '../platform/operation/audit.ts';
import { type ApiKeyRow, listAllKeys, markRevoked } from '../shop/store/api-key.sql.ts';
import { keyStatus } from '../shop/store/api-key-record.rules.ts';
import { makeApiKey } from '../shop/store/make-store.ts';
import { chooseStore } from './choose-store.ts';
import type { Output } from './output.ts';

export async function createKey(
  db: Database,
  options: {
    store: string | undefined;
    scope: string;
    expires: string | undefined;
    name?: string | undefined;
    now: number;
  },
  output: Output,
): Promise<void> {
  const { now, name = '' } = options;
  const scope = scopeOf(options.scope);
  const expires_at = expiryOf(options.expires, now);
  const store = await chooseStore(db, options.store);
  const { store_id, mode } = store;
  const key = { store_id, mode, scope, expires_at, now, name: nameOf(name) };
  const { api_key, key_id } = await db.write(null, async (tx) => {
    const made = await makeApiKey(tx, key);
    const after = { scope, expires_at: isoInstantOrNull(expires_at) };
    await auditCommand(tx, 'keys create', { store_id, at: now, target: made.key_id, after });
    return made;
  });
  const expires = isoInstantOrNull(expires_at);
  output.record({ api_key, key_id, store_id, mode, scope, expires_at: expires }, [
    api_key,
    '',
    `A ${scope} key for the ${mode} store "${store.name}"${expires ? `, good until ${expires}` : ''}.`,
    'It is shown only now: only a hash of it is kept.',
    `To revoke it: ${KASSA} keys revoke ${key_id}`,
  ]);
  const problem = await output.whyNotShown();
  if (!problem) return;
  await revoke(db, { store_id, key_id, revoked_at: null }, now);
  throw new SettingsError(
    `The new key could not be shown (${problem.message}), and nobody can see it later: ${key_id} is revoked again.`,
  );
}

export async function listKeys(db: Database, now: number, output: Output): Promise<void> {
  const keys = (await listAllKeys(db.reader(null))).map((key) => ({
    key_id: key.key_id,
    hint: key.hint,
    scope: key.scope,
    status: keyStatus(key, now),
    name: key.name,
    last_used_on: key.last_used_on === null ? null : isoInstant(key.last_used_on).slice(0, 10),
    store_id: key.store_id,
    created_at: isoInstant(key.created_at),
    expires_at: isoInstantOrNull(key.expires_at),
  }));
  output.list('keys', keys, [
    'key_id',
    'hint',
    'scope',
    'status',
    'name',
    'store_id',
    'expires_at',
    'last_used_on',
  ]);
}

export async function revokeKey(
  db: Database,
  key_id: string,
  now: number,
  output: Output,
): Promise<void> {
  const known = (await listAllKeys(db.reader(null))).find((key) => key.key_id === key_id);
  if (!known) throw new SettingsError(`There is no key "${key_id}". See: ${KASSA} keys list`);
  await revoke(db, known, now);
  output.record({ key_id, revoked: true }, [
    `${key_id} is revoked: servers refuse it within a second.`,
  ]);
}

async function revoke(
  db: Database,
  { store_id, key_id, revoked_at }: Pick<ApiKeyRow, 'store_id' | 'key_id' | 'revoked_at'>,
  now: number,
): Promise<void> {
  await db.write(null, async (tx) => {
    await markRevoked(tx, key_id, now);
    const before = { revoked_at: isoInstantOrNull(revoked_at) };
    const after = { revoked_at: isoInstant(revoked_at ?? now) };
    const change = { target: key_id, before, after };
    await auditCommand(tx, 'keys revoke', { store_id, at: now, ...change });
  });
}

function nameOf(text: string): string {
  if ([...text].length <= 100 && !/\p{Cc}/u.test(text)) return text.trim();
  throw new SettingsError('--name must be one line of at most 100 characters.');
}

function scopeOf(text: string): KeyScope {
  const scope = KEY_SCOPES.find((one) => one === text);
  if (!scope) throw new SettingsError(`--scope must be one of ${KEY_SCOPES.join(', ')}.`);
  return scope;
}

/** A date, an instant, or a duration from now such as P30D. */
function expiryOf(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const at = /^P/i.test(text) ? afterDuration(text, now) : parseInstant(text, 'end');
  if (at !== undefined && at > now) return at;
  throw new SettingsError(
    '--expires must be a date or instant in the future, or a duration (P30D).',
  );
}

function afterDuration(text: string, now: number): number | undefined {
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC');
    return start.add(text).epochMilliseconds;
  } catch {
    return undefined; // Not a duration: the caller says what is expected.
  }
}
