import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findContainer } from '../platform/machine/container.ts';
import { SettingsError } from '../platform/machine/settings-error.ts';
import { keepFirstKey, welcome } from './welcome.ts';

const ID = '5d3e0f1c2b4a';
const folder = mkdtempSync(join(tmpdir(), 'kassa-welcome-'));
after(() => rmSync(folder, { recursive: true }));

const docker = join(folder, 'docker');
mkdirSync(docker);
writeFileSync(join(docker, '.dockerenv'), '');
const podman = join(folder, 'podman');
mkdirSync(join(podman, 'run'), { recursive: true });
writeFileSync(join(podman, 'run/.containerenv'), '');

const installed = { data_dir: folder, database_url: undefined, acme: undefined };
const base_url = 'https://localhost:8443';
const authority_path = '/data/tls/ca.pem';

test('a container is known by its mark and its id; any other machine is none', () => {
  assert.equal(findContainer(docker, ID)?.exec, `docker exec ${ID}`);
  assert.equal(findContainer(podman, ID)?.exec, `podman exec ${ID}`);
  assert.equal(findContainer(podman, ID)?.copyOut('/a/b'), `podman cp ${ID}:/a/b .`);
  assert.equal(findContainer(docker, 'shop.example.com'), undefined);
  assert.equal(findContainer(folder, ID), undefined);
});

test('inside a container, what a first start prints works outside of it', () => {
  const container = findContainer(docker, ID);
  const first = keepFirstKey('kassa_test_key', { data_dir: folder }, false);
  const path = join(folder, 'first-api-key');
  assert.equal(readFileSync(path, 'utf8'), 'kassa_test_key\n');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const printed = welcome(installed, { base_url, first, authority_path, container }).join('\n');
  assert.match(
    printed,
    /first-api-key \(docker exec 5d3e0f1c2b4a cat '.*first-api-key'\): take it/,
  );
  assert.match(printed, /^ {2}docker cp 5d3e0f1c2b4a:\/data\/tls\/ca\.pem \.$/m);
  assert.match(
    printed,
    /^ {2}curl --cacert 'ca\.pem' https:\/\/localhost:8443\/create-product -H "x-api-key: \$\(docker exec 5d3e0f1c2b4a cat '.*first-api-key'\)" -H/m,
  );
  assert.ok(!printed.includes('kassa_test_key'), 'no key in what a log keeps');
});

test('a first key that cannot be written down is told in a sentence, and left nowhere', () => {
  const data_dir = join(folder, 'taken');
  mkdirSync(join(data_dir, 'first-api-key'), { recursive: true });
  assert.throws(() => keepFirstKey('kassa_test_key', { data_dir }, false), {
    constructor: SettingsError,
    message:
      /^The test store was made, .* cannot be written to .*taken.first-api-key \(E.* keys create\.$/,
  });
  assert.deepEqual(readdirSync(data_dir), ['first-api-key']);
});

test('inside a container, a later start names the command as it is given outside', () => {
  const container = findContainer(podman, ID);
  const later = { base_url, first: undefined, authority_path, container };
  assert.match(
    welcome(installed, later).join('\n'),
    /^ {2}New API key {4}podman exec 5d3e0f1c2b4a .*keys create$/m,
  );
});

test('outside of containers the files are named where they are', () => {
  const first = keepFirstKey('kassa_test_key', { data_dir: folder }, true);
  const started = { base_url, first, authority_path, container: undefined };
  const printed = welcome(installed, started).join('\n');
  assert.match(
    printed,
    /^ {2}curl --cacert '\/data\/tls\/ca\.pem' .* -H 'x-api-key: kassa_test_key'/m,
  );
});
