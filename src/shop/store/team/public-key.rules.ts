import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Cbor } from './cbor.rules.ts';

/** ES256, EdDSA and RS256 by their numbers in COSE, the best first. */
export const ALGORITHMS = [-8, -7, -257] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

export interface PublicKey {
  algorithm: Algorithm;
  /** SPKI in DER, base64url. */
  spki: string;
}

/** The key in a COSE map (RFC 9053), or undefined if it is of no kind that we take. */
export function readPublicKey(cose: Cbor): PublicKey | undefined {
  if (!(cose instanceof Map)) return undefined;
  const bytes = (name: number): string => {
    const value = cose.get(name);
    return Buffer.isBuffer(value) ? value.toString('base64url') : '';
  };
  const kind = `${cose.get(1)} ${cose.get(3)} ${bytes(-1) === '' ? cose.get(-1) : ''}`;
  const [algorithm, jwk] =
    kind === '2 -7 1'
      ? ([-7, { kty: 'EC', crv: 'P-256', x: bytes(-2), y: bytes(-3) }] as const)
      : kind === '1 -8 6'
        ? ([-8, { kty: 'OKP', crv: 'Ed25519', x: bytes(-2) }] as const)
        : kind === '3 -257 '
          ? ([-257, { kty: 'RSA', n: bytes(-1), e: bytes(-2) }] as const)
          : [undefined, undefined];
  if (algorithm === undefined) return undefined;
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    if (!isStrong(key)) return undefined;
    const spki = key.export({ type: 'spki', format: 'der' }).toString('base64url');
    return { algorithm, spki };
  } catch {
    return undefined; // A point that is not on the curve, or a part that is missing.
  }
}

/** RSA keys of 2048 to 4096 bits: shorter ones can be broken, longer ones cost us time. */
function isStrong({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType !== 'rsa') return true;
  return modulusLength >= 2048 && modulusLength <= 4096 && publicExponent === 65_537n;
}

export function isSigned(
  { algorithm, spki }: PublicKey,
  { data, signature }: { data: Buffer; signature: Buffer },
): boolean {
  const format = { format: 'der', type: 'spki' } as const;
  const key = createPublicKey({ key: Buffer.from(spki, 'base64url'), ...format });
  try {
    return verify(algorithm === -8 ? null : 'sha256', data, key, signature);
  } catch {
    return false; // A signature that has not even the form of one.
  }
}
