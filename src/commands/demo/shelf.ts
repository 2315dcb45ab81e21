import type { Ask, SentTo } from '../../platform/operation/ask.ts';
import { createDiscountCode } from '../../shop/catalogue/discounts/create-discount-code.ts';
import { createProduct } from '../../shop/catalogue/products/create-product.ts';
import { updateInvoiceSettings } from '../../shop/money/invoices/update-invoice-settings.ts';
import { updateStore } from '../../shop/store/update-store.ts';
import { updateTaxSettings } from '../../shop/tax/update-tax-settings.ts';

export interface Shelf {
  photo: string;
  presets: string;
  starter: string;
  pro: string;
  team: string;
}

const PLAN = { currency: 'EUR', billing_type: 'recurring', billing_interval: 'month' } as const;

/** What the shop of the demo sells, and how it is set up. */
export async function fillShelf(ask: Ask): Promise<Shelf> {
  await ask(updateStore, {
    accent_color: '#5b4bdb',
    support_email: 'help@lumen.example',
    license_key_prefix: 'LUMEN',
  });
  await ask(updateTaxSettings, {
    legal_name: 'Lumen Labs GmbH',
    country: 'DE',
    address: { line1: 'Schillerstraße 5', postal_code: '10115', city: 'Berlin' },
    registrations: [
      { country: 'DE', since: '2020-01-01', tax_number: 'DE136695976' },
      { scheme: 'oss', country: 'DE', since: '2020-01-01' },
    ],
    prices_include_tax: true,
  });
  await ask(updateInvoiceSettings, { prefix: 'LL-' });
  for (const [code, discount_percentage] of [
    ['LAUNCH20', 20],
    ['SUMMER15', 15],
  ] as const) {
    await ask(createDiscountCode, { code, discount_percentage, duration: 'once' });
  }
  const make = async (product: SentTo<typeof createProduct>) =>
    (await ask(createProduct, product)).product_id;
  return {
    photo: await make({
      name: 'Lumen Photo 3',
      description: 'Develops raw photos on your own machine. **Pay once**, use it for ever.',
      price: 79,
      currency: 'EUR',
      license: { activation_limit: 3 },
    }),
    presets: await make({
      name: 'Lumen Presets',
      description: 'Sixty looks for Lumen Photo.',
      price: 29,
      currency: 'EUR',
    }),
    starter: await make({
      ...PLAN,
      name: 'Lumen Cloud Starter',
      description: '100 GB for your photos.',
      price: 9,
      tier: 1,
    }),
    pro: await make({
      ...PLAN,
      name: 'Lumen Cloud Pro',
      description: '1 TB, shared albums, and proofing for clients.',
      price: 19,
      tier: 2,
      trial_days: 14,
    }),
    team: await make({
      ...PLAN,
      name: 'Lumen Cloud Team',
      description: '5 TB and seats for everybody in the studio.',
      price: 49,
      tier: 3,
    }),
  };
}
