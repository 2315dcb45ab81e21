import { createHash, timingSafeEqual } from 'node:crypto';
import { type Cbor, CborError, readCbor } from './cbor.rules.ts';
import { isSigned, type PublicKey, readPublicKey } from './public-key.rules.ts';

// Web Authentication, level 2, for attestation "none": what an authenticator says is believed only
// as far as its signature goes. https://www.w3.org/TR/webauthn-2/#sctn-rp-operations

/** What an answer of a browser must belong to. */
export interface Expected {
  /** Of this installation: https://shop.example */
  origin: string;
  /** Its host name. */
  rp_id: string;
  /** The one that this page was given, base64url. */
  challenge: string;
  /** Whether the authenticator must have made sure who holds it, by finger, face or PIN. */
  must_verify: boolean;
}

export interface NewPasskey extends PublicKey {
  /** base64url, as everywhere here. */
  credential_id: string;
  sign_count: number;
}

export interface KnownPasskey extends NewPasskey {
  person_id: string;
}

const CREDENTIAL_BYTES_MAX = 1023;

/** The new passkey in the answer of `navigator.credentials.create`, or undefined. */
export function readRegistration(text: string, expected: Expected): NewPasskey | undefined {
  const answer = readAnswer(text, ['clientDataJSON', 'attestationObject']);
  if (!answer || !isClientData(answer.clientDataJSON, 'webauthn.create', expected)) {
    return undefined;
  }
  const attestation = cborOf(answer.attestationObject);
  if (!(attestation instanceof Map) || typeof attestation.get('fmt') !== 'string') return undefined;
  const data = attestation.get('authData');
  const found = Buffer.isBuffer(data) ? readAuthenticatorData(data) : undefined;
  if (!found?.credential || !isOurs(found, expected)) return undefined;
  const { credential_id, key } = found.credential;
  if (credential_id !== answer.id) return undefined;
  return { credential_id, ...key, sign_count: found.sign_count };
}

/** Which passkey an answer of `navigator.credentials.get` claims to be; nothing is checked yet. */
export const claimedCredential = (text: string): string | undefined =>
  readAnswer(text, ASSERTION)?.id;

/** The new count of signatures of this passkey if the answer is its own, or undefined. */
export function checkAssertion(
  text: string,
  known: KnownPasskey,
  expected: Expected,
): number | undefined {
  const answer = readAnswer(text, ASSERTION);
  if (!answer || answer.id !== known.credential_id) return undefined;
  if (!isClientData(answer.clientDataJSON, 'webauthn.get', expected)) return undefined;
  // An authenticator that says whose passkey it is must agree.
  if (answer.userHandle.length > 0 && answer.userHandle.toString() !== known.person_id) {
    return undefined;
  }
  const found = readAuthenticatorData(answer.authenticatorData);
  if (!found || !isOurs(found, expected)) return undefined;
  const data = Buffer.concat([answer.authenticatorData, sha256(answer.clientDataJSON)]);
  if (!isSigned(known, { data, signature: answer.signature })) return undefined;
  // A count that does not grow is that of a copy. Many authenticators do not count: always 0.
  const counts = found.sign_count > 0 || known.sign_count > 0;
  return counts && found.sign_count <= known.sign_count ? undefined : found.sign_count;
}

const ASSERTION = ['clientDataJSON', 'authenticatorData', 'signature'] as const;

const TEXT_MAX = 16 * 1024;

type Answer<Part extends string> = Record<Part | 'userHandle', Buffer> & { id: string };

/** The answer as our script sends it: JSON with bytes in base64url. */
function readAnswer<const Part extends string>(
  text: string,
  parts: readonly Part[],
): Answer<Part> | undefined {
  const sent = text.length > TEXT_MAX ? undefined : jsonOf(text);
  const id = textOf(sent, 'id');
  if (id === undefined || !isBase64url(id) || id.length > (CREDENTIAL_BYTES_MAX * 4) / 3 + 4) {
    return undefined;
  }
  const bytes = parts.map((part) => [part, bytesOf(textOf(sent, part))] as const);
  if (bytes.some(([, value]) => value === undefined)) return undefined;
  const userHandle = bytesOf(textOf(sent, 'userHandle')) ?? Buffer.alloc(0);
  return { ...Object.fromEntries(bytes), userHandle, id } as Answer<Part>;
}

const isBase64url = (text: string): boolean => /^[\w-]+$/.test(text);

const bytesOf = (text: string | undefined): Buffer | undefined =>
  text !== undefined && isBase64url(text) ? Buffer.from(text, 'base64url') : undefined;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not from our script.
  }
}

function textOf(object: unknown, name: string): string | undefined {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined;
  const value: unknown = Object.entries(object).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}

/** What the browser says: on which page, and for which challenge. */
function isClientData(bytes: Buffer, type: string, { origin, challenge }: Expected): boolean {
  const data = jsonOf(bytes.toString('utf8'));
  const is_framed = typeof data === 'object' && data !== null && 'crossOrigin' in data;
  return (
    textOf(data, 'type') === type &&
    textOf(data, 'origin') === origin &&
    isEqual(textOf(data, 'challenge') ?? '', challenge) &&
    !(is_framed && data.crossOrigin === true)
  );
}

interface AuthenticatorData {
  rp_hash: Buffer;
  is_present: boolean;
  is_verified: boolean;
  sign_count: number;
  credential: { credential_id: string; key: PublicKey } | undefined;
}

function readAuthenticatorData(bytes: Buffer): AuthenticatorData | undefined {
  if (bytes.length < 37) return undefined;
  const flags = bytes.readUInt8(32);
  const has_credential = (flags & 0x40) !== 0;
  const credential = has_credential ? readCredential(bytes.subarray(37)) : undefined;
  if (has_credential && !credential) return undefined;
  return {
    rp_hash: bytes.subarray(0, 32),
    is_present: (flags & 0x01) !== 0,
    is_verified: (flags & 0x04) !== 0,
    sign_count: bytes.readUInt32BE(33),
    credential,
  };
}

/** After 16 bytes about the make of the authenticator: the identifier and the key. */
function readCredential(bytes: Buffer): AuthenticatorData['credential'] {
  if (bytes.length < 18) return undefined;
  const length = bytes.readUInt16BE(16);
  if (length === 0 || length > CREDENTIAL_BYTES_MAX || bytes.length < 18 + length) return undefined;
  const cose = cborOf(bytes.subarray(18 + length), { alone: false });
  const key = cose === undefined ? undefined : readPublicKey(cose);
  return key && { credential_id: bytes.toString('base64url', 18, 18 + length), key };
}

function cborOf(bytes: Buffer, { alone } = { alone: true }): Cbor | undefined {
  try {
    const { value, end } = readCbor(bytes);
    return alone && end !== bytes.length ? undefined : value;
  } catch (error) {
    if (error instanceof CborError) return undefined;
    throw error;
  }
}

const isOurs = (found: AuthenticatorData, { rp_id, must_verify }: Expected): boolean =>
  found.rp_hash.equals(sha256(rp_id)) && found.is_present && (found.is_verified || !must_verify);

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const isEqual = (one: string, other: string): boolean =>
  timingSafeEqual(sha256(one), sha256(other));
