/** The public keys of a Kassa, as its `/.well-known/jwks.json` answers them. */
export interface SigningKeys {
  keys: { kid?: string; x?: string }[];
}

/** What a certificate says. */
export interface CertificateClaims {
  /** The Kassa it is from. */
  iss: string;
  /** The license, as `license_id`. */
  sub: string;
  /** When it was made, and until when it is good: seconds since 1970. */
  iat: number;
  exp: number;
  license_id: string;
  product_id: string;
  customer_id: string;
  instance_id: string;
  fingerprint: string | null;
  store_id: string;
  mode: 'test' | 'live';
}

/** What a certificate must say to be good here. What is left out is not compared. */
export type ExpectedCertificate = ExpectedMachine & {
  keys: SigningKeys;
  /** Other products of the same Kassa are signed with the same keys. */
  product_id: string;
  /** A finished application accepts `live` only. */
  mode?: 'test' | 'live' | undefined;
  /** Milliseconds since 1970. Default: the clock of this machine. */
  now?: number | undefined;
};

/** The machine, as it was activated: at least one of the two. */
type ExpectedMachine =
  | { fingerprint: string; instance_id?: string | undefined }
  | { instance_id: string; fingerprint?: string | undefined };

export type CertificateCheck =
  | { valid: true; claims: CertificateClaims }
  | {
      valid: false;
      /** `unknown_key`: fetch the signing keys again. `expired`: ask validate-license again. */
      code: 'malformed' | 'unknown_key' | 'forged' | 'expired' | CertificateClaim;
    };

/** The claim that is not the expected one. */
type CertificateClaim = 'product_id' | 'fingerprint' | 'instance_id' | 'mode';

const COMPARED = ['product_id', 'fingerprint', 'instance_id', 'mode'] as const;

/** Whether a certificate is good for this product and machine, now. Needs no network. */
export async function checkCertificate(
  certificate: string,
  expected: ExpectedCertificate,
): Promise<CertificateCheck> {
  const no = (code: (CertificateCheck & { valid: false })['code']) => ({
    valid: false as const,
    code,
  });
  const [header = '', payload = '', signature = ''] = certificate.trim().split('.');
  try {
    const { alg, kid } = json(header);
    const x = expected.keys.keys.find((key) => key.kid === kid)?.x;
    if (alg !== 'EdDSA') return no('malformed');
    if (!x) return no('unknown_key');
    const jwk = { kty: 'OKP', crv: 'Ed25519', x };
    const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']);
    const signed = new TextEncoder().encode(`${header}.${payload}`);
    const is_signed = await crypto.subtle.verify('Ed25519', key, bytes(signature), signed);
    if (!is_signed) return no('forged');
    const claims: CertificateClaims = json(payload);
    for (const name of COMPARED) {
      if (expected[name] !== undefined && expected[name] !== claims[name]) return no(name);
    }
    // One without an end is never good.
    const is_current = claims.exp * 1000 > (expected.now ?? Date.now());
    return is_current ? { valid: true, claims } : no('expired');
  } catch {
    return no('malformed');
  }
}

/** From base64, also in the form for addresses. */
export const bytes = (base64: string) =>
  Uint8Array.from(atob(base64.replace(/-/g, '+').replace(/_/g, '/')), (letter) =>
    letter.charCodeAt(0),
  );

const json = (part: string) => JSON.parse(new TextDecoder().decode(bytes(part)));
