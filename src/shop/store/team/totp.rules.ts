import { createHmac, timingSafeEqual } from 'node:crypto';

// Codes of an authenticator app: RFC 6238 with the values that every such app understands.

const STEP_MS = 30_000;
const DIGITS = 6;
/** How many steps the clock of a phone may be off, in either direction. */
const STEPS_OFF = 1;

export const SECRET_BYTES = 20;

const stepAt = (now: number): number => Math.floor(now / STEP_MS);

/** The code of a step (RFC 4226, section 5.3). */
export function totpCode(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = (mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
}

/** What an app shows now. */
export const totpNow = (secret: Buffer, now: number): string => totpCode(secret, stepAt(now));

/**
 * The step that a typed code belongs to, if it is one that counts now. A code counts once: whoever
 * has used a step before needs the code of a later one.
 */
export function stepOfCode(
  secret: Buffer,
  { typed, last_step, now }: { typed: string; last_step: number; now: number },
): number | undefined {
  const code = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) return undefined;
  const here = stepAt(now);
  let found: number | undefined;
  for (let step = here - STEPS_OFF; step <= here + STEPS_OFF; step++) {
    const is_equal = timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code));
    if (is_equal && step > last_step) found ??= step;
  }
  return found;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, as authenticator apps read it; the secret is a multiple of five bytes long. */
export function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += BASE32[(value >> (bits - 5)) & 31];
  }
  return text;
}

/** What the QR code says: whose account it is, at which installation. */
export function totpAddress(secret: Buffer, { email, host }: { email: string; host: string }) {
  const issuer = encodeURIComponent(`Kassa (${host.slice(0, 60)})`);
  const account = encodeURIComponent(email.slice(0, 100));
  return `otpauth://totp/${issuer}:${account}?secret=${base32(secret)}&issuer=${issuer}`;
}
