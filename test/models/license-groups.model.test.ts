import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../harness/answer.ts';
import { assertRight, kindOf, many } from '../harness/sales/license-clients.ts';
import { startShop } from '../harness/shop.ts';
import type { LicenseModel } from './license-model.ts';
import { LicenseRun, MACHINES, playAll, RUNS } from './license-run.ts';

// Many clients at once: whatever the order was, the seats of each license are those that were
// given to somebody and not given back, and every answer is one that some order allows.
const GROUPS = 4;
const IN_A_GROUP = 20;
const STORES = Math.ceil(RUNS / 2);

const shop = await startShop();

test(`${STORES} stores with groups of ${IN_A_GROUP} at once: seats are never lost, made or exceeded`, async () => {
  const make = (...given: ConstructorParameters<typeof LicenseRun>) => new GroupRun(...given);
  const play = async (run: GroupRun) => {
    for (let group = 0; group < GROUPS; group++) await run.group();
  };
  await playAll(shop, make, play, STORES);
  console.log(JSON.stringify(counts));
  for (const what of ['activate-license 200', 'activate-license license_not_found']) {
    assert.ok((counts[what] ?? 0) > 0, `${what} happened`);
  }
  await assertRight(shop);
});

const counts: Record<string, number> = {};

interface Asked {
  operation: string;
  model: LicenseModel;
  input: { fingerprint?: string; instance_id?: string; quantity?: number };
  answer: Answer;
}

class GroupRun extends LicenseRun {
  keys = 0;

  async group(): Promise<void> {
    const targets = [this.pick(this.licenses), this.pick(this.licenses)];
    const asking = many(IN_A_GROUP, () => this.ask(this.pick(targets)));
    const asked = await Promise.all(asking);
    for (const { operation, answer } of asked) {
      const what = `${operation} ${kindOf(answer)}`;
      counts[what] = (counts[what] ?? 0) + 1;
    }
    for (const model of new Set(targets)) {
      await this.settle(
        model,
        asked.filter((one) => one.model === model),
      );
    }
    if (this.next(2) === 0) await this.wait();
  }

  /** Chooses before it waits for anything, so that a seed repeats the choice. */
  ask(model: LicenseModel): Promise<Asked> {
    const { license_id, subscription_id } = model.bought;
    const { key: license_key } = model;
    const kind = this.next(24);
    if (kind < 11) {
      const fingerprint = this.pick(MACHINES);
      const input = { license_key, instance_name: 'M', ...(fingerprint && { fingerprint }) };
      return this.send('activate-license', model, input, this.next(4) === 0);
    }
    if (kind < 16) {
      const ids = [...model.live.map(({ instance_id }) => instance_id), ...model.ended.slice(-3)];
      const instance_id = this.pick(ids) ?? 'inst_1tq3v9w0e00h4rk6m2x8pz7ycn5';
      return this.send('deactivate-license', model, { license_key, instance_id });
    }
    if (kind < 19) return this.send('validate-license', model, { license_key });
    if (kind < 20) return this.send('disable-license', model, { license_id });
    if (kind < 22) return this.send('enable-license', model, { license_id });
    if (kind === 22 && subscription_id !== null) {
      const input = { subscription_id, quantity: 1 + this.next(4) };
      return this.send('update-subscription', model, input);
    }
    if (kind === 23 && this.next(3) === 0) {
      return this.send('reissue-license', model, { license_id });
    }
    return this.send('validate-license', model, { license_key, fingerprint: 'red' });
  }

  /** Twice: with one Idempotency-Key, both at once. */
  async send(
    operation: string,
    model: LicenseModel,
    input: Asked['input'] & { [name: string]: unknown },
    is_twice = false,
  ): Promise<Asked> {
    const path = `POST /${operation}`;
    const key = is_twice ? `twice-${this.keys++}` : undefined;
    const [answer, second] = await Promise.all([
      this.client.call(path, input, key),
      is_twice ? this.client.call(path, input, key) : undefined,
    ]);
    this.log.push(`${operation} ${JSON.stringify(input)} ${kindOf(answer)}`);
    assert.ok([200, 400, 404].includes(answer.status), answer.text);
    if (second) assert.equal(second.text, answer.text);
    return { operation, model, input, answer };
  }

