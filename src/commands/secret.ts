import { randomBytes } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { openPlace } from '../care/move/place.ts';
import { INSTALLATION } from '../platform/core/audit-chain.ts';
import { KASSA } from '../platform/core/program.ts';
import { createSecrets, parseSecret, type Secrets } from '../platform/core/secrets.ts';
import { isoInstant } from '../platform/core/time.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { refuseNoShop } from '../platform/db/no-shop.ts';
import { openDatabase } from '../platform/db/open.ts';
import { writeAtomically } from '../platform/machine/files.ts';
import { DamagedSecret, findSecrets, readSecretFile } from '../platform/machine/secret.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import { auditCommand } from '../platform/operation/audit.ts';
import { newWebhookSecret } from '../shop/events/webhooks/signature.rules.ts';
import { listSigningKeys } from '../shop/licenses/signing-key.sql.ts';
import { makeSigningKey } from '../shop/licenses/signing-keys.ts';
import { PROVIDER_NAMES } from '../shop/money/payments/provider-names.rules.ts';
import type { Output } from './output.ts';
import {
  countSealed,
  eraseSealed,
  findSeedOf,
  listConnectedStores,
  listKeptAnswers,
  listSealedWebhooks,
  listWithAuthenticator,
  type SealedCounts,
  saveKeptAnswer,
  saveWebhookSecret,
} from './sealed.sql.ts';

/** Says whether the secret is that of the database, and what depends on it. */
export async function showSecret(settings: Settings, output: Output): Promise<void> {
  const db = await openDatabase(settings, { only_new: true, must_exist: true });
  try {
    const { fits, counts, since } = await look(db, settings);
    const where = settings.secret ? 'KASSA_SECRET' : join(settings.data_dir, 'secret');
    output.record({ fits, secret: where, since, protects: counts }, [
      fits
        ? `${where} is the secret of this database.`
        : `${where} is missing or another one than that of this database.`,
      ...(since === null ? [] : [`The newest signing key was sealed at ${isoInstant(since)}.`]),
      'It protects:',
      ...LINES.map(({ count, what }) => `  ${String(counts[count]).padStart(9)} ${what}`),
      ...(fits
        ? []
        : [
            '',
            `First look for it in your backups. If it is lost for good: ${KASSA} secret replace`,
          ]),
    ]);
  } finally {
    await db.close();
  }
}

/** What becomes of each when the secret is lost. */
const LINES: { count: keyof SealedCounts; what: string; becomes: string }[] = [
  {
    count: 'signing_keys',
    what: 'keys that sign license certificates',
    becomes: 'a new one signs; the public ones stay published, so certificates stay good',
  },
  {
    count: 'webhooks',
    what: 'webhooks with a signing secret',
    becomes: 'each gets a new secret, which is printed: give it to the receiver',
  },
  {
    count: 'provider_connections',
    what: 'connections to payment providers',
    becomes: `disconnected: connect each again with its key (${KASSA} provider connect ${PROVIDER_NAMES[0]})`,
  },
  {
    count: 'certificates',
    what: 'TLS certificates that Kassa got for its domain',
    becomes: 'got again at the next start',
  },
  {
    count: 'return_keys',
    what: 'open sessions whose return address is signed',
    becomes: 'their buyers come back without a signature',
  },
  {
    count: 'mails',
    what: 'mails with links that let somebody in',
    becomes: 'canceled: whoever still needs one asks again',
  },
  {
    count: 'authenticators',
    what: 'people with an authenticator app',
    becomes: 'taken off: they sign in with the password or a passkey and set it up again',
  },
  {
    count: 'recovery_codes',
    what: 'unused recovery codes',
    becomes: 'void: new ones come with the app',
  },
  {
    count: 'kept_answers',
    what: 'kept answers to requests with an Idempotency-Key',
    becomes: 'a repeat is refused, and never done twice',
  },
  {
    count: 'licenses',
    what: 'licenses',
    becomes:
      'every key goes on working; no key from before can be shown again or found by a part of it, until it is reissued (reissue-license)',
  },
];

interface Look {
  fits: boolean;
  counts: SealedCounts;
  since: number | null;
}

async function look(db: Database, settings: Settings): Promise<Look> {
  const reader = db.reader(null);
  const secrets = readable(settings);
  const [newest] = await listSigningKeys(reader);
  const counts = await countSealed(reader);
  if (!counts) throw new Error('counts are one row');
  const place = ['signing key', newest?.key_id ?? ''] as const;
  const fits = !newest || secrets?.open(newest.sealed_private_key, [...place]) !== undefined;
  return { fits, counts, since: newest?.created_at ?? null };
}

/** The secret that there is; undefined also when its file is damaged. */
function readable(settings: Settings): Secrets | undefined {
  try {
    return findSecrets(settings);
  } catch (error) {
    if (error instanceof DamagedSecret) return undefined;
    throw error;
  }
}

