import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { KNOWN_NAMES, SETTINGS, unknownSettings } from './setting-names.ts';
import { readSettings } from './settings.ts';

const told = (...names: string[]): string[] =>
  unknownSettings(Object.fromEntries(names.map((name) => [name, '1'])));

for (const [typed, meant] of [
  ['KASSA_DRAIN_SECOND', 'KASSA_DRAIN_SECONDS'],
  ['KASSA_PROCESES', 'KASSA_PROCESSES'],
  ['KASSA_SMPT_URL', 'KASSA_SMTP_URL'],
  ['KASSA_BACKUPDIR', 'KASSA_BACKUP_DIR'],
  ['KASSA-PORT', 'KASSA_PORT'],
  ['kassa_data_dir', 'KASSA_DATA_DIR'],
  ['KASA_BASE_URL', 'KASSA_BASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
]) {
  test(`${typed}: did you mean ${meant}?`, () => {
    const [sentence, ...more] = told(typed ?? '');
    assert.equal(sentence, `${typed} is no setting of Kassa. Did you mean ${meant}?`);
    assert.deepEqual(more, []);
  });
}

test('a name that is near none is told without a guess, and the settings are read all the same', () => {
  const sentences = ['KASSA_COLOUR_OF_ROOF is no setting of Kassa.'];
  assert.deepEqual(told('KASSA_COLOUR_OF_ROOF'), sentences);
  assert.deepEqual(readSettings({ KASSA_COLOUR_OF_ROOF: 'red' }).unknown_settings, sentences);
});

test('names of other programs, of clients and of Kubernetes are nobody’s mistake', () => {
  assert.deepEqual(
    told(
      ...['PATH', 'HOME', 'DATABASE_USER', 'TEST_DATABASE_URL', 'DOCKER_URL', 'PORT', 'KASSEL_KEY'],
      ...['KASSA_SERVICE_HOST', 'KASSA_SERVICE_PORT_HTTPS', 'KASSA_PORT_8443_TCP_ADDR'],
      ...['KASSA_API_KEY', 'KASSA_KEY', 'KASSA_URL', 'KASSA_WEBHOOK_SECRET'],
      ...KNOWN_NAMES,
    ),
    [],
  );
});

test('every setting that the program reads is known, and a document tells of it', () => {
  const text = (pattern: string) =>
    globSync(pattern, { cwd: new URL('../../..', import.meta.url) })
      .filter((path) => !/setting-names|\.test\.ts$/.test(path))
      .map((path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'))
      .join('\n');
  const read = new Set(text('src/**/*.ts').match(/\bKASSA_[A-Z_]+\b/g));
  assert.deepEqual(
    [...read].filter((name) => !KNOWN_NAMES.includes(name)),
    [],
  );
  const documents = text('{README.md,docs/**/*.md}');
  assert.deepEqual(
    SETTINGS.filter((name) => !documents.includes(name)),
    [],
  );
});
