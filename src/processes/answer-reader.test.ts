import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../core/log.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { PageQuestion } from './questions.ts';
import type { Asker } from './writer-server.ts';

const nothing = () => assert.fail('nothing is performed');

/** A page of endless pieces, and how many of them were begun and ended. */
function endlessPage() {
  const counts = { begun: 0, ended: 0 };
  async function* pieces() {
    counts.begun += 1;
    try {
      for (;;) yield 'row\n';
    } finally {
      counts.ended += 1;
    }
  }
  const serve = () => ({ status: 200, type: 'text/csv', body: '', pieces: pieces() });
  const answer = createAnswerReader({
    operations: [],
    loadSite: async () => ({ by_name: new Map([['/list', { path: '/list', serve }]]) }),
    perform: Object.assign(nothing, { record: nothing }),
    limitShipped: () => () => {},
    log: createLog('error', () => {}),
  });
  const asker: Asker = { pieces: new Map() };
  const page: PageQuestion = {
    ...{ page: '/list', method: 'GET', below: '', query_text: '', headers: {}, body: '' },
    ...{ client_address: '127.0.0.1', request_id: 'req_1', form: [], files: [], cookies: [] },
  };
  const open = async (): Promise<number> => {
    const reply = await answer(page, asker);
    assert.ok('page' in reply);
    return reply.page.pieces ?? 0;
  };
  return { answer, asker, open, counts };
}

test('a page that nobody reads to its end is ended and forgotten', async () => {
  const { answer, asker, open, counts } = endlessPage();
  const pieces = await open();
  assert.deepEqual(await answer({ pieces }, asker), { piece: 'row\n' });
  assert.deepEqual(await answer({ pieces, is_over: true }, asker), { piece: null });
  assert.deepEqual([counts, asker.pieces.size], [{ begun: 1, ended: 1 }, 0]);
  assert.deepEqual(await answer({ pieces }, asker), { piece: null });
});

test('pages of which nobody reads anything are a hundred at most', async () => {
  const { answer, asker, open, counts } = endlessPage();
  const first = await open();
  await answer({ pieces: first }, asker);
  for (let n = 0; n < 100; n++) await open();
  assert.equal(asker.pieces.size, 100);
  assert.equal(counts.ended, 1, 'the oldest has given way');
});
