import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeImage } from '../../packages/executable/image.ts';
import { newFolder } from '../harness/copies.ts';

// What npm run release says where no image can be built.

/** A PATH with programs that end in this way for `info` and for anything else. */
function pathWith(programs: Record<string, { info: number; build: number }>): { PATH: string } {
  const folder = newFolder();
  for (const [name, { info, build }] of Object.entries(programs)) {
    const script = `#!/bin/sh\nif [ "$1" = info ]; then exit ${info}; fi; exit ${build}\n`;
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
  }
  return { PATH: folder };
}

const WORKS = { info: 0, build: 0 };
const NO_SERVICE = { info: 1, build: 1 };

test('without a program that can build an image, it is left out, and why is said', () => {
  const nothing = 'there is no docker, podman or buildah here';
  assert.deepEqual(makeImage(pathWith({})), { why_not: nothing, is_error: false });
  const why_not = 'docker cannot be used here (`docker info` says why; does its service run?)';
  assert.deepEqual(makeImage(pathWith({ docker: NO_SERVICE })), { why_not, is_error: false });
});

test('the first that can is used; a build that fails is an error', () => {
  const made = makeImage(pathWith({ docker: NO_SERVICE, podman: WORKS }));
  assert.match('name' in made ? made.name : '', /^kassa:\d/);
  assert.deepEqual(makeImage(pathWith({ buildah: { info: 0, build: 1 } })), {
    why_not: 'buildah could not build it',
    is_error: true,
  });
});
