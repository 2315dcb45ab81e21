import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** What is done with the installation's secret, which is kept apart from the database. */
export interface Secrets {
  /** 32 bytes that follow from the secret and a text, and tell nothing about either. */
  derive(text: string): Buffer;
  /** Text that only the secret makes readable again. */
  seal(text: string): string;
  /** Undefined when it was sealed with another secret, or altered. */
  open(sealed: string): string | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSecrets(secret: Buffer): Secrets {
  const sealing = hmac(secret, 'sealing');
  const deriving = hmac(secret, 'deriving');
  return {
    derive: (text) => hmac(deriving, text),
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const options = { authTagLength: TAG_BYTES };
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, options);
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch {
        return undefined; // The tag does not fit: not ours.
      }
    },
  };
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
