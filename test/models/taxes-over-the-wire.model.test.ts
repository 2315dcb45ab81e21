import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CastStore, cards } from '../harness/cast.ts';
import { seed, times } from '../harness/seed.ts';
import { type Shop, startShop } from '../harness/shop.ts';
import {
  halfToEven,
  type ModelBuyer,
  type ModelSale,
  type ModelShop,
  type ModelTax,
  modelChange,
  modelSale,
  modelTax,
  PLACES,
  taxBackAfter,
} from './sale-model.ts';
import { randomNumbers } from './tax-model.ts';

// Random shops, buyers, prices, coupons, refunds, renewals and changes, compared over the wire with a
// model that was written from the documents. Repeat a failure with TAXES_SEED.

const SHOPS = times('TAXES_SHOPS', 3);
const BUYERS = 10;
const SEED = seed('TAXES_SEED');

type Body = Awaited<ReturnType<CastStore['must']>>;
type Below = (below: number) => number;

const DECIMALS: Record<string, number> = { JPY: 0, EUR: 2, CAD: 2, KWD: 3 };
const CURRENCIES = Object.keys(DECIMALS);
const NUMBERS: Record<string, string> = {
  ...{ DE: 'DE136695976', FR: 'FR40303265045', IT: 'IT00743110157', HU: 'HU12892312' },
  ...{ FI: 'FI20774740', EE: 'EE100931558', GB: 'GB980780684', NO: 'NO995525828MVA' },
  ...{ AU: 'AU51824753556', CH: 'CHE107787577' },
};
const REGISTRABLE = ['DE', 'FR', 'HU', 'GB', 'CH', 'NO', 'AU', 'JP', 'SG', 'CA', 'CA-QC', 'US-NY'];

const pick = <T>(below: Below, all: readonly T[]): T => all[below(all.length)] ?? assert.fail();
const some = <T>(below: Below, all: readonly T[]): T[] => all.filter(() => below(2) === 0);

function randomShop(below: Below): ModelShop {
  const country = pick(below, ['DE', 'FR', 'IE', 'GB', 'CH', 'US']);
  const registered = some(below, REGISTRABLE);
  if (below(2) === 0) registered.push('oss');
  if (below(3) > 0 && !registered.includes(country) && country !== 'US') registered.push(country);
  return {
    ...{ country, registered, accepts_unverified: below(2) === 0 },
    prices_include_tax: below(2) === 0,
    own_rates: {
      'US-NY': 8.875,
      ...(below(3) === 0 && { SG: 10.1234 }),
      ...(below(3) === 0 && { HU: 0 }),
    },
  };
}

function randomBuyer(below: Below): ModelBuyer {
  const [country = '', region = null] = pick(below, PLACES).split('-');
  const number = below(2) === 0 && country in NUMBERS ? country : null;
  return { country, region, number };
}

/** A store as the model has it. */
async function openShop(shop: Shop, model: ModelShop): Promise<CastStore> {
  const store = await shop.openStore();
  const since = '2024-01-01';
  const at_home = ['DE', 'FR', 'IE'].includes(model.country) ? model.country : 'IE';
  const registrations = model.registered.map((place) => {
    if (place === 'oss') return { scheme: 'oss', country: at_home, since };
    const [country, region] = place.split('-');
    return { country, since, ...(region && { region }) };
  });
  await store.must('POST /update-tax-settings', {
    ...{ country: model.country, registrations, prices_include_tax: model.prices_include_tax },
    when_unverified: model.accepts_unverified ? 'accept' : 'charge',
  });
  for (const [place, rate] of Object.entries(model.own_rates)) {
    const [country, region] = place.split('-');
    const own = { country, tax: 'Tax', rate, valid_from: since, ...(region && { region }) };
    await store.must('POST /create-tax-rate', own);
  }
  return store;
}

/** A buyer with what is sold to them. */
interface Deal {
  customer_id: string;
  currency: string;
  includes_tax: boolean;
  tax: ModelTax;
  /** Product fields that say the same. */
  terms: object;
  about: string;
}

async function meet(run: Run, at: number): Promise<Deal> {
  const { below, model, store } = run;
  const buyer = randomBuyer(below);
  const customer_id = `buyer-${at}`;
  const { country, region: state, number } = buyer;
  const tax_id = number && NUMBERS[number];
  const billing = { customer_id, tax_id, address: { country, state } };
  await store.must('POST /create-customer-billing', billing);
  const tax_category = pick(below, ['digital', 'digital', 'digital', 'ebook', 'exempt'] as const);
  const behavior = pick(below, ['inclusive', 'exclusive', 'as the store says'] as const);
  const tax_behavior = behavior === 'as the store says' ? null : behavior;
  const currency = pick(below, CURRENCIES);
  const tax = modelTax(model, buyer, tax_category);
  return {
    ...{ customer_id, currency, tax, terms: { currency, tax_category, tax_behavior } },
    includes_tax: tax_behavior === null ? model.prices_include_tax : tax_behavior === 'inclusive',
    about: JSON.stringify({ SEED, model, buyer, currency, tax_category, tax_behavior, tax }),
  };
}

