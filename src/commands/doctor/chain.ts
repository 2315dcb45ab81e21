import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { DAY_MS, wallClock } from '../../platform/core/time.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const ABOUT = 'certificate chain';
const FULL = 'serve the file with the whole chain, such as fullchain.pem (docs/certificate.md)';

/**
 * Whether clients can follow a certificate to an authority: browsers fetch what is missing, most
 * other programs do not.
 */
export function chainOf(pem: string, now = wallClock()): Finding {
  const chain = (pem.match(BLOCK) ?? []).map((block) => new X509Certificate(block));
  const [own, ...above] = chain;
  if (!own) return fail(ABOUT, 'there is no certificate', FULL);
  for (const [at, one] of above.entries()) {
    const name = nameOf(one.subject);
    if (!isIssuedBy(chain[at] ?? own, one)) {
      return fail(ABOUT, `${name} has not signed the one before it`, FULL);
    }
    const days = Math.floor((one.validToDate.getTime() - now) / DAY_MS);
    if (days < 0) return fail(ABOUT, `${name} has ended`, FULL);
    if (days < 21) return warn(ABOUT, `${name} ends in ${days} days`, 'renew the certificate');
  }
  const last = chain.at(-1) ?? own;
  const length = `${chain.length} ${chain.length === 1 ? 'certificate' : 'certificates'}`;
  const is_root = isIssuedBy(last, last);
  const ends_well = is_root ? chain.length > 1 || isKnown(last) : isKnownIssuer(last);
  if (ends_well) return ok(ABOUT, `${length}, complete`);
  if (is_root)
    return warn(ABOUT, 'it vouches for itself', 'clients must be configured to trust it');
  const issuer = nameOf(last.issuer);
  // An authority of one's own is known to its clients, but a lone certificate is more likely cut off.
  return chain.length === 1
    ? warn(ABOUT, `it ends with ${length}, and ${issuer} is no root that programs know`, FULL)
    : ok(ABOUT, `${length}, up to ${issuer}, which clients have to know`);
}

const isIssuedBy = (one: X509Certificate, by: X509Certificate): boolean =>
  one.checkIssued(by) && one.verify(by.publicKey);

let roots: X509Certificate[] | undefined;
const knownRoots = (): X509Certificate[] =>
  (roots ??= rootCertificates.map((root) => new X509Certificate(root)));

const isKnown = (one: X509Certificate): boolean =>
  knownRoots().some(({ fingerprint256 }) => fingerprint256 === one.fingerprint256);

const isKnownIssuer = (one: X509Certificate): boolean =>
  knownRoots().some((root) => root.subject === one.issuer && isIssuedBy(one, root));

/** The common name, or all of it on one line. */
const nameOf = (subject: string): string =>
  /^CN=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');
