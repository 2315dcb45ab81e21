import assert from 'node:assert/strict';
import type { Answer } from '../answer.ts';
import type { Shop } from '../shop.ts';

type Body = Answer['body'];

/** Registered at home and, by the One-Stop-Shop, in all of the Union. */
export const GERMAN_SELLER = {
  country: 'DE',
  registrations: [
    { country: 'DE', since: '2020-01-01' },
    { scheme: 'oss', country: 'DE', since: '2020-01-01' },
  ],
};

/** The store of a German seller whose prices are without tax; Ada is in Estonia, where it is 24 %. */
export async function openTaxedStore(shop: Shop, settings: object = {}) {
  const store = await shop.openStore();
  const tell = (more: object) => store.must('POST /update-tax-settings', more);
  await tell({ ...GERMAN_SELLER, prices_include_tax: false, ...settings });
  /** Where Ada is from now on. */
  const moveAda = (address: object, more: object = {}) =>
    store.must('POST /create-customer-billing', { customer_id: 'ada', address, ...more });
  await moveAda({ country: 'EE' });
  /** The newest payment of a subscription. */
  const newest = async (subscription_id: string): Promise<Body> =>
    (await store.transactions(subscription_id))[0];
  return { ...store, tell, moveAda, newest };
}

/** What a payment or a preview comes to; it adds up. */
export function amountsOf(bill: Body): number[] {
  const { subtotal, discount, tax, balance_change, total } = bill;
  const sum = (subtotal - discount + tax + balance_change).toFixed(3);
  assert.equal(sum, total.toFixed(3), 'subtotal - discount + tax + balance_change = total');
  const lines = bill.lines.reduce((all: number, line: Body) => all + line.tax, 0);
  assert.equal(lines.toFixed(3), tax.toFixed(3), 'the lines have the tax');
  return [subtotal, discount, tax, balance_change, total];
}

/** What each line adds, and the tax in it. */
export const linesOf = ({ lines }: Body): number[][] =>
  lines.map(({ amount, tax }: Body) => [amount, tax]);

/** Kind, country and rate of each tax. */
export const taxesOf = ({ tax_breakdown }: Body): string[] =>
  tax_breakdown.map(({ kind, country, rate }: Body) => `${kind} ${country} ${rate}`);
