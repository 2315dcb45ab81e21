import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { commandActor } from '../../platform/core/actor.ts';
import { newId } from '../../platform/core/ids.ts';
import type { Secrets } from '../../platform/core/secrets.ts';
import type { Database, Reader } from '../../platform/db/database.ts';
import { auditPeople } from '../../platform/operation/audit.ts';
import { insertSigningKey, listSigningKeys } from './signing-key.sql.ts';

/** The database was created with a different secret. */
export class SecretMismatch extends Error {}

/** The claims of a JWS, as they stand in it. */
export type Claims = string & { readonly are_claims: true };

export const claimsOf = (claims: object): Claims => base64Json(claims) as Claims;

export interface Signer {
  /** A JWS of these claims, signed with the newest key; by another thread, as it takes long. */
  sign(claims: Claims): Promise<string>;
  /** Switches to a newer key, which another process may have made. */
  refresh(): Promise<void>;
}

/** Signs with the newest key of the installation. Makes a key if there is none. */
export async function createSigner(
  db: Database,
  secrets: Secrets,
  clock: () => number,
): Promise<Signer> {
  const reader = db.reader(null);
  if ((await listSigningKeys(reader)).length === 0) {
    await makeSigningKey(db, secrets, { now: clock(), command: 'start' });
  }
  let current = { key_id: '', header: '', private_key: undefined as KeyObject | undefined };

  async function refresh(): Promise<void> {
    const [newest] = await listSigningKeys(reader);
    if (!newest || newest.key_id === current.key_id) return;
    const { key_id } = newest;
    const pem = secrets.open(newest.sealed_private_key, ['signing key', key_id]);
    if (pem === undefined) throw new SecretMismatch('the secret does not open the signing key');
    const header = base64Json({ alg: 'EdDSA', typ: 'JWT', kid: key_id });
    current = { key_id, header, private_key: createPrivateKey(pem) };
  }

  await refresh();
  return {
    refresh,
    sign(claims) {
      const { header, private_key } = current;
      if (!private_key) throw new Error('there is no signing key');
      const text = `${header}.${claims}`;
      return new Promise((resolve, reject) => {
        sign(null, Buffer.from(text), private_key, (error, signature) => {
          if (error) reject(error);
          else resolve(`${text}.${signature.toString('base64url')}`);
        });
      });
    },
  };
}

/** Whether this is the secret that the signing keys were sealed with; so it is when there is none. */
export async function opensSigningKeys(reader: Reader, secrets: Secrets): Promise<boolean> {
  const [newest] = await listSigningKeys(reader);
  if (!newest) return true;
  return secrets.open(newest.sealed_private_key, ['signing key', newest.key_id]) !== undefined;
}

const base64Json = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** The new key signs from now on. Earlier keys stay published, so their signatures stay valid. */
export async function makeSigningKey(
  db: Database,
  secrets: Secrets,
  { now, command }: { now: number; command: string },
): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key_id = newId('sign', now);
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const [newest] = await listSigningKeys(db.reader(null));
  const row = {
    key_id,
    public_key: JSON.stringify(publicKey.export({ format: 'jwk' })),
    sealed_private_key: secrets.seal(pem, ['signing key', key_id]),
    created_at: Math.max(now, (newest?.created_at ?? 0) + 1), // The newest, also by a clock set back.
  };
  await db.write(null, async (tx) => {
    await insertSigningKey(tx, row);
    const made = { target: key_id, after: { key_id }, at: now };
    await auditPeople(tx, { ...made, actor: commandActor(command), action: command });
  });
  return key_id;
}

/** The public keys, as RFC 7517 wants them. */
export async function publishedKeys(reader: Reader): Promise<{ keys: object[] }> {
  const keys = (await listSigningKeys(reader)).map(({ key_id, public_key }) => ({
    ...JSON.parse(public_key),
    kid: key_id,
    alg: 'EdDSA',
    use: 'sig',
  }));
  return { keys };
}