interface Run {
  below: Below;
  model: ModelShop;
  store: CastStore;
}

const minorOf = ({ currency }: Pick<Deal, 'currency'>, amount: number): number =>
  Math.round(amount * 10 ** (DECIMALS[currency] ?? 2));
const majorOf = ({ currency }: Pick<Deal, 'currency'>, minor: number): number =>
  minor / 10 ** (DECIMALS[currency] ?? 2);

const randomPrice = (below: Below): number => 100 + below(20_000);

/** What the record says is what the model says, and the record adds up. */
function assertSale(deal: Deal, found: Body, expected: ModelSale, balance_change = 0): void {
  const minor = (amount: number) => minorOf(deal, amount);
  const about = `${deal.about} ${JSON.stringify(found)}`;
  const [subtotal, discount, tax, total] = [
    ...[minor(found.subtotal), minor(found.discount), minor(found.tax), minor(found.total)],
  ] as [number, number, number, number];
  assert.deepEqual(
    { net: subtotal - discount, tax, total },
    { ...expected, total: expected.total + balance_change },
    about,
  );
  assert.equal(minor(found.balance_change ?? 0), balance_change, about);
  const { tax_breakdown, lines } = found;
  const taxes = tax_breakdown.reduce((all: number, row: Body) => all + minor(row.tax), 0);
  assert.equal(taxes, expected.tax, about);
  for (const { kind } of tax_breakdown) assert.equal(kind, deal.tax.kind, about);
  if (lines) {
    const of_lines = lines.reduce((all: number, line: Body) => all + minor(line.tax), 0);
    assert.equal(of_lines, expected.tax, about);
  }
}

const find = async ({ store }: Run, filter: object): Promise<Body[]> =>
  (await store.must('GET /get-transactions', filter)).data;

/** A purchase with or without a coupon, refunded in some parts. */
async function purchase(run: Run, deal: Deal, at: number): Promise<void> {
  const { below, store } = run;
  const { customer_id } = deal;
  const [price, quantity] = [randomPrice(below), 1 + below(3)];
  const full = price * quantity;
  const percent = pick(below, [0, 0, 12.5, 33.33, 50]);
  const fixed = percent === 0 ? pick(below, [0, 0, 77, 12_345, 99_999]) : 0;
  const saved =
    percent > 0 ? halfToEven(full, { of: percent * 100, over: 10_000 }) : Math.min(fixed, full);
  const coupon_code = saved > 0 ? `C-${at}` : undefined;
  if (coupon_code) {
    const { currency } = deal;
    const amount = { discount_amount: majorOf(deal, fixed), currency };
    const off = percent > 0 ? { discount_percentage: percent } : amount;
    await store.must('POST /create-discount-code', { code: coupon_code, ...off });
  }
  const product_id = await store.product({ ...deal.terms, price: majorOf(deal, price) });
  const session = await store.create({ product_id, customer_id, quantity, coupon_code });
  const expected = modelSale(deal.tax, full - saved, deal.includes_tax);
  assertSale(deal, session, expected);
  // Also each by itself, as far as rounding goes.
  const { net } = modelSale(deal.tax, full, deal.includes_tax);
  assert.ok(Math.abs(minorOf(deal, session.subtotal) - net) <= 2, deal.about);
  const paid = await store.complete(session.checkout_session_id, cards.pays);
  assertSale(deal, paid, expected);
  const [payment] = await find(run, { transaction_id: paid.transaction_id });
  assertSale(deal, payment, expected);
  await refundInParts(run, deal, payment, expected);
}

