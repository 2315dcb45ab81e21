import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Creem } from 'creem';
import { localCertificate } from '../../../src/platform/machine/tls/local-certificate.ts';
import type { Shop } from '../../harness/shop.ts';

// Creem's own package, as it is published, with another address.

/** Lets `fetch` trust the certificate of a shop. */
export function trust(shop: Shop): void {
  const { authority_path } = localCertificate(shop.place.data_dir, Date.now());
  const own = readFileSync(authority_path ?? '', 'utf8');
  setDefaultCACertificates([...getCACertificates('default'), own]);
}

export const creemAddress = (shop: Shop): string => `https://localhost:${shop.app.port}/creem`;

type Resource = Record<string, (...input: unknown[]) => unknown>;

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && '_options' in value;

const namesOf = (value: object): string[] =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(value)).filter((name) => name !== 'constructor');

const resourcesOf = (creem: Creem): [string, Resource][] =>
  namesOf(creem).flatMap((name): [string, Resource][] => {
    const resource: unknown = Reflect.get(creem, name);
    return isResource(resource) ? [[name, resource]] : [];
  });

/** Every method of the package, as `products.create`, found by looking at its classes. */
export const methodsOf = (creem: Creem): string[] =>
  resourcesOf(creem).flatMap(([name, resource]) =>
    namesOf(resource)
      .filter((method) => typeof resource[method] === 'function')
      .map((method) => `${name}.${method}`),
  );

/** The package, and the names of the methods that were called. */
export function speakCreem(shop: Shop, apiKey: string, tried = new Set<string>()): Creem {
  const creem = new Creem({ apiKey, serverURL: creemAddress(shop) });
  for (const [name, resource] of resourcesOf(creem)) {
    for (const method of namesOf(resource)) {
      const own = resource[method];
      if (typeof own !== 'function') continue;
      resource[method] = (...input) => {
        tried.add(`${name}.${method}`);
        return own.apply(resource, input);
      };
    }
  }
  return creem;
}
