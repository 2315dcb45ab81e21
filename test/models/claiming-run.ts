import assert from 'node:assert/strict';
import type { Database, Tx } from '../../src/platform/db/database.ts';
import { findEvent } from '../../src/platform/operation/event.sql.ts';
import {
  claimDeliveries,
  listDeliveryRows,
  restartDeliveries,
} from '../../src/shop/events/webhooks/delivery.sql.ts';
import { makeDeliveries, makeReplay } from '../../src/shop/events/webhooks/make-deliveries.ts';
import { recordAttempt } from '../../src/shop/events/webhooks/record-attempt.ts';
import { type DeliveryRow, retryAt } from '../../src/shop/events/webhooks/webhook.rules.ts';
import {
  findWebhook,
  insertWebhook,
  lockWebhook,
  saveWebhook,
} from '../../src/shop/events/webhooks/webhook.sql.ts';
import { makeStore } from '../../src/shop/store/make-store.ts';
import { appendEvents } from '../harness/append-events.ts';
import { START } from '../harness/shop.ts';
import { ClaimingModel, type Sending, SendingProcess } from './claiming-model.ts';

// Runs the real claiming of deliveries, by several processes, and compares it with the model.

export const AT_ONCE = 8;
const LEASE_MS = 30_000;
const HOUR_MS = 3_600_000;
/** How far the clock of each process is wrong. */
export const SKEWS_MS = [0, 1_500, -2_500];
const ANSWERS = { delivered: 200, failed: 500, gone: 410 } as const;
export type Answer = keyof typeof ANSWERS;

export type Step =
  | { do: 'events'; subjects: number[] }
  | { do: 'make'; process: number }
  | { do: 'replay'; event: number }
  | { do: 'claim'; process: number; limit: number }
  | { do: 'settle'; process: number; which: number; answer: Answer }
  | { do: 'everybody'; answer: Answer }
  | { do: 'die'; process: number }
  | { do: 'wait'; ms: number }
  | { do: 'enable' };

/** How often each thing happened. */
export const seen: Record<string, number> = {};
const note = (what: string, count = 1): void => {
  seen[what] = (seen[what] ?? 0) + count;
};

let claims = 0;

/** An endpoint in its own store, and the processes that send to it. */
export class Endpoint {
  readonly webhook_id = 'wh_1';
  readonly db: Database;
  readonly store: { store_id: string };
  readonly model = new ClaimingModel();
  readonly processes = SKEWS_MS.map((skew_ms) => new SendingProcess(skew_ms));
  now = START;
  events = 0;
  made = 0;
  is_disabled = false;

  static async make(db: Database, at: number): Promise<Endpoint> {
    const name = `claiming ${at}`;
    const store = await db.write(null, (tx) => makeStore(tx, { name, mode: 'test', now: START }));
    const endpoint = new Endpoint(db, store);
    await endpoint.write(async (tx) =>
      insertWebhook(tx, {
        webhook_id: endpoint.webhook_id,
        name: null,
        format: 'kassa',
        url: 'https://example.com/hook',
        events: null,
        sealed_secret: '',
        sealed_old_secret: null,
        old_secret_until: null,
        secret_readable: 0,
        last_sequence: 0,
        disabled_at: null,
        disabled_reason: null,
        failing_since: null,
        last_delivered_at: null,
        deleted_at: null,
        created_at: START,
        updated_at: START,
      }),
    );
    return endpoint;
  }

