import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Answer } from '../harness/answer.ts';
import { assertRight, kindOf, many } from '../harness/sales/license-clients.ts';
import { type Shop, startShop } from '../harness/shop.ts';
import type { LicenseModel } from './license-model.ts';
import { LicenseRun, MACHINES, playAll, RUNS, saw, seen } from './license-run.ts';

// Clients, buyers and sellers at random, several licenses in each store, one step after another:
// a model says what each answer must be. (license-groups.model.test.ts: many steps at once.)
const STEPS = 60;

let shop: Shop;
let runs: ModelRun[] = [];
before(async () => {
  shop = await startShop();
});

test(`${RUNS} stores with ${STEPS} steps each: every answer is what the model says`, async () => {
  const make = (...given: ConstructorParameters<typeof LicenseRun>) => new ModelRun(...given);
  runs = await playAll(shop, make, async (run) => {
    for (let step = 0; step < STEPS; step++) await run.step();
    await run.compareAll();
  });
  console.log(JSON.stringify(seen));
  for (const what of [
    ...['activate 200', 'activate license_expired', 'activate license_disabled'],
    ...['activate activation_limit_reached', 'activate license_not_found'],
    ...['activate license_key_mistyped', 'deactivate 200', 'deactivate instance_not_found'],
    ...['valid', 'expired', 'disabled', 'not_activated', 'instance_unknown'].map(
      (code) => `validate ${code}`,
    ),
    ...['disable', 'enable', 'reissue', 'refund 200', 'is past_due', 'again'],
    // Among few stores there may be none.
    ...(RUNS < 100 ? [] : ['quantity 200', 'is canceled', 'validate over_limit']),
  ]) {
    assert.ok((seen[what] ?? 0) > 0, `${what} happened`);
  }
  await assertRight(shop);
});

test('after a restart every record is what the model says, also when each machine was last seen', async () => {
  await shop.restart();
  for (const run of runs) await run.compareAll(true);
});

class ModelRun extends LicenseRun {
  steps = 0;

  /**
   * Now and then under an Idempotency-Key, and again: the second answer is the first. What a shipped
   * key is refused is not kept, and refused again.
   */
  async post(operation: string, input: object): Promise<Answer> {
    const again = this.next(8) === 0 ? `step-${this.steps}` : undefined;
    const answer = await this.client.call(`POST /${operation}`, input, again);
    const { text, status } = answer;
    this.log.push(`${this.now} ${operation} ${JSON.stringify(input)} ${kindOf(answer)}`);
    assert.ok([200, 400, 404].includes(status), text);
    if (again === undefined) return answer;
    saw('again');
    const second = await this.client.call(`POST /${operation}`, input, again);
    if (status === 200) assert.equal(second.text, text);
    assert.deepEqual([second.status, kindOf(second)], [status, kindOf(answer)]);
    return answer;
  }

  async step(): Promise<void> {
    this.steps += 1;
    const model = this.pick(this.licenses);
    const kind = this.next(40);
    if (kind < 14) await this.activate(model);
    else if (kind < 20) await this.deactivate(model);
    else if (kind < 29) await this.validate(model);
    else if (kind < 31)
      await this.manage(model, this.pick(['disable', 'enable', 'enable'] as const));
    else if (kind < 32) await this.manage(model, 'reissue');
    else if (kind < 33) await this.refund(model);
    else if (kind < 36) await this.subscription(model);
    else await this.wait();
  }

  async activate(model: LicenseModel): Promise<void> {
    const { license_key, no } = this.typed(model);
    const fingerprint = this.pick(MACHINES);
    const instance_name = `machine ${this.steps}`;
    const input = { license_key, instance_name, ...(fingerprint !== null && { fingerprint }) };
    const expected = no ?? model.mayActivate(fingerprint, this.now);
    const answer = await this.post('activate-license', input);
    saw(`activate ${expected}`);
    assert.equal(kindOf(answer), expected, answer.text);
    if (expected === 'activation_limit_reached') {
      assert.ok(
        model.longestUnseen().some((id) => answer.text.includes(id)),
        answer.text,
      );
    }
    if (expected !== '200') return;
    const { instance_id } = answer.body.instance;
    const instance = model.activated({ instance_id, instance_name, fingerprint }, this.now);
    assert.deepEqual(answer.body.instance, instance);
    this.compare(model, answer.body.license);
  }

