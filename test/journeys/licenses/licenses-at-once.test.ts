import assert from 'node:assert/strict';
import type { Agent } from 'node:https';
import { before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { cards } from '../../harness/cast.ts';
import { ProcessShop } from '../../harness/process-shop.ts';
import { random } from '../../harness/sales/license-clients.ts';
import { seed, times } from '../../harness/seed.ts';
import { type Asked, hasOrder, type LicenseState } from './license-history.ts';

// Machines, their seller and their buyer use one license at once, on PostgreSQL through two instances. Every answer is that of one order: no seat too many, and after a disable was answered
// no certificate.

const SEED = seed('LICENSES_AT_ONCE_SEED');
const LICENSES = times('LICENSES_AT_ONCE', 10, 150);
const WAVES = 3;
const CALLERS = 3;
const CALLS = 3;
const SEATS = 2;

const below = random(SEED);
const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
type Told = Awaited<ReturnType<ProcessShop['call']>>;

let shop: ProcessShop;
let doors: { shop: ProcessShop; agent: Agent }[];
before(async () => {
  shop = await ProcessShop.make();
  await shop.start();
  const beside = await shop.startBeside(); // On SQLite the same.
  doors = [shop, beside].map((one) => ({ shop: one, agent: one.connection() }));
});

function call(path: string, input: object): Promise<Told> {
  const door = pick(doors);
  return door.shop.call(path, input, {}, door.agent);
}

async function must(path: string, input: object): Promise<Told['body']> {
  const { status, body } = await call(path, input);
  assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
  return body;
}

/** A license with seats for each of two copies, and what can happen to it. */
async function buyLicense(product_id: string) {
  const session = await must('/create-checkout', { product_id, quantity: 2, customer_id: 'ada' });
  const { checkout_session_id } = session;
  const payment = { checkout_session_id, payment_method: cards.pays };
  const paid = await must('/complete-checkout', payment);
  const { transaction_id, subscription_id, license_keys } = paid;
  const [license_key] = license_keys;
  const { license } = await must('/validate-license', { license_key });
  const { license_id } = license;
  const machines: string[] = [];
  let history: Asked[] = [];

  async function ask(what: Asked['what'], about: Asked['about'], input: object): Promise<void> {
    const from = performance.now();
    const { status, body } = await call(PATHS[what], input);
    const until = performance.now();
    assert.ok([200, 400, 404].includes(status), `${what}: ${JSON.stringify(body)}`);
    const shown = body.license ?? (body.object === 'license' ? body : undefined);
    const instance_id = body.instance?.instance_id ?? null;
    if (what === 'activate' && instance_id !== null) machines.push(instance_id);
    if (what === 'validate') {
      assert.equal(body.certificate !== null, body.valid && about !== null, 'has a certificate');
    }
    history.push({
      ...{ what, about, from, until, instance_id, answer: body.error?.code ?? '200' },
      code: body.code ?? null,
      license: shown ? shownOf(shown) : null,
    });
  }

  const validate = (instance_id: string | null) =>
    ask('validate', instance_id, {
      license_key,
      ...(instance_id !== null && { instance_id, certificate: true }),
    });
  const acts = {
    activate(): Promise<void> {
      const fingerprint = pick([null, 'f1', 'f2', 'f3', 'f4', 'f5']);
      const machine = { instance_name: 'A machine', ...(fingerprint !== null && { fingerprint }) };
      return ask('activate', fingerprint, { license_key, ...machine });
    },
    deactivate(): Promise<void> {
      const instance_id = machines.length === 0 ? 'inst_none' : pick(machines);
      return ask('deactivate', instance_id, { license_key, instance_id });
    },
    disable: () => ask('disable', null, { license_id }),
    enable: () => ask('enable', null, { license_id }),
    validate: () => validate(machines.length === 0 ? null : pick([null, ...machines])),
    /** Its purchase is refunded, or its subscription has another quantity. */
    sale(): Promise<void> {
      if (subscription_id === null) return ask('refund', null, { transaction_id });
      const quantity = 1 + below(4);
      return ask('resize', SEATS * quantity, { subscription_id, quantity });
    },
  };

  /** Several callers at once; the last one looks at what they have left. */
  async function wave(): Promise<Asked[]> {
    history = [];
    const callers = Array.from({ length: CALLERS }, async () => {
      for (let turn = 0; turn < CALLS; turn++) {
        await setTimeout(below(4));
        await acts[pick(CHANCES)]();
      }
    });
    await Promise.all(callers);
    await validate(null);
    return history;
  }

  /** As it is while nobody uses it. */
  async function state(): Promise<LicenseState> {
    const { body } = await shop.get(`/get-license?license_id=${license_id}`);
    const live: Machine[] = body.instances;
    const ended: Machine[] = body.ended_instances;
    return {
      limit: body.activation_limit,
      is_disabled: body.status === 'disabled',
      machines: new Map(live.map(({ instance_id, fingerprint }) => [instance_id, { fingerprint }])),
      ended: new Set(ended.map(({ instance_id }) => instance_id)),
    };
  }
  return { wave, state };
}

interface Machine {
  instance_id: string;
  fingerprint: string | null;
}

const PATHS = {
  activate: '/activate-license',
  deactivate: '/deactivate-license',
  disable: '/disable-license',
  enable: '/enable-license',
  refund: '/refund-transaction',
  resize: '/update-subscription',
  validate: '/validate-license',
};

const CHANCES = [
  ...(['activate', 'activate', 'activate', 'activate', 'deactivate', 'deactivate'] as const),
  ...(['validate', 'validate', 'validate', 'disable', 'enable', 'enable', 'sale'] as const),
];

const shownOf = (license: Told['body']) => ({
  limit: license.activation_limit,
  usage: license.activation_usage,
  newest: license.instances.map(({ instance_id }: Machine) => instance_id),
});

test(`${LICENSES} licenses, each used through several processes at once (seed ${SEED})`, async () => {
  const product = { name: 'Editor', description: '', price: 20, currency: 'USD' };
  const licensed = { ...product, license: { activation_limit: SEATS } };
  const products = [
    await must('/create-product', licensed),
    await must('/create-product', { ...licensed, billing_type: 'recurring' }),
  ];
  for (let at = 0; at < LICENSES; at++) {
    const { wave, state } = await buyLicense(products[at % 2].product_id);
    for (let turn = 0; turn < WAVES; turn++) {
      const start = await state();
      const history = await wave();
      const told = history.map((one) => JSON.stringify(one)).join('\n');
      assert.ok(hasOrder(start, history), `license ${at}, wave ${turn}: in no order\n${told}`);
    }
  }
  await shop.assertRight();
});
