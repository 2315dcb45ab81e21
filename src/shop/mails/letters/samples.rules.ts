import type { LetterData } from './letters.rules.ts';

const BASE = 'https://shop.example';
const plan = { product_name: 'Photo editor Pro', currency: 'EUR', portal_url: `${BASE}/portal` };
const card = { brand: 'visa', last4: '4242' };

const paid = {
  ...plan,
  quantity: 1,
  total: 119,
  tax: 19,
  paid_at: '2026-11-16T09:30:00.000Z',
  card,
  invoice_url: `${BASE}/invoice/sample`,
};

/** What a mail of each kind could say: for previews. */
export const SAMPLES: { [Kind in keyof LetterData]: LetterData[Kind] } = {
  purchase: {
    ...paid,
    license_keys: ['KASSA-7QK2M-4X9TB-H3WDN-8RFVC-2YGJP'],
    next_payment: { at: '2027-11-16T09:30:00.000Z', amount: 119 },
    has_trial: false,
  },
  renewal: { ...paid, paid_until: '2027-11-16T09:30:00.000Z' },
  trial_ending: { ...plan, at: '2026-11-19T09:30:00.000Z', amount: 119 },
  renewal_coming: { ...plan, at: '2026-11-30T09:30:00.000Z', amount: 119 },
  payment_failed: {
    ...plan,
    amount: 119,
    card,
    payment_url: `${BASE}/pay/sample`,
    next_try_at: '2026-11-19T09:30:00.000Z',
    last_day: null,
  },
  confirmation_needed: { ...plan, amount: 119, card, payment_url: `${BASE}/pay/sample` },
  card_expiring: { card, exp_month: 12, exp_year: 2026, portal_url: plan.portal_url },
  plan_changed: {
    ...plan,
    quantity: 3,
    changes_at: null,
    charged: 59.5,
    next_payment_at: '2027-11-16T09:30:00.000Z',
    invoice_url: `${BASE}/invoice/sample`,
  },
  canceled: { ...plan, ends_at: '2027-11-16T09:30:00.000Z', how: 'scheduled', credit: 12.5 },
  refunded: {
    ...plan,
    amount: 59.5,
    card,
    refunded_at: '2026-11-16T09:30:00.000Z',
    credit_note_url: `${BASE}/invoice/sample`,
  },
  sign_in: { link_urls: `${BASE}/portal/sample` },
  new_key: {
    product_name: plan.product_name,
    license_keys: ['KASSA-7QK2M-4X9TB-H3WDN-8RFVC-2YGJP'],
    portal_url: plan.portal_url,
  },
  invoice_corrected: {
    number: '2026-0043',
    replaced: '2026-0041',
    invoice_url: `${BASE}/invoice/sample`,
    credit_note: { number: '2026-0042', url: `${BASE}/invoice/sample-credit-note` },
  },
  notification: {
    counts: { sale: 1 },
    sold_minor: { EUR: 11_900 },
    lines: [
      {
        ...{ kind: 'sale', what: plan.product_name, who: 'ada@example.com' },
        ...{ amount: 119, currency: 'EUR', path: '/payments/sample' },
      },
    ],
    person_id: 'person_sample',
    dashboard_url: `${BASE}/dashboard/1`,
    settings_url: `${BASE}/account/mails/1`,
    stop_url: `${BASE}/account/stop-mails/sample`,
    is_digest: false,
  },
  test: {},
};
