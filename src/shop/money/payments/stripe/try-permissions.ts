import type Stripe from 'stripe';
import type { Need } from './permissions.ts';

/** Reads nothing and changes nothing: what is requested does not exist. */
const NOTHING = {
  pi: 'pi_kassa',
  cs: 'cs_kassa',
  we: 'we_kassa',
  pm: 'pm_kassa',
  du: 'du_kassa',
  cus: 'cus_kassa',
  seti: 'seti_kassa',
  ctoken: 'ctoken_kassa',
};

const ONE = { limit: 1 };
const withinList = (path: string) => ({ ...ONE, expand: [`data.${path}`] });

export interface Try {
  need: Need;
  /** What it needs besides, which another try is about. */
  within?: Need[];
  call(): Promise<unknown>;
}

/** A call for each permission, and for each object that is expanded in another. */
export const triesOf = (stripe: Stripe): Try[] => [
  { need: 'pages', call: () => stripe.checkout.sessions.expire(NOTHING.cs) },
  { need: 'payments', call: () => stripe.paymentIntents.cancel(NOTHING.pi) },
  { need: 'setups', call: () => stripe.setupIntents.list(ONE) },
  { need: 'methods', call: () => stripe.paymentMethods.retrieve(NOTHING.pm) },
  { need: 'customers', call: () => stripe.customers.update(NOTHING.cus, { name: 'Kassa' }) },
  { need: 'refunds', call: () => stripe.refunds.create({ payment_intent: NOTHING.pi }) },
  { need: 'disputes', call: () => stripe.disputes.retrieve(NOTHING.du) },
  { need: 'fees', call: () => stripe.balanceTransactions.list(ONE) },
  { need: 'events', call: () => stripe.events.list(ONE) },
  {
    need: 'webhooks',
    call: () => stripe.webhookEndpoints.update(NOTHING.we, { description: 'Kassa' }),
  },
  ...(['latest_charge', 'latest_charge.balance_transaction', 'payment_method'] as const).map(
    (path): Try => ({
      need: SEEN_BY[path],
      within: ['payments', ...SEEN_IN[path]],
      call: () => stripe.paymentIntents.list(withinList(path)),
    }),
  ),
  ...(['payment_method', 'latest_attempt'] as const).map(
    (path): Try => ({
      need: SEEN_BY[path],
      within: ['setups'],
      call: () => stripe.setupIntents.list(withinList(path)),
    }),
  ),
  {
    need: 'payments',
    within: ['refunds'],
    call: () => stripe.refunds.list(withinList('payment_intent')),
  },
];

/** And for what is needed besides, where buyers type their card on our page. */
export const triesOfFields = (stripe: Stripe): Try[] => [
  { need: 'setups', call: () => stripe.setupIntents.cancel(NOTHING.seti) },
  { need: 'tokens', call: () => stripe.confirmationTokens.retrieve(NOTHING.ctoken) },
];

const SEEN_BY = {
  latest_charge: 'refunds',
  'latest_charge.balance_transaction': 'fees',
  payment_method: 'methods',
  latest_attempt: 'setups',
} as const satisfies Record<string, Need>;

/** What is around it, beside what is listed. */
const SEEN_IN = {
  latest_charge: [],
  'latest_charge.balance_transaction': ['refunds'],
  payment_method: [],
} as const satisfies Record<string, Need[]>;