  async deactivate(model: LicenseModel): Promise<void> {
    const { license_key, no } = this.typed(model);
    const instance_id = this.someInstance(model);
    const answer = await this.post('deactivate-license', { license_key, instance_id });
    const expected = no ?? model.deactivate(instance_id);
    saw(`deactivate ${expected}`);
    assert.equal(kindOf(answer), expected, answer.text);
    if (expected === '200') this.compare(model, answer.body.license);
  }

  /** Mostly one of its own, live or ended; else another license's, or nobody's. */
  someInstance(model: LicenseModel): string {
    const of = this.next(4) === 0 ? this.pick(this.licenses) : model;
    const ids = [...of.live.map(({ instance_id }) => instance_id), ...of.ended];
    return this.pick(ids) ?? 'inst_1tq3v9w0e00h4rk6m2x8pz7ycn5';
  }

  async validate(model: LicenseModel): Promise<void> {
    const { license_key, no } = this.typed(model);
    const named = {
      ...(this.next(2) === 0 && { instance_id: this.someInstance(model) }),
      ...(this.next(3) === 0 && { fingerprint: this.pick(MACHINES) ?? 'unknown' }),
    };
    const answer = await this.post('validate-license', { license_key, ...named });
    if (no) return assert.equal(kindOf(answer), no, answer.text);
    const { valid, code, instance } = model.validate(named, this.now);
    saw(`validate ${code}`);
    const { body } = answer;
    assert.deepEqual([body.valid, body.code, body.instance], [valid, code, instance], answer.text);
    this.compare(model, body.license, true);
  }

  async manage(model: LicenseModel, what: 'disable' | 'enable' | 'reissue'): Promise<void> {
    const { license_id } = model.bought;
    const { status, body, text } = await this.post(`${what}-license`, { license_id });
    assert.equal(status, 200, text);
    saw(what);
    if (what === 'reissue') model.reissued(body.license_key);
    else model.is_disabled = what === 'disable';
    this.compare(model, body);
  }

  async refund(model: LicenseModel): Promise<void> {
    const { transaction_id, subscription_id } = model.bought;
    const answer = await this.post('refund-transaction', { transaction_id });
    saw(`refund ${kindOf(answer)}`);
    if (answer.status === 200 && subscription_id === null) model.is_disabled = true;
  }

  async subscription(model: LicenseModel): Promise<void> {
    const { subscription_id } = model.bought;
    if (subscription_id === null) return;
    const cancel_at_period_end = this.next(4) > 0;
    const quantity = 1 + this.next(4);
    const { status, cancel_at_period_end: is_ending } = model.subscription ?? {};
    const may_resume = status === 'paused' || is_ending;
    const resume = ['resume', 'resume-subscription', {}] as const;
    const [what, operation, more] = this.pick([
      ...many(may_resume ? 6 : 1, () => resume),
      ['quantity', 'update-subscription', { quantity }],
      ['quantity', 'update-subscription', { quantity }],
      ['pause', 'pause-subscription', {}],
      ['cancel', 'cancel-subscription', { cancel_at_period_end }],
    ] as const);
    const answer = await this.post(operation, { subscription_id, ...more });
    saw(`${what} ${kindOf(answer)}`);
    await this.look(model);
  }

  /** Who was seen when is told exactly by a validation; other records learn it a little later. */
  compare(model: LicenseModel, told: Answer['body'], is_exact = false): void {
    const { updated_at, ...license } = told;
    assert.ok(updated_at >= license.created_at);
    // Lists show more of the machines than the other answers.
    const shown = model.live.slice(0, Math.max(10, license.instances.length));
    const expected = { ...model.record(this.now), instances: shown };
    const instances = license.instances.map((one: Answer['body'], at: number) => {
      const model_at = model.live[at]?.last_validated_at ?? '';
      const last = one.last_validated_at;
      assert.ok(one.activated_at <= last && last <= model_at, `${one.instance_id} ${last}`);
      return { ...one, last_validated_at: is_exact ? last : model_at };
    });
    assert.deepEqual({ ...license, instances }, expected);
  }

  async compareAll(is_exact = false): Promise<void> {
    for (const model of this.licenses) {
      this.compare(model, await this.client.license(model.bought.license_id), is_exact);
    }
  }
}
