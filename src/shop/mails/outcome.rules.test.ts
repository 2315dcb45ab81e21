import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAt, serverPause } from './mail.rules.ts';
import { outcomeOf } from './outcome.rules.ts';

test('what an answer means for the mail, the address and the server', () => {
  const cases: [string, number | undefined, string, string][] = [
    ['RCPT TO', 550, '550 No such user', 'refused'],
    ['RCPT TO', 550, '550 5.1.1 User unknown', 'refused'],
    ['RCPT TO', 550, '550-5.1.1 The account does not exist', 'refused'],
    ['RCPT TO', 552, '552 5.2.2 Mailbox full', 'refused'],
    ['RCPT TO', 553, '553 Mailbox name not allowed', 'refused'],
    ['RCPT TO', 550, '550 5.7.1 Relaying denied', 'deferred'],
    ['RCPT TO', 554, '554 5.7.1 Blocked', 'deferred'],
    ['RCPT TO', 501, '501 Syntax', 'deferred'],
    ['RCPT TO', 503, '503 Bad sequence', 'deferred'],
    ['RCPT TO', 450, '450 4.2.0 Greylisted', 'deferred'],
    ['RCPT TO', 452, '452 4.2.2 Mailbox full', 'deferred'],
    ['RCPT TO', 421, '421 Closing', 'unreachable'],
    ['DATA', 554, '554 Spam', 'rejected'],
    ['DATA', 552, '552 5.3.4 Too large', 'rejected'],
    ['DATA', 550, '550 5.1.1 User unknown', 'refused'],
    ['DATA', 550, '550 5.7.26 Unauthenticated', 'deferred'],
    ['DATA', 451, '451 Try later', 'deferred'],
    ['MAIL FROM', 550, '550 Sender rejected', 'unreachable'],
    ['MAIL FROM', 530, '530 5.7.0 Must issue STARTTLS first', 'unreachable'],
    ['MAIL FROM', undefined, '', 'rejected'],
    ['AUTH PLAIN', 535, '535 5.7.8 Wrong password', 'unreachable'],
    ['CONN', undefined, '', 'unreachable'],
    ['', undefined, '', 'unreachable'],
  ];
  for (const [command, status, response, outcome] of cases) {
    assert.equal(outcomeOf({ command, status, response }), outcome, `${command} ${response}`);
  }
});

test('pauses grow and end', () => {
  const HOUR = 3_600_000;
  const at = (attempts: number, now: number) =>
    retryAt({ attempts, give_up_at: 72 * HOUR }, now, 0.5);
  assert.equal(at(0, 0), 60_000);
  assert.equal(at(7, 0), 6 * HOUR);
  assert.equal(at(99, 66 * HOUR), 72 * HOUR);
  assert.equal(at(99, 66 * HOUR + 1), null);
  assert.deepEqual([0, 1, 5, 99].map(serverPause), [5_000, 15_000, 300_000, 300_000]);
});