/** Makes a new secret when the old one is lost, and everything anew that depended on it. */
export async function replaceSecret(
  settings: Settings,
  { yes, now }: { yes: boolean; now: number },
  output: Output,
): Promise<void> {
  if (settings.secret) {
    throw new SettingsError(
      'Unset KASSA_SECRET first: the new secret is written to the data folder, and you set it from there.',
    );
  }
  await refuseNoShop(settings);
  const guard = await openPlace(settings);
  try {
    await guard.refuseOthers();
    const db = await openDatabase(settings, { only_new: true });
    try {
      await replace(db, settings, { yes, now }, output);
    } finally {
      await db.close();
    }
  } finally {
    await guard.close();
  }
}

async function replace(
  db: Database,
  settings: Settings,
  { yes, now }: { yes: boolean; now: number },
  output: Output,
): Promise<void> {
  const { fits, counts } = await look(db, settings);
  if (fits)
    throw new SettingsError('The secret is that of this database: nothing is to be replaced.');
  const list = LINES.filter(({ count }) => counts[count] > 0).map(
    ({ count, what, becomes }) => `  ${counts[count]} ${what}: ${becomes}`,
  );
  if (!yes) {
    output.record({ replaced: false, protected: counts }, [
      'The secret is lost. It protected:',
      ...list,
      '',
      `Nothing was changed. To make a new one: ${KASSA} secret replace --yes`,
    ]);
    return;
  }
  const reader = db.reader(null);
  const connected = await listConnectedStores(reader);
  const disconnected = connected.map(({ name }) => name);
  const people = (await listWithAuthenticator(reader)).map(({ email }) => email);
  const { path, secrets } = await writeNew(db, settings, now);
  const webhooks = await db.write(null, async (tx) => {
    await eraseSealed(tx, now);
    await refuseRepeats(tx, secrets);
    const after = { ...counts, generation: secrets.generation };
    const change = { target: 'secret', before: null, after, store_id: INSTALLATION, at: now };
    await auditCommand(tx, 'secret replace', change);
    return newWebhookSecrets(tx, secrets);
  });
  // Last, because by it the secret fits: whoever is killed before can give the command again.
  await makeSigningKey(db, secrets, { now, command: 'secret replace' });
  output.record(
    { replaced: true, secret: path, protected: counts, webhooks, disconnected, people },
    [
      `A new secret is in ${path}: keep a copy of it elsewhere, and give it to every process. The old one protected:`,
      ...list,
      ...webhooks.map(
        ({ store, url, secret }) =>
          `  New secret of ${url} (store "${store}"), shown only now: ${secret}`,
      ),
      ...connected.map(
        ({ name, provider }) =>
          `  Connect again: ${KASSA} provider connect ${provider} --store "${name}"`,
      ),
      ...people.map((email) => `  Sets up the authenticator app again: ${email}`),
      `Everybody signs in again. Whoever cannot gets a link: ${KASSA} dashboard link --email ADDRESS`,
    ],
  );
}

/** Numbered, so that keys of a lost secret are known as such. */
async function writeNew(db: Database, { data_dir }: Settings, now: number) {
  const path = join(data_dir, 'secret');
  const found = parseSecret(readSecretFile(path) ?? '');
  let generation = (found ? createSecrets(found).generation : 0) + 1;
  while (await findSeedOf(db.reader(null), generation)) generation += 1;
  if (existsSync(path)) renameSync(path, `${path}.before-${now}`);
  const text = `${randomBytes(32).toString('hex')}-${generation}`;
  writeAtomically(path, `${text}\n`, 0o600);
  const bytes = parseSecret(text);
  if (!bytes) throw new Error('the new secret is well-formed');
  return { path, secrets: createSecrets(bytes) };
}

async function newWebhookSecrets(tx: Tx, secrets: Secrets) {
  const made: { webhook_id: string; store: string; url: string; secret: string }[] = [];
  for (const { store_id, webhook_id, url, store_name } of await listSealedWebhooks(tx)) {
    const secret = newWebhookSecret();
    const sealed = secrets.seal(secret, ['webhook secret', store_id, webhook_id]);
    await saveWebhookSecret(tx, { store_id, webhook_id, sealed });
    made.push({ webhook_id, store: store_name, url, secret });
  }
  return made;
}

/** Nobody knows what was answered, so nothing is done again under the same key. */
async function refuseRepeats(tx: Tx, secrets: Secrets): Promise<void> {
  const error = {
    status: 400,
    code: 'idempotency_key_reused',
    message:
      'This Idempotency-Key was used, and its answer was lost with the secret of the installation: look whether the request was done before you send it with another key.',
    details: [],
  };
  for (const { store_id, idempotency_key, request_hash } of await listKeptAnswers(tx)) {
    const place = ['kept answer', store_id, idempotency_key, request_hash] as const;
    const body = secrets.seal(JSON.stringify({ error }), [...place]);
    await saveKeptAnswer(tx, { store_id, idempotency_key, status: 400, body });
  }
}
