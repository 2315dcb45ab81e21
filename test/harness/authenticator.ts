import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** An authenticator of our own, so that tests can make any answer, right and wrong ones. */
export interface Authenticator {
  credential_id: string;
  register(page: PageOfTest, change?: Change): string;
  sign(page: PageOfTest, change?: Change): string;
}

interface PageOfTest {
  origin: string;
  challenge: string;
  person_id?: string;
}

/** What is different from what a good authenticator says. */
export interface Change {
  type?: string;
  origin?: string;
  rp_id?: string;
  flags?: number;
  sign_count?: number;
  user_handle?: string;
  cross_origin?: boolean;
  spoil?(parts: Record<string, Buffer>): void;
  id?: string;
}

type Kind = 'ES256' | 'EdDSA' | 'RS256' | 'RS256 of 1024 bits';

const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

export function authenticator(kind: Kind = 'ES256'): Authenticator {
  const { privateKey, publicKey } = pairOf(kind);
  const id = randomBytes(32);
  const credential_id = id.toString('base64url');
  const cose = coseOf(kind, publicKey.export({ format: 'jwk' }));
  let count = 0;

  const clientData = (type: string, page: PageOfTest, change: Change) =>
    Buffer.from(
      JSON.stringify({
        type: change.type ?? type,
        challenge: page.challenge,
        origin: change.origin ?? page.origin,
        crossOrigin: change.cross_origin ?? false,
      }),
    );
  const authenticatorData = (page: PageOfTest, change: Change, more: Buffer, flags: number) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(change.sign_count ?? count);
    const rp_id = change.rp_id ?? new URL(page.origin).hostname;
    const given = change.flags ?? PRESENT_AND_VERIFIED;
    return Buffer.concat([sha256(rp_id), Buffer.from([given | flags]), counted, more]);
  };
  const written = (parts: Record<string, Buffer>, change: Change) => {
    change.spoil?.(parts);
    const texts = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')]);
    return JSON.stringify({ id: change.id ?? credential_id, ...Object.fromEntries(texts) });
  };

  return {
    credential_id,
    register(page, change = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      const data = authenticatorData(page, change, credential, WITH_CREDENTIAL);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
        ...[text('authData'), bytes(data)],
      ]);
      const clientDataJSON = clientData('webauthn.create', page, change);
      return written({ clientDataJSON, attestationObject }, change);
    },
    sign(page, change = {}) {
      count++;
      const data = authenticatorData(page, change, Buffer.alloc(0), 0);
      const clientDataJSON = clientData('webauthn.get', page, change);
      const signed = Buffer.concat([data, sha256(clientDataJSON)]);
      const signature = sign(kind === 'EdDSA' ? null : 'sha256', signed, privateKey);
      const handle = change.user_handle ?? page.person_id;
      const userHandle = handle === undefined ? {} : { userHandle: Buffer.from(handle) };
      const parts = { clientDataJSON, authenticatorData: data, signature, ...userHandle };
      return written(parts, change);
    },
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

function pairOf(kind: Kind) {
  if (kind === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (kind === 'EdDSA') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('rsa', { modulusLength: kind === 'RS256' ? 2048 : 1024 });
}

function coseOf(kind: Kind, jwk: { x?: string; y?: string; n?: string; e?: string }): Buffer {
  const part = (value = '') => bytes(Buffer.from(value, 'base64url'));
  if (kind === 'ES256') {
    return Buffer.concat([
      hex('a50102032620012158'),
      part(jwk.x).subarray(1),
      hex('2258'),
      part(jwk.y).subarray(1),
    ]);
  }
  if (kind === 'EdDSA') return Buffer.concat([hex('a4010103272006 21'), part(jwk.x)]);
  return Buffer.concat([hex('a401030339010020'), part(jwk.n), hex('21'), part(jwk.e)]);
}

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');

const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  if (length < 256) return Buffer.from([(kind << 5) | 24, length]);
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255]);
}
