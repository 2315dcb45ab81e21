import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import { type Look, openPage } from '../visits/browser.ts';
import { type Device, playStripe } from '../visits/stripe-js.ts';
import { charged, openHostedCounter } from './hosted-counter.ts';

export const CARDS = {
  pays: '4242 4242 4242 4242',
  is_declined: '4000 0000 0000 9995',
  confirms: '4000 0027 6000 3184',
};

/** A store whose buyers type their cards into Stripe's fields on our page, for €20.00. */
export async function openFieldsCounter(terms: object = {}) {
  const product = { name: 'Photo editor', currency: 'EUR', license: {}, ...terms };
  const counter = await openHostedCounter(product);
  const { shop, store, stand_in } = counter;
  await store.must('POST /connect-provider', {
    ...{ provider: 'stripe', key: stand_in.keys.test },
    publishable_key: stand_in.publishable_keys.test,
  });
  const url = `https://localhost:${shop.app.port}`;

  /** The payment page in a window where Stripe's addresses answer. */
  async function open(path: string, { device, ...look }: Look & { device?: Device } = {}) {
    const opened = await openPage(look);
    const { asked } = await playStripe(opened, stand_in, device);
    await opened.page.goto(url + path);
    return { ...opened, asked };
  }

  /** Everything that was bought and taken since: a purchase is one charge and one order. */
  async function books() {
    const before = await charged(stand_in, 'eur');
    const orders = async () => (await store.must('GET /get-transactions', { limit: 100 })).data;
    const count_before = paidIn(await orders());
    return async (expected: { minor: number; orders: number }) => {
      const minor = (await charged(stand_in, 'eur')) - before;
      const count = paidIn(await orders()) - count_before;
      assert.deepEqual({ minor, orders: count }, expected);
    };
  }

  return { ...counter, url, open, books };
}

const paidIn = (rows: { status: string }[]): number =>
  rows.filter(({ status }) => status === 'paid').length;

type Shown = Pick<Page, 'locator' | 'getByRole' | 'getByLabel'> | FrameLocator;

export const fieldsIn = (shown: Shown): FrameLocator =>
  shown.locator('.fields iframe').contentFrame();

/** Waits until the fields are there, and types. */
export async function typeCard(shown: Shown, number: string): Promise<void> {
  await shown.locator('form[data-here]').waitFor({ state: 'attached' });
  const fields = fieldsIn(shown);
  await fields.locator('[name=number]').fill(number);
  await fields.locator('[name=expiry]').fill('12 / 34');
  await fields.locator('[name=cvc]').fill('123');
}

export const pressIn = (shown: Shown, name: string | RegExp): Promise<void> =>
  shown.getByRole('button', { name }).click();

/** Fills in the page and presses its button. */
export async function payIn(
  shown: Shown,
  number: string,
  button: string | RegExp = /^Pay /,
): Promise<void> {
  await shown.getByLabel('E-mail').fill('ada@example.com');
  await typeCard(shown, number);
  await pressIn(shown, button);
}

export const heading = (shown: Shown): Promise<string> =>
  shown.getByRole('heading', { level: 1 }).innerText();

export const thanks = (shown: Shown): Promise<void> =>
  shown.getByRole('heading', { name: 'Thank you for your order' }).waitFor();