  /** What must be true of a license after a group, and what the model goes on with. */
  async settle(model: LicenseModel, asked: Asked[]): Promise<void> {
    const { license_id } = model.bought;
    const of = (operation: string, kind = '200') =>
      asked.filter((one) => one.operation === operation && kindOf(one.answer) === kind);
    const was_live = model.live.map(({ instance_id }) => instance_id);
    const [was_disabled, was] = [model.status(this.now) === 'disabled', model.status(this.now)];
    const limits = [model.limit, ...this.wantedLimits(model, asked)].map(
      (limit) => limit ?? Infinity,
    );

    const activations = of('activate-license').map(({ answer }) => answer.body);
    const activated = new Set<string>(activations.map((body) => body.instance.instance_id));
    const ended = of('deactivate-license').map(({ input }) => input.instance_id ?? '');
    const reissued = of('reissue-license').map(({ answer }) => answer.body.license_key);
    const live = await this.client.live(license_id);
    const license = await this.client.license(license_id);

    // Those who were told that they have a seat have it, unless it was given back.
    const given = new Set([...was_live, ...activated]);
    for (const instance_id of ended) given.delete(instance_id);
    assert.deepEqual(live, reissued.length > 0 ? [] : [...given].sort());
    assert.ok(live.length <= Math.max(was_live.length, ...limits), 'within a limit there was');
    const machines = license.instances.flatMap((one: Answer['body']) => one.fingerprint ?? []);
    assert.equal(new Set(machines).size, machines.length, 'one machine is one instance');

    const fresh = [...activated].filter((instance_id) => !was_live.includes(instance_id));
    if (of('activate-license', 'activation_limit_reached').length > 0) {
      assert.ok(was_live.length + fresh.length >= Math.min(...limits), 'it was full at some time');
    }
    for (const { instance, license: told } of activations) {
      assert.equal(told.instances.length, Math.min(told.activation_usage, 10));
      const times = activations.filter((one) => one.instance.instance_id === instance.instance_id);
      const takes = fresh.includes(instance.instance_id) && times.length === 1;
      if (takes) assert.ok(told.activation_usage <= (told.activation_limit ?? Infinity));
    }
    const disables = of('disable-license').length;
    const enables = of('enable-license').length;
    const refused = (code: string) => of('activate-license', code).length;
    if (!was_disabled && disables === 0) assert.equal(refused('license_disabled'), 0);
    if (was_disabled && enables === 0) assert.equal(activations.length, 0);
    if (was !== 'expired' && !was_disabled) assert.equal(refused('license_expired'), 0);
    if (was === 'expired') assert.equal(activations.length, 0);
    if (reissued.length === 0) assert.equal(refused('license_not_found'), 0);
    else assert.ok(reissued.includes(license.license_key), 'the key is one that was told');

    if (disables > 0 && enables > 0) {
      const is_paused = model.subscription?.status === 'paused';
      if (!is_paused) model.is_disabled = license.status === 'disabled';
    } else if (disables + enables > 0) model.is_disabled = disables > 0;
    this.goOn(model, license, { activated, was_live });
    await this.look(model);
    const { updated_at: _, ...record } = license;
    assert.deepEqual(record, model.record(this.now));
  }

  wantedLimits(model: LicenseModel, asked: Asked[]): (number | null)[] {
    const { unit_limit } = model.terms;
    const quantities = asked.flatMap(({ input }) => input.quantity ?? []);
    return quantities.map((quantity) => unit_limit && unit_limit * quantity);
  }

  goOn(
    model: LicenseModel,
    license: Answer['body'],
    { activated, was_live }: { activated: Set<string>; was_live: string[] },
  ): void {
    model.live = license.instances;
    model.was_activated ||= activated.size > 0;
    if (license.license_key !== model.key) model.old_keys.push(model.key);
    model.key = license.license_key;
    const ids = model.live.map(({ instance_id }) => instance_id);
    const gone = [...was_live, ...activated].filter((id) => !ids.includes(id));
    model.ended = [...new Set([...model.ended, ...gone])];
  }
}
