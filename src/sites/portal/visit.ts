import type { Static } from 'typebox';
import { Refusal } from '../../platform/core/errors.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Ask } from '../../platform/operation/ask.ts';
import { getProduct } from '../../shop/catalogue/products/get-product.ts';
import type { Product } from '../../shop/catalogue/products/product.rules.ts';
import type { License } from '../../shop/licenses/license.rules.ts';
import { listLicenses } from '../../shop/licenses/list-licenses.ts';
import { getTransactions } from '../../shop/money/transactions/get-transactions.ts';
import type { Transaction } from '../../shop/money/transactions/transaction.rules.ts';
import { isPaid } from '../../shop/money/transactions/transaction-status.rules.ts';
import { getSubscription } from '../../shop/subscriptions/get-subscription.ts';
import type { ChangePreview } from '../../shop/subscriptions/preview-subscription-change.ts';
import type { Subscription } from '../../shop/subscriptions/subscription.rules.ts';
import { declineRefusal } from '../shared/decline-text.ts';
import type { RefusalText } from '../shared/refusal.ts';
import { refusalText } from '../shared/refusal-text.ts';
import type { PageHandler } from '../shared/router.ts';
import type { ShopVisit } from '../shared/shop-visit.ts';

export type SubscriptionRecord = Static<typeof Subscription>;
export type TransactionRecord = Static<typeof Transaction>;
export type ProductRecord = Static<typeof Product>;
export type PreviewRecord = Static<typeof ChangePreview>;
export type LicenseRecord = Static<typeof License>;

/** Somebody with a link that works. Whose data it is comes from the link and from nowhere else. */
export interface Visit extends ShopVisit {
  customer_id: string;
  /** Whether the page itself asks for a card. */
  takes_cards: boolean;
  return_url: string | null;
  /** The secret of the link. */
  token: string;
  ask: Ask;
  reader: Reader;
  write: ShopVisit['work']['write'];
  /** Products that were read for this page. */
  products: Map<string, Promise<ProductRecord>>;
  /** Seconds to wait before another card may be tried or charged. */
  waitToTry(): number;
  /** The Idempotency-Key of a form: sending it twice acts once. */
  onceFor(attempt: string | undefined, action: string): string | undefined;
}

/** What answers at an address of the portal with these parts. */
export type Handler<Named = object> = PageHandler<Visit, Named>;

/** Where the page of a subscription is. */
export const subscriptionAddress = (
  { address }: Visit,
  { subscription_id }: Pick<SubscriptionRecord, 'subscription_id'>,
): string => `${address}/subscription/${subscription_id}`;

/** A subscription of this customer; another's is answered like one that does not exist. */
export async function ownSubscription(
  { ask, customer_id }: Visit,
  subscription_id: string,
): Promise<SubscriptionRecord | undefined> {
  try {
    const found = await ask(getSubscription, { subscription_id });
    return found.customer_id === customer_id ? found : undefined;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}

export async function ownTransaction(
  { ask, customer_id }: Visit,
  transaction_id: string,
): Promise<TransactionRecord | undefined> {
  const filter = { customer_id, transaction_id };
  const { data } = await ask(getTransactions, filter);
  return data[0];
}

export async function ownLicense(
  { ask, customer_id }: Visit,
  license_id: string,
): Promise<LicenseRecord | undefined> {
  const filter = { customer_id, license_id };
  const { data } = await ask(listLicenses, filter);
  return data[0];
}

/** A product, read once for a page. */
export function productOf({ ask, products }: Visit, product_id: string): Promise<ProductRecord> {
  const known = products.get(product_id) ?? ask(getProduct, { product_id });
  products.set(product_id, known);
  return known;
}

/** Records have whole addresses; pages lead to where they are themselves. */
export const addressHere = (url: string): string => new URL(url).pathname;

/** Of the invoice or credit note of a payment or refund that was made. */
export const documentAddress = (one: TransactionRecord): string | undefined =>
  isPaid(one) && one.invoice_url !== null ? addressHere(one.invoice_url) : undefined;

/** A refusal in the customer's words. */
export function refusalFor({ words }: Visit, { code, details }: Refusal): RefusalText {
  if (code !== 'payment_declined') {
    return { title: words.portal.didNotWork, text: refusalText(words, code) };
  }
  return declineRefusal(words, details[0]?.code ?? '');
}
