import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { demo } from '../src/commands/demo/demo.ts';
import { createLog } from '../src/core/log.ts';
import { openDatabase } from '../src/db/open.ts';
import { readSettings } from '../src/installation/settings.ts';
import { verify } from '../src/verify/verify.ts';

const data_dir = mkdtempSync(join(tmpdir(), 'kassa-demo-'));
after(() => rmSync(data_dir, { recursive: true }));
const settings = readSettings({ KASSA_DATA_DIR: data_dir });
const log = createLog('error', () => {});

const COUNTS = `SELECT t.type, t.status, COUNT(*) AS count, SUM(t.total_minor) AS total
  FROM transactions t WHERE t.store_id = :store_id GROUP BY t.type, t.status
  ORDER BY t.type, t.status`;

test('kassa demo lives the same days for the same seed, by the rules, and other days for another', async () => {
  const db = await openDatabase(settings);
  const run = async (seed: string) => {
    const told: Record<string, unknown>[] = [];
    const output = { record: (fields: object) => told.push({ ...fields }), list: () => {} };
    const options = { seed, days: 45, clock: Date.now, log, tell: () => {} };
    await demo(db, settings, options, output);
    const [{ store_id, visitors } = { store_id: '', visitors: 0 }] = told;
    const counts = await db.reader({ store_id: String(store_id) }).all<object>(COUNTS);
    return { visitors, counts };
  };
  const first = await run('7');
  assert.deepEqual(await run('7'), first);
  assert.notDeepEqual(await run('8'), first);
  const kinds = JSON.stringify(first.counts);
  for (const kind of ['purchase', 'subscription_start', 'renewal', 'refund', 'declined']) {
    assert.ok(kinds.includes(`"${kind}"`), kind);
  }
  const checks = await verify(db, { progress: () => {} });
  assert.deepEqual(
    checks.flatMap(({ violations }) => violations),
    [],
  );
  await db.close();
});