  constructor(db: Database, { store_id }: { store_id: string }) {
    this.db = db;
    this.store = { store_id };
  }

  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.db.write(this.store, work);
  }

  async play(one: Step): Promise<void> {
    if (one.do === 'events') await this.happen(one.subjects);
    if (one.do === 'make') await this.make(this.process(one.process));
    if (one.do === 'replay') await this.replay(one.event);
    if (one.do === 'claim') await this.claim(this.process(one.process), one.limit);
    if (one.do === 'settle') await this.settleOne(this.process(one.process), one.which, one.answer);
    if (one.do === 'everybody') await this.everybody(one.answer);
    if (one.do === 'die') this.process(one.process).sending = [];
    if (one.do === 'wait') this.now += one.ms;
    if (one.do === 'enable') await this.enable();
    await this.assertSame();
  }

  process(at: number): SendingProcess {
    const found = this.processes[at];
    assert.ok(found);
    return found;
  }

  async happen(subjects: number[]): Promise<void> {
    const type = 'customer.updated' as const;
    const events = subjects.map((subject) => ({ type, data: `{"customer_id":"c${subject}"}` }));
    await this.write((tx) => appendEvents(tx, events, this.now));
    this.events += events.length;
  }

  async make({ skew_ms }: SendingProcess): Promise<void> {
    await makeDeliveries(
      this.db,
      { ...this.store, webhook_id: this.webhook_id },
      makingAt(this.now + skew_ms),
    );
    if (!this.is_disabled) await this.addMade(this.now + skew_ms);
  }

  /** Checks that every event has exactly one delivery besides replays. */
  async addMade(now: number): Promise<void> {
    const rows = (await this.rows()).filter(
      ({ is_replay, sequence }) => !is_replay && sequence > this.made,
    );
    assert.deepEqual(
      rows.map(({ sequence }) => sequence),
      between(this.made, this.events),
    );
    for (const row of rows) this.add(row, now);
    this.made = this.events;
  }

  add({ delivery_id, sequence, subject, is_replay }: DeliveryRow, now: number): void {
    this.model.waiting.push({
      ...{ delivery_id, sequence, subject, is_replay: is_replay === 1 },
      ...{ attempts: 0, due_at: now, created_at: now, claimed_by: null, claimed_until: 0 },
    });
  }

  async replay(event: number): Promise<void> {
    if (this.events === 0 || this.is_disabled) return;
    const row = await this.write(async (tx) => {
      const found = await findEvent(tx, (event % this.events) + 1);
      const webhook = await findWebhook(tx, this.webhook_id);
      assert.ok(found && webhook);
      return makeReplay(tx, webhook, { event: found, event_type: found.type }, makingAt(this.now));
    });
    this.add(row, this.now);
    note('replay');
  }

  async claim(process: SendingProcess, limit: number): Promise<void> {
    if (this.is_disabled) return;
    const now = this.now + process.skew_ms;
    const expected = this.model.firstDue(now, limit);
    note('held up', this.model.waiting.filter((one) => this.model.isHeldUp(one)).length);
    const claimed = await this.take(process, limit);
    // An event and its replay that are due at the same time may come in either order.
    assert.deepEqual(
      claimed.map(({ row }) => row.sequence),
      expected.map(({ sequence }) => sequence),
    );
    this.noteClaimed(process, claimed);
  }

  async take({ skew_ms }: SendingProcess, limit: number): Promise<Sending[]> {
    const now = this.now + skew_ms;
    const owner = `claim ${claims++}`;
    const claim = { webhook_id: this.webhook_id, now, until: now + LEASE_MS, owner, limit };
    const rows = await this.write((tx) => claimDeliveries(tx, claim));
    return rows.map((row) => ({ row, owner }));
  }

  noteClaimed(process: SendingProcess, claimed: Sending[]): void {
    const now = this.now + process.skew_ms;
    const may = claimed.map(({ row }) => {
      const one = this.model.find(row.delivery_id);
      if (one.claimed_by !== null) note('taken over');
      return this.model.mayBeClaimed(one, now);
    });
    assert.ok(may.every(Boolean), 'each is due, has its turn, and nobody else has it');
    for (const { row, owner } of claimed) {
      this.model.claim(row.delivery_id, { owner, until: now + LEASE_MS });
    }
    process.sending.push(...claimed);
    note('claimed', claimed.length);
  }

  async settleOne(process: SendingProcess, which: number, answer: Answer): Promise<void> {
    const [one] = process.sending.splice(which % Math.max(process.sending.length, 1), 1);
    if (!one) return;
    await this.recordAttempt(process, one, answer);
    this.noteSettled(process, one, answer);
  }

  recordAttempt({ skew_ms }: SendingProcess, { row, owner }: Sending, answer: Answer) {
    const now = this.now + skew_ms;
    const sent = { status: ANSWERS[answer], error: null, body: '', duration_ms: 5 };
    return this.write((tx) => recordAttempt(tx, row, sent, { owner, now, random: 0.5 }));
  }

  noteSettled({ skew_ms }: SendingProcess, { row, owner }: Sending, answer: Answer): void {
    const now = this.now + skew_ms;
    const again = { delivered: null, failed: retryAt(row, now, 0.5), gone: now };
    const counted = this.model.settle(row.delivery_id, { owner, again_at: again[answer] });
    note(counted ? answer : 'lost its claim');
    if (counted && answer === 'gone') this.is_disabled = true;
  }

  /** All processes at the same time: each settles one, makes deliveries and claims more. */
  async everybody(answer: Answer): Promise<void> {
    if (this.is_disabled || answer === 'gone') return;
    // Not those that another process might take over now: either could be first.
    const latest = this.now + Math.max(...SKEWS_MS);
    const settling = this.processes.flatMap((process) => {
      const at = process.sending.findIndex((one) => this.model.isHeld(one, latest));
      return at < 0 ? [] : process.sending.splice(at, 1).map((one) => ({ process, one }));
    });
    const [claimed] = await Promise.all([
      Promise.all(this.processes.map((process) => this.take(process, 2))),
      Promise.all(settling.map(({ process, one }) => this.recordAttempt(process, one, answer))),
      makeDeliveries(this.db, { ...this.store, webhook_id: this.webhook_id }, makingAt(this.now)),
    ]);
    await this.addMade(this.now);
    for (const { process, one } of settling) this.noteSettled(process, one, answer);
    for (const [at, some] of claimed.entries()) this.noteClaimed(this.process(at), some);
  }

  async enable(): Promise<void> {
    if (!this.is_disabled) return;
    this.is_disabled = false;
    await this.write(async (tx) => {
      const webhook = await lockWebhook(tx, this.webhook_id);
      assert.ok(webhook);
      const on = { disabled_at: null, disabled_reason: null, failing_since: null };
      await saveWebhook(tx, { ...webhook, ...on });
      await restartDeliveries(tx, { webhook_id: this.webhook_id, now: this.now });
    });
    this.model.restart(this.now);
  }

  async deliverTheRest(): Promise<void> {
    await this.enable();
    for (const process of this.processes) process.sending = [];
    const rounds_max = this.model.waiting.length + this.events - this.made + 1;
    for (let round = 0; round < rounds_max; round++) {
      this.now += 7 * HOUR_MS; // Longer than any lease, and than any pause between two tries.
      for (const process of this.processes) {
        await this.make(process);
        await this.claim(process, AT_ONCE);
        while (process.sending.length > 0) await this.settleOne(process, 0, 'delivered');
      }
    }
    await this.assertSame();
    assert.deepEqual(this.model.waiting, []);
    assert.deepEqual(
      [...this.model.delivered].sort((a, b) => a - b),
      between(0, this.events),
    );
  }

  /** Checks that the same deliveries wait in the database and in the model. */
  async assertSame(): Promise<void> {
    const stored = (await this.rows()).filter(({ status }) => status === 'pending');
    const shown = stored.map(({ delivery_id, attempts, next_attempt_at }) => ({
      delivery_id,
      attempts,
      due_at: next_attempt_at,
    }));
    const expected = this.model.waiting.map(({ delivery_id, attempts, due_at }) => ({
      delivery_id,
      attempts,
      due_at,
    }));
    const byId = (a: { delivery_id: string }, b: { delivery_id: string }) =>
      a.delivery_id < b.delivery_id ? -1 : 1;
    assert.deepEqual(shown.sort(byId), expected.sort(byId));
  }

  /** By sequence. */
  async rows(): Promise<DeliveryRow[]> {
    const { webhook_id } = this;
    const reader = this.db.reader(this.store);
    const { rows } = await listDeliveryRows(reader, { webhook_id }, { before: 'z', limit: 10_000 });
    return rows.sort((a, b) => a.sequence - b.sequence);
  }
}

const between = (after: number, upto: number): number[] =>
  Array.from({ length: upto - after }, (_, at) => after + 1 + at);

/** Made at this time, in our own format. */
const makingAt = (now: number) => ({
  clock: () => now,
  base_url: '',
  creemObjectOf: () => assert.fail('nothing is sent in the format of Creem'),
});
