import { readFile, stat } from 'node:fs/promises';
import { Refusal } from '../platform/core/errors.ts';
import { isPageLanguage, type PageLanguage } from '../platform/core/languages.ts';
import { createLog } from '../platform/core/log.ts';
import type { Clock } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import { PICTURE_BYTES_MAX } from '../shop/store/pictures/picture.rules.ts';
import type { StoreChange } from '../shop/store/store.rules.ts';
import { updateStore } from '../shop/store/update-store.ts';
import { askInStore } from './ask-in-store.ts';
import { chooseStore } from './choose-store.ts';
import type { Output } from './output.ts';
import type { STORE_OPTIONS } from './store-options.ts';

type Given = { [name in keyof typeof STORE_OPTIONS | 'name' | 'store']?: string | undefined };

/** Changes what is given, as update-store does; `none` removes. */
export async function changeStore(
  db: Database,
  settings: Settings,
  { clock, ...given }: Given & { clock: Clock },
  output: Output,
): Promise<void> {
  const store = await chooseStore(db, given.store);
  const change = await changeOf(given);
  if (Object.values(change).every((value) => value === undefined)) {
    throw new SettingsError('What is to be changed? For example: --logo logo.png');
  }
  const doing = { log: createLog('error'), command: 'stores update' };
  const ask = await askInStore(db, settings, { store, clock, ...doing });
  try {
    const record = await ask(updateStore, change);
    output.record(record, [
      `The ${record.mode} store "${record.name}" is changed.`,
      ...Object.entries(record)
        .filter(([name]) => Object.hasOwn(change, name.replace(/^(logo|favicon)_url$/, '$1')))
        .map(([name, value]) => `${name}: ${value === null ? 'none' : value}`),
    ]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const wrong = error.details.map(({ param, message }) => `${optionOf(param)} ${message}.`);
    throw new SettingsError(wrong.length > 0 ? wrong.join('\n') : error.message);
  }
}

const optionOf = (param: string): string => `--${param.replace(/\W.*/s, '').replaceAll('_', '-')}`;

async function changeOf(given: Given): Promise<StoreChange> {
  const domains = textOf(given['embed-domains']);
  return withoutUndefined({
    name: given.name,
    logo: await pictureOf('--logo', given.logo),
    favicon: await pictureOf('--favicon', given.favicon),
    accent_color: textOf(given['accent-color']),
    support_email: textOf(given['support-email']),
    support_url: textOf(given['support-url']),
    terms_url: textOf(given['terms-url']),
    privacy_url: textOf(given['privacy-url']),
    imprint_url: textOf(given['imprint-url']),
    refund_url: textOf(given['refund-url']),
    default_language: languageOf(given['default-language']),
    license_key_prefix: textOf(given['license-key-prefix']),
    embed_domains: domains === null ? [] : domains?.split(',').map((one) => one.trim()),
  });
}

type Sent = { [field in keyof StoreChange]: StoreChange[field] | undefined };

const withoutUndefined = (change: Sent): StoreChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const textOf = (text: string | undefined): string | null | undefined =>
  text === 'none' ? null : text;

function languageOf(text: string | undefined): PageLanguage | undefined {
  if (text === undefined || isPageLanguage(text)) return text;
  throw new SettingsError(`--default-language ${text} is none of ours: de, en, fr, …`);
}

/** A file, in base64. */
async function pictureOf(option: string, path: string | undefined) {
  if (path === undefined || path === 'none') return textOf(path);
  try {
    const { size } = await stat(path);
    if (size <= PICTURE_BYTES_MAX) return (await readFile(path)).toString('base64');
  } catch {
    throw new SettingsError(`${option} ${path} cannot be read.`);
  }
  throw new SettingsError(`${option} must be at most ${PICTURE_BYTES_MAX / 1000} kB.`);
}
