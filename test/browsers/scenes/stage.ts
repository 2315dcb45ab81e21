import { openStore } from '../../harness/cast.ts';
import { GERMAN, OSS, sellFrom } from '../../harness/sales/taxed.ts';
import type { Shop } from '../../harness/shop.ts';
import type { Stage } from './scene.ts';

const DESCRIPTION = `**Edits photos** from any camera, on your own machine.

- RAW files of 900 cameras
- Layers, masks and *non-destructive* edits
- Works offline; your pictures stay yours

${'A long story about light and lenses, told at leisure. '.repeat(12)}`;

const LOOK = {
  name: 'Lumen Labs',
  accent_color: '#0f766e',
  support_email: 'help@lumen.example',
  terms_url: 'https://lumen.example/terms',
  privacy_url: 'https://lumen.example/privacy',
  imprint_url: 'https://lumen.example/imprint',
};

/** A store with a few things to sell. */
export async function setStage(shop: Shop): Promise<Stage> {
  const store = await openStore(shop);
  const taxed = await openStore(shop);
  await sellFrom(taxed, 'DE', [GERMAN, OSS]);
  const editor = await store.product({
    name: 'Lumen Photo 3',
    description: DESCRIPTION,
    price: 79,
    license: { activation_limit: 3 },
  });
  const pro = { name: 'Lumen Cloud Pro', price: 19, tier: 1 };
  const plan = await store.plan({ ...pro, description: '500 GB' });
  const more = { name: 'Lumen Cloud Team', price: 49, tier: 2 };
  const team = await store.plan({ ...more, description: '2 TB' });
  const trial = await store.plan({
    ...pro,
    description: 'RAW editor and 500 GB, billed monthly',
    trial_days: 14,
  });
  const free = await store.product({ name: 'Lumen Viewer', price: 0 });
  await store.coupon('LAUNCH20', { discount_percentage: 20 });
  await store.coupon('STAY', {
    discount_percentage: 30,
    duration: 'repeating',
    duration_months: 3,
  });
  await store.must('POST /update-store', LOOK);
  await taxed.must('POST /update-store', LOOK);
  await store.must('POST /update-store-settings', { cancel_offer: 'STAY' });
  let customers = 0;
  const someone = async () => {
    const customer_id = `customer-${++customers}`;
    const email = `ada${customers}@example.com`;
    await store.must('POST /create-customer', { customer_id, email, name: 'Ada Lovelace' });
    return customer_id;
  };
  return {
    shop,
    store,
    goods: { editor, plan, team, trial, free },
    someone,
    async checkout(product_id, more = {}) {
      const customer_id = await someone();
      return (await store.create({ product_id, customer_id, ...more })).checkout_url;
    },
    async taxedCheckout(tax_behavior, country) {
      const product_id = await taxed.product({ name: 'Lumen Photo 3', price: 79, tax_behavior });
      const customer_id = `customer-${++customers}`;
      const email = `ada${customers}@example.com`;
      await taxed.must('POST /create-customer', { customer_id, email, country });
      return (await taxed.create({ product_id, customer_id, quantity: 2 })).checkout_url;
    },
    async portal(customer_id) {
      const { portal_url } = await store.must('POST /create-customer-billing', { customer_id });
      return portal_url;
    },
  };
}
