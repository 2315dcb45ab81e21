import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bundle.ts';

/** A package of package-lock.json. */
interface Locked {
  version: string;
  license?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Where npm has put a package: `node_modules/pg`. */
type Place = string;

const lock: Record<Place, Locked> = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
).packages;

/** What the executable is made of, as a CycloneDX document: the same for the same lockfile. */
export function sbom(node: Place): object {
  const { version } = at('');
  const kassa = `pkg:generic/kassa@${version}`;
  const places = shipped(node);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': kassa, name: 'kassa', version } },
    components: places.map((place) => component(place, place === node ? 'platform' : 'library')),
    dependencies: [
      { ref: kassa, dependsOn: [...needs(''), node].map(purl).sort() },
      ...places.map((place) => ({ ref: purl(place), dependsOn: needs(place).map(purl).sort() })),
    ],
  };
}

/** The licenses of all that is inside: most demand to be passed on with it. */
export const licenses = (node: Place): string =>
  shipped(node)
    .map((place) => {
      const files = readdirSync(join(ROOT, place)).filter((name) => /^licen[cs]e/i.test(name));
      const texts = files
        .sort()
        .map((file) => readFileSync(join(ROOT, place, file), 'utf8').trim());
      const { version, license = 'MIT' } = at(place);
      return [`${nameOf(place)} ${version} (${license})`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);

/** The packages that Kassa needs to run, those that they need, and Node. */
function shipped(node: Place): Place[] {
  const places = new Set<Place>([node]);
  const add = (from: Place): void => {
    for (const place of needs(from)) {
      if (places.has(place)) continue;
      places.add(place);
      add(place);
    }
  };
  add('');
  return [...places].sort();
}

/** What a package needs. Of Kassa's own, the optional ones are a Node for each platform. */
function needs(place: Place): Place[] {
  const { dependencies = {}, optionalDependencies = {} } = at(place);
  const names = { ...dependencies, ...(place !== '' && optionalDependencies) };
  return Object.keys(names).flatMap((name) => found(place, name) ?? []);
}

/** Where a package finds another: in its own folder, or in one above. */
function found(from: Place, name: string): Place | undefined {
  const parts = from.split(/\/?node_modules\//);
  for (let depth = parts.length; depth > 0; depth--) {
    const place = [...parts.slice(0, depth), name].join('/node_modules/').replace(/^\//, '');
    if (lock[place]) return place;
  }
  return undefined;
}

function at(place: Place): Locked {
  const locked = lock[place];
  if (!locked) throw new Error(`package-lock.json has no ${place}.`);
  return locked;
}

const nameOf = (place: Place): string => place.split('node_modules/').at(-1) ?? place;

const purl = (place: Place): string =>
  `pkg:npm/${nameOf(place).replace('@', '%40')}@${at(place).version}`;

function component(place: Place, type: 'library' | 'platform'): object {
  const { version, license, integrity = '' } = at(place);
  const is_spdx = /^[\w.+-]+( (AND|OR|WITH) [\w.+-]+)*$/.test(license ?? '');
  const named = is_spdx ? { expression: license } : license && { license: { name: license } };
  const digest = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
  return {
    type,
    'bom-ref': purl(place),
    name: nameOf(place),
    version,
    purl: purl(place),
    ...(named && { licenses: [named] }),
    hashes: [{ alg: 'SHA-512', content: digest }],
  };
}
