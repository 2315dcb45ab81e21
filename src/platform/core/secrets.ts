import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** What a sealed text is and which row stores it. Copied into another row, it cannot be opened. */
export type SealPlace =
  | ['signing key', key_id: string]
  | ['webhook secret', store_id: string, webhook_id: string]
  | ['provider credentials', store_id: string]
  | ['acme account' | 'acme certificate', domain: string, directory: string]
  | ['return key', store_id: string, checkout_session_id: string]
  | ['mail', store_id: string, mail_id: string]
  | ['mail server']
  | ['authenticator', person_id: string]
  | ['kept answer', store_id: string, idempotency_key: string, request_hash: string];

/** Encryption with the secret of the installation, which is not stored in the database. */
export interface Secrets {
  /** How many secrets were lost before this one. */
  generation: number;
  /** 32 bytes computed from the secret and a text. They reveal neither. */
  derive(text: string): Buffer;
  /** Encrypts a text. It can be opened only with the same secret and place. */
  seal(text: string, place: SealPlace): string;
  /** Decrypts. Undefined when the secret or the place is another, or the text was altered. */
  open(sealed: string, place: SealPlace): string | undefined;
  /** Opens what an old version sealed without a place. Only for sealing it again with one. */
  openFromOldVersion(sealed: string): string | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BOUND = '2.';
const NO_PLACE = Buffer.alloc(0);

const SECRET_BYTES = 32;

/** The secret as it is written: 64 hexadecimal digits, and its generation if others were lost. */
export function parseSecret(text: string): Buffer | undefined {
  const [, digits, generation] = /^([0-9a-f]{64})(?:-(\d{1,2}))?$/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const number = generation === undefined ? [] : [Number(generation)];
  return Buffer.concat([Buffer.from(digits, 'hex'), Buffer.from(number)]);
}

/** Takes 32 bytes, and one more with the generation if it is not the first. */
export function createSecrets(bytes: Buffer): Secrets {
  const secret = bytes.subarray(0, SECRET_BYTES);
  const sealing = hmac(secret, 'sealing');
  const deriving = hmac(secret, 'deriving');
  return {
    generation: bytes[SECRET_BYTES] ?? 0,
    derive: (text) => hmac(deriving, text),
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(bytesOf(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return BOUND + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed, place) =>
      sealed.startsWith(BOUND) ? opened(sealed.slice(BOUND.length), bytesOf(place)) : undefined,
    openFromOldVersion: (sealed) => opened(sealed, NO_PLACE),
  };

  function opened(text: string, place: Buffer): string | undefined {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const options = { authTagLength: TAG_BYTES };
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, options).setAAD(place);
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    } catch {
      return undefined; // The authentication tag does not match.
    }
  }
}

const bytesOf = (place: SealPlace): Buffer => Buffer.from(JSON.stringify(place));

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
