import type { Page } from 'playwright-core';
import { cards } from '../../harness/cast.ts';
import { fillIn, pays, type Scene } from './scene.ts';

/** Enter in the last field pays, whatever the button is called. */
const payWith =
  ({ number }: { number: string }) =>
  async (page: Page) => {
    await fillIn(page, pays(number));
    const consent = page.locator('input[type=checkbox][required]');
    for (const box of await consent.all()) await box.check();
    await Promise.all([page.waitForEvent('load'), page.locator('[name=card_code]').press('Enter')]);
  };

const enterCoupon = (code: string) => async (page: Page) => {
  const field = page.locator('[name=coupon]');
  if (!(await field.isVisible())) await page.locator('details:has([name=coupon]) summary').click();
  await field.fill(code);
  await Promise.all([page.waitForEvent('load'), field.press('Enter')]);
};

/** The pages of a checkout session, in every state. */
export const CHECKOUT_SCENES: Scene[] = [
  { name: 'checkout', url: ({ checkout, goods }) => checkout(goods.editor) },
  { name: 'checkout-taxed', url: ({ taxedCheckout }) => taxedCheckout('inclusive', 'DE') },
  { name: 'checkout-tax-unknown', url: ({ taxedCheckout }) => taxedCheckout('exclusive') },
  { name: 'checkout-trial', url: ({ checkout, goods }) => checkout(goods.trial, { quantity: 2 }) },
  { name: 'checkout-plan', url: ({ checkout, goods }) => checkout(goods.plan) },
  {
    name: 'checkout-asking',
    url: ({ checkout, goods }) =>
      checkout(goods.plan, {
        adjustable_quantity: { minimum: 1, maximum: 10 },
        custom_fields: [
          { key: 'team', label: 'Team name', type: 'text' },
          { key: 'size', label: 'T-shirt', type: 'choice', options: ['S', 'M', 'L'] },
          { key: 'agrees', label: 'I have read the license', type: 'checkbox' },
        ],
      }),
  },
  { name: 'checkout-free', url: ({ checkout, goods }) => checkout(goods.free) },
  {
    name: 'checkout-coupon',
    url: ({ checkout, goods }) => checkout(goods.editor),
    act: enterCoupon('LAUNCH20'),
  },
  {
    name: 'checkout-coupon-refused',
    url: ({ checkout, goods }) => checkout(goods.editor),
    act: enterCoupon('NOSUCH'),
  },
  {
    name: 'checkout-declined',
    url: ({ checkout, goods }) => checkout(goods.editor),
    act: payWith(cards.declined),
  },
  {
    name: 'checkout-mistyped',
    url: ({ checkout, goods }) => checkout(goods.editor),
    act: payWith({ number: '4242 4242 4242 4241' }),
  },
  {
    name: 'checkout-bank',
    url: ({ checkout, goods }) => checkout(goods.editor),
    act: payWith(cards.confirms),
  },
  {
    name: 'checkout-confirm',
    url: ({ checkout, goods }) => checkout(goods.editor),
    async act(page) {
      const address = page.url();
      await payWith(cards.confirms)(page);
      await page.goto(address);
    },
  },
  {
    name: 'checkout-paid',
    url: ({ checkout, goods }) => checkout(goods.editor),
    act: payWith(cards.pays),
  },
  {
    name: 'checkout-trial-started',
    url: ({ checkout, goods }) => checkout(goods.trial),
    act: payWith(cards.pays),
  },
  {
    name: 'checkout-expired',
    async url({ store, checkout, goods }) {
      const address = await checkout(goods.editor);
      const [, checkout_session_id] = /(cs_\w+)/.exec(address) ?? [];
      await store.must('POST /expire-checkout', { checkout_session_id });
      return address;
    },
  },
  {
    name: 'buy',
    async url({ store, goods }) {
      const link = { product_id: goods.editor, quantity: 1, coupon_code: 'LAUNCH20' };
      return (await store.must('POST /create-payment-link', link)).url;
    },
  },
  { name: 'checkout-unknown', url: () => `/checkout/cs_${'0'.repeat(28)}`, status: 404 },
];
