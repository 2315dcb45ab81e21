import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../../test/harness/until.ts';
import { type Receiver, startReceiver } from '../../../test/stand-ins/receiver.ts';
import { makeAuthority, makeServerCertificate } from '../../platform/machine/tls/certificate.ts';
import { createVies } from './ask-vies.ts';
import type { ViesQuestion } from './vies.rules.ts';

const TIMEOUT_MS = 400;
const names = ['127.0.0.1'];
const validity = { now: new Date(), days: 1 };
const authority = makeAuthority({ ...validity, name: 'Test authority', names });
const tls = makeServerCertificate({ ...validity, authority, names });

const question: ViesQuestion = {
  number: { country: 'FR', number: '40303265045' },
  requester: { country: 'DE', number: '136695976' },
  now: 1_000_000,
};

const YES = {
  ...{ countryCode: 'FR', vatNumber: '40303265045', valid: true, name: 'SA SODIMAS' },
  ...{ address: 'RUE AMPERE\n01100 OYONNAX', requestIdentifier: 'WAPIAAAAY1' },
};

/** A server that stands for VIES, and clients that wait for it a little or for long. */
async function standIn() {
  const receiver = await startReceiver({ tls });
  const address = new URL('/rest-api', receiver.url).href;
  const client = (timeout_ms: number) => createVies({ address, ca: authority.cert, timeout_ms });
  return { receiver, ask: client(60_000), askBriefly: client(TIMEOUT_MS) };
}

const answerWith = (receiver: Receiver, body: unknown, status = 200): void => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  receiver.answer = (response) => response.writeHead(status).end(text);
};

test('a number is asked about in the name of the seller, and the answer is kept with its time', async () => {
  const { receiver, ask } = await standIn();
  answerWith(receiver, YES);
  assert.deepEqual(await ask(question), {
    status: 'valid',
    consultation_number: 'WAPIAAAAY1',
    name: 'SA SODIMAS',
    address: 'RUE AMPERE\n01100 OYONNAX',
    reason: null,
    asked_at: 1_000_000,
  });
  const [request] = receiver.received;
  assert.equal(`${request?.method} ${request?.path}`, 'POST /rest-api/check-vat-number');
  assert.deepEqual(JSON.parse(request?.body ?? ''), {
    ...{ countryCode: 'FR', vatNumber: '40303265045' },
    ...{ requesterMemberStateCode: 'DE', requesterNumber: '136695976' },
  });
});

test('a seller without a number asks without one', async () => {
  const { receiver, ask } = await standIn();
  answerWith(receiver, { ...YES, name: '---', address: '', requestIdentifier: '' });
  const answer = await ask({ ...question, requester: null });
  assert.deepEqual([answer.status, answer.name, answer.consultation_number], ['valid', null, null]);
  const sent = JSON.parse(receiver.received[0]?.body ?? '');
  assert.deepEqual(Object.keys(sent), ['countryCode', 'vatNumber']);
});

test('no is an answer; a fault of VIES or of a member state is none', async () => {
  const { receiver, ask } = await standIn();
  const fault = (error: string) => ({ actionSucceed: false, errorWrappers: [{ error }] });
  const answers: [name: string, body: unknown, status: number, expected: string][] = [
    ['no', { ...YES, valid: false }, 200, 'invalid null'],
    ['invalid input', fault('INVALID_INPUT'), 400, 'invalid INVALID_INPUT'],
    ['state down', fault('MS_UNAVAILABLE'), 200, 'unavailable MS_UNAVAILABLE'],
    ['too many', fault('MS_MAX_CONCURRENT_REQ'), 500, 'unavailable MS_MAX_CONCURRENT_REQ'],
    ['user error', { userError: 'TIMEOUT', valid: false }, 200, 'unavailable TIMEOUT'],
    ['no reason', { actionSucceed: false }, 200, 'unavailable the action did not succeed'],
    ['a page', '<html>Maintenance</html>', 200, 'unavailable the answer is no JSON object'],
    ['a page with 503', '<html>', 503, 'unavailable HTTP 503'],
    ['yes with 500', YES, 500, 'unavailable HTTP 500'],
    ['a redirect', '', 302, 'unavailable HTTP 302'],
    ['nothing', '', 200, 'unavailable the answer is no JSON object'],
    ['a list', [], 200, 'unavailable the answer is no JSON object'],
    ['null', null, 200, 'unavailable the answer is no JSON object'],
    ['half', '{"valid":tr', 200, 'unavailable the answer is no JSON object'],
    ['odd', { ...YES, valid: 'true' }, 200, 'unavailable the answer says neither yes nor no'],
    ['other', { ...YES, vatNumber: '1' }, 200, 'unavailable the answer is about another number'],
    ['endless', 'x'.repeat(1_000_000), 200, 'unavailable the answer is too long'],
  ];
  for (const [name, body, status, expected] of answers) {
    answerWith(receiver, body, status);
    const answer = await ask(question);
    assert.equal(`${answer.status} ${answer.reason}`, expected, name);
    assert.equal(answer.asked_at, question.now, name);
  }
});

test('a server that takes its time is given up in time, and hung up on', async () => {
  const { receiver, askBriefly } = await standIn();
  const timers: NodeJS.Timeout[] = [];
  after(() => timers.forEach(clearInterval));
  const slow: Record<string, typeof receiver.answer> = {
    'never answers': () => {},
    'never ends': (response) => response.writeHead(200).write('{'),
    drips: (response) => {
      response.writeHead(200);
      timers.push(setInterval(() => response.write(' '), 20));
    },
  };
  for (const [name, answer] of Object.entries(slow)) {
    let is_closed = false;
    receiver.received = [];
    receiver.answer = (response, received) => {
      response.socket?.on('close', () => {
        is_closed = true;
      });
      return answer(response, received);
    };
    // On a busy machine the time may be over before it is reached.
    while (receiver.received.length === 0) {
      const { status, reason } = await askBriefly(question);
      assert.equal(status, 'unavailable', name);
      assert.match(reason ?? '', /^(timeout|ABORT_ERR|ECONN\w+)$/, name);
    }
    await until(() => is_closed, `one that ${name} is hung up on`);
  }
});

test('a server that is down, hangs up, or is not trusted is the answer unavailable', async () => {
  const { receiver, ask } = await standIn();
  const reasonOf = async (asking: ReturnType<typeof createVies>) => (await asking(question)).reason;
  receiver.answer = ({ socket }) => socket?.destroy();
  assert.equal(await reasonOf(ask), 'ECONNRESET');
  receiver.answer = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{');
    setImmediate(() => response.socket?.destroy());
  };
  assert.equal(await reasonOf(ask), 'ECONNRESET');
  const stranger = createVies({ address: new URL('/x', receiver.url).href, timeout_ms: 60_000 });
  assert.match((await reasonOf(stranger)) ?? '', /UNABLE_TO|SELF_SIGNED|CERT/);
  receiver.close();
  assert.equal(await reasonOf(ask), 'ECONNREFUSED');
  const plain = createVies({ address: 'http://192.0.2.1', timeout_ms: 60_000 });
  assert.equal(await reasonOf(plain), 'ERR_INVALID_PROTOCOL', 'only HTTPS');
  const local = createVies({ address: 'http://127.0.0.1:1', timeout_ms: 60_000 });
  assert.equal(await reasonOf(local), 'ECONNREFUSED', 'but for this machine');
});