/** Each part has its share of the tax; all of them have all of it. */
async function refundInParts(run: Run, deal: Deal, payment: Body, sale: ModelSale): Promise<void> {
  const { below, store } = run;
  const total = minorOf(deal, payment.total);
  let [gone, tax_gone] = [0, 0];
  for (let parts = 0; parts < 4 && gone < total; parts += 1) {
    const is_last = parts === 3 || below(3) === 0;
    const amount = is_last ? total - gone : 1 + below(total - gone);
    const input = is_last ? {} : { amount: majorOf(deal, amount) };
    const refund = await store.refund(payment.transaction_id, input);
    gone += amount;
    const own = taxBackAfter(sale, gone) - tax_gone;
    const found = minorOf(deal, refund.tax);
    // Two taxes are rounded each by itself.
    const tolerance = deal.tax.percents.length > 1 && gone < sale.total ? 1 : 0;
    assert.ok(Math.abs(found - own) <= tolerance, `${deal.about} ${JSON.stringify(refund)} ${own}`);
    assertSale(deal, refund, { net: amount - found, tax: found, total: amount });
    tax_gone += found;
  }
  if (gone === sale.total) assert.equal(tax_gone, sale.tax, deal.about);
}

/** A subscription as the model has it. */
interface Subscribed {
  deal: Deal;
  subscription_id: string;
  /** Of a whole period, as it is stated. */
  price: number;
  balance: number;
}

async function subscribe({ below, store }: Run, deal: Deal): Promise<Subscribed> {
  const { customer_id } = deal;
  const price = randomPrice(below);
  const plan = { ...deal.terms, price: majorOf(deal, price) };
  const session = await store.create({ product_id: await store.plan(plan), customer_id });
  const expected = modelSale(deal.tax, price, deal.includes_tax);
  assertSale(deal, session, expected);
  assert.equal(minorOf(deal, session.recurring.renewal_total), expected.total, deal.about);
  const { subscription_id } = await store.complete(session.checkout_session_id, cards.pays);
  return { deal, subscription_id, price, balance: 0 };
}

/** Another plan or quantity in the middle of a period. */
async function change(run: Run, subscribed: Subscribed): Promise<void> {
  const { below, store } = run;
  const { deal, subscription_id, price: before } = subscribed;
  const { includes_tax, tax } = deal;
  const after = randomPrice(below);
  const plan_id = await store.plan({ ...deal.terms, price: majorOf(deal, after) });
  const preview = await store.must('POST /preview-subscription-change', {
    subscription_id,
    plan_id,
  });
  const { current_period_start, current_period_end } = await store.update(subscription_id, {
    plan_id,
  });
  const [changed] = await find(run, { subscription_id, type: 'plan_change', limit: 1 });
  const end = Date.parse(current_period_end);
  const rest = {
    of: end - Date.parse(changed.created_at),
    over: end - Date.parse(current_period_start),
  };
  const expected = modelChange(tax, { before, after, includes_tax }, rest);
  const used = Math.max(-subscribed.balance, -Math.max(0, expected.total));
  const moved = (expected.total < 0 ? -expected.total : used) || 0;
  assertSale(deal, changed, expected, moved);
  assert.deepEqual([preview.total, preview.lines], [changed.total, changed.lines], deal.about);
  Object.assign(subscribed, { price: after, balance: subscribed.balance + moved });
}

/** The period that was paid last, with credit as far as it goes. */
async function renewal(run: Run, subscribed: Subscribed): Promise<[Body, ModelSale]> {
  const { deal, subscription_id, price, balance } = subscribed;
  const [renewed] = await find(run, { subscription_id, type: 'renewal', limit: 1 });
  const expected = modelSale(deal.tax, price, deal.includes_tax);
  const used = Math.min(balance, expected.total);
  assertSale(deal, renewed, expected, -used || 0);
  subscribed.balance -= used;
  return [renewed, expected];
}

const shop = await startShop();

for (let number = 0; number < SHOPS; number += 1) {
  const below = randomNumbers(SEED * 1000 + number);
  const model = randomShop(below);
  const { country, registered } = model;
  test(`${number}: from ${country}, registered in ${registered.join(' ') || 'no country'}`, async () => {
    const run: Run = { below, model, store: await openShop(shop, model) };
    const subscriptions: Subscribed[] = [];
    for (let at = 0; at < BUYERS; at += 1) {
      const deal = await meet(run, at);
      if (at % 2 === 0) await purchase(run, deal, at);
      else subscriptions.push(await subscribe(run, deal));
    }
    await run.store.advance(`P${1 + below(25)}DT${below(24)}H${below(60)}M`);
    for (const one of subscriptions) await change(run, one);
    await run.store.moveTo('2026-12-16T00:00:00Z'); // Renewed on 14 December.
    for (const one of subscriptions) await renewal(run, one);
    await run.store.advance(`P${1 + below(20)}DT${below(24)}H${below(60)}M`);
    for (const one of subscriptions) await change(run, one);
    await run.store.moveTo('2027-01-15T00:00:00Z');
    for (const one of subscriptions) {
      const [renewed, sale] = await renewal(run, one);
      await refundInParts(run, one.deal, renewed, sale);
    }
    await shop.assertRight();
  });
}
