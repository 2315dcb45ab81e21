import type { SecureContext } from 'node:tls';
import type { AcmeSettings } from '../../platform/machine/tls/acme-settings.ts';
import {
  endOf,
  type Pem,
  type ServedCertificate,
} from '../../platform/machine/tls/served-certificate.ts';
import { watchCertificate } from '../../platform/machine/tls/watch-certificate.ts';
import type { CertificateDependencies } from './keep-certificate.ts';

/** The certificate of this server, wherever it comes from. */
export interface Certificates {
  /** What to begin with; undefined: a proxy does TLS. */
  first: Pem | undefined;
  /** Whose certificate clients have to trust, if it is a local one. */
  authority_path: string | undefined;
  challenge?(): SecureContext | undefined;
  answerTo?(token: string): Promise<string | undefined>;
  /** When the one that clients see ends; undefined: that is another's, a proxy's. */
  shownUntil(): number | undefined;
  /** When it ends, if somebody has to do something about that. */
  endsAt(): number | undefined;
  /** `use` gets every certificate that follows the first. */
  start(use: (pem: Pem) => void): void;
  stop(): Promise<void>;
}

export async function createCertificates(
  { tls, acme }: { tls: ServedCertificate | undefined; acme?: AcmeSettings | undefined },
  dependencies: CertificateDependencies,
): Promise<Certificates> {
  if (acme && tls) {
    // Loaded where it is used: other starts need not wait for it.
    const { keepCertificate } = await import('./keep-certificate.ts');
    const keeper = await keepCertificate(acme, dependencies);
    const first = keeper.newest() ?? tls; // The local one until the first has come.
    const shownUntil = () => endOf(keeper.newest() ?? first);
    const endsAt = keeper.failingUntil;
    return { ...keeper, first, authority_path: undefined, shownUntil, endsAt };
  }
  let current: Pem | undefined = tls;
  let watch: { stop(): void } | undefined;
  return {
    first: tls,
    authority_path: tls?.authority_path,
    shownUntil: () => current && endOf(current),
    // Our own is renewed by itself.
    endsAt: () => (current && tls?.authority_path === undefined ? endOf(current) : undefined),
    start(use) {
      const take = (pem: Pem) => {
        use(pem);
        current = pem;
      };
      if (tls) watch = watchCertificate(tls, { use: take, log: dependencies.log });
    },
    stop: async () => watch?.stop(),
  };
}
