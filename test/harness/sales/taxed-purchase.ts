import { type CastStore, cards } from '../cast.ts';
import { sellFrom } from './taxed.ts';

/** Where the seller is registered: at home, in the Union and in four other places. */
const REGISTRATIONS = [
  { country: 'DE', since: '2024-01-01' },
  { scheme: 'oss', country: 'DE', since: '2024-01-01' },
  ...['JP', 'AE', 'CA'].map((country) => ({ country, since: '2024-01-01' })),
  { country: 'CA', region: 'QC', since: '2024-01-01' },
];

/** A German seller; prices include tax. */
export const sellTaxed = (store: CastStore) => sellFrom(store, 'DE', REGISTRATIONS);

export interface TaxedPurchase {
  price: number;
  currency?: string;
  /** `DE`, or `CA-QC`. */
  place: string;
  payment_method?: typeof cards.pays;
}

/** Something is sold to a buyer there: the payment. */
export async function buyTaxed(store: CastStore, purchase: TaxedPurchase): Promise<string> {
  const { price, currency = 'EUR', place, payment_method = cards.pays } = purchase;
  const [country, state] = place.split('-');
  const customer_id = `buyer in ${place}`;
  await store.must('POST /create-customer-billing', { customer_id, address: { country, state } });
  const product_id = await store.product({ price, currency });
  const { checkout_session_id } = await store.create({ product_id, customer_id });
  const input = { checkout_session_id, payment_method };
  return (await store.must('POST /complete-checkout', input)).transaction_id;
}
