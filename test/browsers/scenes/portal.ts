import { cards, DECLINES_LATER } from '../../harness/cast.ts';
import type { Scene, Stage } from './scene.ts';

/** Somebody with a subscription, a license on two devices, a refund and a declined payment. */
async function regular({ store, goods, someone }: Stage): Promise<string> {
  const customer_id = await someone();
  const { license_keys } = await store.buy(goods.editor, { customer_id, quantity: 2 });
  await store.activate(license_keys[0], 'MacBook of Ada', 'mac');
  await store.activate(license_keys[0], 'Studio PC', 'pc');
  const { transaction_id } = await store.buy(goods.editor, { customer_id });
  await store.refund(transaction_id, { amount: 20 });
  const { checkout_session_id } = await store.create({ product_id: goods.editor, customer_id });
  const payment_method = cards.declined;
  await store.ask('POST /complete-checkout', { checkout_session_id, payment_method });
  await store.subscribe(goods.plan, { customer_id, quantity: 2 });
  return customer_id;
}

const subscriber = async (stage: Stage) => {
  const customer_id = await stage.someone();
  const subscription_id = await stage.store.subscribe(stage.goods.plan, { customer_id });
  return { customer_id, subscription_id };
};

/** A page about a subscription, in a state that `prepare` brings about. */
const ofSubscription = (
  name: string,
  below: string,
  prepare: (
    stage: Stage,
    subscription_id: string,
    customer_id: string,
  ) => Promise<unknown> = async () => {},
): Scene => ({
  name,
  async url(stage) {
    const { customer_id, subscription_id } = await subscriber(stage);
    await prepare(stage, subscription_id, customer_id);
    return `${await stage.portal(customer_id)}/subscription/${subscription_id}${below}`;
  },
});

const pastDue = async ({ store }: Stage, _: string, customer_id: string) => {
  await store.changeCard(DECLINES_LATER, customer_id);
  await store.advance('P1M');
};

/** The customer portal, in every state. Those that move the clock come last. */
export const PORTAL_SCENES: Scene[] = [
  { name: 'portal-sign-in', url: () => '/portal' },
  { name: 'portal-link-expired', url: () => `/portal/${'0'.repeat(32)}`, status: 404 },
  { name: 'portal-empty', url: async ({ someone, portal }) => portal(await someone()) },
  { name: 'portal', url: async (stage) => stage.portal(await regular(stage)) },
  {
    name: 'portal-billing',
    url: async ({ someone, portal }) => `${await portal(await someone())}/billing`,
  },
  {
    name: 'portal-card',
    url: async ({ someone, portal }) => `${await portal(await someone())}/card`,
  },
  {
    name: 'portal-receipt',
    async url({ store, goods, someone, portal }) {
      const customer_id = await someone();
      const { transaction_id } = await store.buy(goods.editor, { customer_id });
      await store.refund(transaction_id, { amount: 20 });
      return `${await portal(customer_id)}/receipt/${transaction_id}`;
    },
  },
  ofSubscription('portal-subscription', ''),
  ofSubscription('portal-cancel', '/cancel'),
  ofSubscription('portal-pause', '/pause'),
  ofSubscription('portal-ending', '', ({ store }, id) =>
    store.cancel(id, { cancel_at_period_end: true }),
  ),
  ofSubscription('portal-canceled', '', ({ store }, id) => store.cancel(id)),
  ofSubscription('portal-paused', '', ({ store }, id) => store.pause(id)),
  {
    name: 'portal-change',
    async url(stage) {
      const { customer_id, subscription_id } = await subscriber(stage);
      const address = `${await stage.portal(customer_id)}/subscription/${subscription_id}`;
      return `${address}/change/${stage.goods.team}/3`;
    },
  },
  ofSubscription('portal-past-due', '', pastDue),
  {
    name: 'portal-home-past-due',
    async url(stage) {
      const { customer_id, subscription_id } = await subscriber(stage);
      await pastDue(stage, subscription_id, customer_id);
      return stage.portal(customer_id);
    },
  },
];
