import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { test } from 'node:test';
import { kassa } from '../harness/kassa-command.ts';
import { KASSA } from '../harness/program.ts';
import { startShop } from '../harness/shop.ts';

// Commands whose output goes nowhere.

const shop = await startShop({ clock: Date.now });
const { data_dir, database_url = '' } = shop.place;
const where = { KASSA_DATA_DIR: data_dir, DATABASE_URL: database_url };

/** Runs the command with its output to a device that is always full, and to a pipe nobody reads. */
async function unheard(...args: string[]) {
  const all = [...KASSA, ...args];
  const full = openSync('/dev/full', 'w');
  const run = async (out: number | 'pipe') => {
    const child = spawn(process.execPath, all, {
      ...{ env: { ...process.env, ...where }, stdio: ['ignore', out, 'pipe'] },
    });
    child.stdout?.destroy();
    let err = '';
    child.stderr?.on('data', (text) => {
      err += text;
    });
    const [code] = await once(child, 'close');
    return { code, err };
  };
  try {
    return { on_full: await run(full), on_closed: await run('pipe') };
  } finally {
    closeSync(full);
  }
}

test('what cannot be written is told in a sentence, and the command ends with 1', async () => {
  for (const args of [['--help'], ['keys', 'list'], ['stores', 'list', '--json'], ['doctor']]) {
    const { on_full } = await unheard(...args);
    assert.equal(on_full.code, 1, args.join(' '));
    assert.match(
      on_full.err,
      /^Not all of the output .* \(ENOSPC: .*\)\. The work itself is done\.\n$/,
    );
  }
});

test('a key that nobody could see is revoked again', async () => {
  for (const more of [[], ['--json']]) {
    for (const { code, err } of Object.values(await unheard('keys', 'create', ...more))) {
      assert.equal(code, 1);
      const [, key_id] = /^The new key could not be shown .*: (key_\w+) is revoked again\.\n$/.exec(
        err,
      ) ?? [err];
      const { keys } = JSON.parse((await kassa(['keys', 'list', '--json'], where)).out);
      const made = keys.find((key: { key_id: string }) => key.key_id === key_id);
      assert.equal(made?.status, 'revoked', err);
    }
  }
});
