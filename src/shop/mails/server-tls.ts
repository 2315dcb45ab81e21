import type { MailServer } from '../../platform/machine/mail-server.ts';

/** How TLS is spoken to a mail server. */
export const tlsOptions = ({ ca, is_certificate_checked }: MailServer) => ({
  minVersion: 'TLSv1.2' as const,
  rejectUnauthorized: is_certificate_checked,
  ...(ca !== undefined && { ca }),
});

// The names that OpenSSL and Node give to what is wrong with a certificate.
const ABOUT_CERTIFICATES = /CERT|ISSUER|LEAF_SIGNATURE|INVALID_CA|INVALID_PURPOSE/;

/** What is wrong with a certificate that was refused, and what to do; undefined for other errors. */
export function certificateProblem(error: unknown): { what: string; todo: string } | undefined {
  const { originalCode, code, message } = Object(error);
  if (!ABOUT_CERTIFICATES.test(String(originalCode ?? code))) return undefined;
  return {
    what: String(message).replace(/; if the root CA .*/, ''), // Advice of Node, for its command line.
    todo: 'if it is of an authority of your own, name its file with ?ca= in KASSA_SMTP_URL; to take any certificate: smtp://…?tls=optional (docs/mail.md)',
  };
}
