import { constants } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';

/** Only cipher suites with authenticated encryption (AEAD) and forward secrecy. */
export const TLS = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const;

/** A certificate, and another one for clients that say one of its names. */
export interface ShownCertificate {
  cert: string;
  key: string;
  for_names?: { names: string[]; cert: string; key: string } | undefined;
}

/** Chooses between the two certificates, of which a later one takes the place. */
export function certificateByName(first: ShownCertificate) {
  const contextOf = ({ for_names }: ShownCertificate) =>
    for_names && {
      names: new Set(for_names.names),
      context: createSecureContext({ ...TLS, cert: for_names.cert, key: for_names.key }),
    };
  let current = contextOf(first);
  return {
    use(pem: ShownCertificate) {
      current = contextOf(pem);
    },
    SNICallback(name: string, choose: (error: null, context?: SecureContext) => void) {
      choose(null, current?.names.has(name.toLowerCase()) ? current.context : undefined);
    },
  };
}
