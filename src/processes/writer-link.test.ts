import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../test/until.ts';
import { Refusal } from '../core/errors.ts';
import { createLog } from '../core/log.ts';
import { createLineWriter, readLines } from './lines.ts';
import type { Numbered, OperationQuestion } from './questions.ts';
import { connectToWriter } from './writer-link.ts';

// A writer that ends when it was asked something: it may have done it, or not.

const folder = mkdtempSync(join(tmpdir(), 'kassa-link-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const log = createLog('off', () => {});

const question = (idempotency_key: string | undefined): OperationQuestion => ({
  operation: '/create-product',
  store: { store_id: 'store', mode: 'test', clock_ahead_ms: 0 } as OperationQuestion['store'],
  actor: { kind: 'api_key', id: 'key' } as OperationQuestion['actor'],
  ...{ body: {}, query: undefined, idempotency_key, keeps_refusals: true },
  ...{ request_id: 'req', wall: 0 },
});

let links = 0;

/** The first `deaths` questions end the connection; the others are answered. */
async function startWriter(t: { after(work: () => void): void }, deaths: number) {
  const address = join(folder, `writer-${links++}`);
  const asked: (string | undefined)[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    const reply = createLineWriter(socket);
    readLines(socket, (value) => {
      const { number, idempotency_key } = value as Numbered<OperationQuestion>;
      asked.push(idempotency_key);
      if (asked.length <= deaths) socket.destroy();
      else reply({ answer: { status: 200, body: 'done', headers: [] }, number });
    });
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  const link = connectToWriter(address, log, () => {});
  t.after(() => {
    link.close();
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { link, asked };
}

const answered = { status: 200, body: 'done', headers: [] };
const refused = (error: unknown) => error instanceof Refusal && error.code === 'internal_error';

test('what has an Idempotency-Key is asked again when the writer ends before it has answered', async (t) => {
  const { link, asked } = await startWriter(t, 1);
  const reply = await link.ask(question('pay-1'));
  assert.deepEqual('answer' in reply && reply.answer, answered);
  assert.deepEqual(asked, ['pay-1', 'pay-1']);
});

test('without a key nobody knows what was done: it is refused, and asked once', async (t) => {
  const { link, asked } = await startWriter(t, 1);
  await assert.rejects(link.ask(question(undefined)), refused);
  const next = await link.ask(question(undefined)); // A new one goes to the next writer.
  assert.ok('answer' in next);
  assert.equal(asked.length, 2);
});

test('a question that has ended two writers is not asked a third time', async (t) => {
  const { link, asked } = await startWriter(t, 2);
  await assert.rejects(link.ask(question('kills')), refused);
  await until(() => !link.isLost(), 'the next writer is there');
  assert.deepEqual(asked, ['kills', 'kills']);
});

test('a process that ends waits for no writer that is gone: what waits is refused at once', async (t) => {
  const { link, asked } = await startWriter(t, 100);
  const began = performance.now();
  const waits = link.ask(question('key'));
  waits.catch(() => {});
  await until(() => asked.length >= 1, 'it was asked, and the writer has gone');
  link.waitNoMore();
  await assert.rejects(waits, refused);
  await until(async () => {
    const late = await link.ask(question('late')).then(
      () => 'done',
      () => 'refused',
    );
    return late === 'refused';
  }, 'what comes later is refused too');
  assert.ok(performance.now() - began < 2_000);
});
