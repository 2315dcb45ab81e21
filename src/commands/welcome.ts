import { basename, join, resolve } from 'node:path';
import { KASSA } from '../platform/core/program.ts';
import type { Container } from '../platform/machine/container.ts';
import { writeAtomically } from '../platform/machine/files.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import type { AcmeSettings } from '../platform/machine/tls/acme-settings.ts';

interface FirstKey {
  api_key: string;
  /** Where it was written, if it is not shown. */
  path: string | undefined;
}

/**
 * At a terminal the key is shown. Without one, in a container or under systemd, output ends up in
 * logs that others can read: then the key is written to a file.
 */
export function keepFirstKey(
  api_key: string,
  { data_dir }: { data_dir: string },
  is_terminal: boolean,
): FirstKey {
  if (is_terminal) return { api_key, path: undefined };
  const path = join(data_dir, 'first-api-key');
  try {
    writeAtomically(path, `${api_key}\n`, 0o600);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError(
      `The test store was made, but its first API key cannot be written to ${path} (${why}). Make room for it or remove what is there, start Kassa again, and make another key: ${KASSA} keys create.`,
    );
  }
  return { api_key, path };
}

interface Welcome {
  base_url: string;
  /** Only at the first start. */
  first: FirstKey | undefined;
  /** Of our own certificate, which nobody trusts yet. */
  authority_path: string | undefined;
  container: Container | undefined;
}

type Installed = Pick<Settings, 'data_dir' | 'database_url' | 'acme'>;

/** What a start prints: where everything is, and a line to try that works where it is read. */
export function welcome(installed: Installed, { first, ...started }: Welcome): string[] {
  const { base_url, container } = started;
  const { data_dir, database_url, acme } = installed;
  const lines = [
    '',
    `Kassa is running at ${base_url}`,
    `  Dashboard      ${base_url}/dashboard`,
    `  API reference  ${base_url}/docs`,
    `  Data           ${database_url ? 'PostgreSQL' : data_dir}`,
    ...(acme ? aboutCertificate(acme) : []),
  ];
  if (first === undefined) {
    const command = container ? `${container.exec} ${KASSA}` : commandHere(installed);
    return [...lines, `  New API key    ${command} keys create`, ''];
  }
  return [
    ...lines,
    '',
    'This is the first start: a test store was made.',
    ...aboutKey(first, container),
    '',
    'Try it:',
    '',
    ...tryIt(first, started).map((line) => `  ${line}`),
    '',
  ];
}

function commandHere({ data_dir, database_url }: Installed): string {
  const is_elsewhere = !database_url && data_dir !== resolve('data');
  return is_elsewhere ? `KASSA_DATA_DIR='${data_dir}' ${KASSA}` : KASSA;
}

function aboutKey({ api_key, path }: FirstKey, container: Container | undefined): string[] {
  if (path === undefined) return ['Its API key, shown only now:', '', `  ${api_key}`];
  const shown_by = container ? ` (${container.exec} cat '${path}')` : '';
  return [`Its API key is in ${path}${shown_by}: take it from there, and delete the file.`];
}

const EXAMPLE = `-H 'Content-Type: application/json' -d '{"name":"Photo editor","description":"Edits photos on your own machine","price":19.99,"currency":"USD"}'`;

function tryIt({ api_key, path }: FirstKey, started: Omit<Welcome, 'first'>): string[] {
  const { base_url, authority_path, container } = started;
  const in_container = container ? `${container.exec} ` : '';
  const key =
    path === undefined ? `'x-api-key: ${api_key}'` : `"x-api-key: $(${in_container}cat '${path}')"`;
  const authority = container && authority_path ? basename(authority_path) : authority_path;
  const trust = authority === undefined ? '' : `--cacert '${authority}' `;
  const request = `curl ${trust}${base_url}/create-product -H ${key} ${EXAMPLE}`;
  return container && authority_path ? [container.copyOut(authority_path), request] : [request];
}

const aboutCertificate = ({ domain, directory }: AcmeSettings): string[] => [
  `  Certificate    for ${domain}, by ${new URL(directory).host}, whose terms you accept;`,
  '                 until it is there, browsers warn. The log says how it goes.',
];
