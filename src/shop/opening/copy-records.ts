import type { StoreMode } from '../../platform/core/access.ts';
import type { EventType } from '../../platform/core/events.ts';
import { newId, newRevision } from '../../platform/core/ids.ts';
import { whyNotWebhookUrl } from '../../platform/core/public-address.rules.ts';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/operation/services.ts';
import { showDiscount } from '../catalogue/discounts/discount.rules.ts';
import { listCodesAfter } from '../catalogue/discounts/discount.sql.ts';
import { type ProductRow, productText, showProduct } from '../catalogue/products/product.rules.ts';
import { listActiveAfter } from '../catalogue/products/product.sql.ts';
import { addressFor } from '../checkout/links/place-link.ts';
import { newWebhookSecret } from '../events/webhooks/signature.rules.ts';
import { WEBHOOKS_MAX, type WebhookRow } from '../events/webhooks/webhook.rules.ts';
import { listWebhookRows } from '../events/webhooks/webhook.sql.ts';
import { parseBrand } from '../store/brand.rules.ts';
import type { OtherStoreRow } from '../store/new-store.sql.ts';
import { beginFeed } from '../store/team/notification-choice.sql.ts';
import type { CopiedCounts } from './store-copy.rules.ts';
import {
  copyCode,
  copyFile,
  copyLink,
  copyMembers,
  copyNotifications,
  copyProduct,
  copyTaxRates,
  copyWebhook,
  listSlugsAfter,
  placeCopiedLinks,
} from './store-copy.sql.ts';

/** Copied together, so that PostgreSQL is not waited for between one record and the next. */
const PAGE = 200;

interface Copying {
  tx: Tx;
  /** The store that is made, with nothing in it yet. */
  made: OtherStoreRow;
  now: number;
  services: Services;
  /** Says in the new store that something was made there. */
  emit(type: EventType, record: object): void;
}

/** Everything that a store begins with, in the order in which one refers to the other. */
export async function copyRecords(copying: Copying): Promise<CopiedCounts> {
  const { tx, made, now } = copying;
  const target = { new_store_id: made.store_id, now };
  const { logo, favicon } = parseBrand(made.brand);
  const files = new Set([logo, favicon].flatMap((picture) => picture?.file_name ?? []));
  for (const file_name of files) await copyFile(tx, { ...target, file_name });
  const products = await copyProducts(copying);
  if ((await copyNotifications(tx, target)) > 0) {
    await beginFeed(tx, { store_id: made.store_id, last_sequence: 0 });
  }
  return {
    products: products.size,
    discount_codes: await copyCodes(copying, products),
    payment_links: await copyLinks(copying),
    tax_rates: await copyTaxRates(tx, target),
    webhooks: await copyWebhooks(copying),
    members: await copyMembers(tx, target),
  };
}

/**
 * Products keep their identifiers: what names one works with the key of either store. Their uploaded
 * pictures stay where they are served from, which is for ever and for everybody.
 */
async function copyProducts({ tx, made, now, services, emit }: Copying): Promise<Set<string>> {
  const new_store_id = made.store_id;
  const copied = new Set<string>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await listActiveAfter(tx, after, PAGE);
    const copyOne = async (product: ProductRow) => {
      const { product_id } = product;
      const search_entry = await tx.index(productText(product, made.number));
      const revision = newRevision();
      await copyProduct(tx, { new_store_id, product_id, search_entry, revision, now });
    };
    await Promise.all(page.map(copyOne));
    for (const product of page) {
      const row = { ...product, created_at: now, updated_at: now };
      emit('product.created', showProduct(row, services.base_url));
      copied.add(product.product_id);
    }
    after = page.length < PAGE ? undefined : page.at(-1)?.product_id;
  }
  return copied;
}

/** A code that is for products of which none was copied would count for all: it stays behind. */
async function copyCodes(
  { tx, made, now, emit }: Copying,
  products: ReadonlySet<string>,
): Promise<number> {
  let copied = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await listCodesAfter(tx, after, PAGE);
    const rows = page.flatMap((code) => {
      const product_ids = code.product_ids?.split(',').filter((id) => products.has(id));
      const list = product_ids?.join(',') ?? null;
      return list === '' ? [] : [{ ...code, product_ids: list, redemptions: 0, created_at: now }];
    });
    const target = { new_store_id: made.store_id, now };
    await Promise.all(rows.map(({ discount_id }) => copyCode(tx, { ...target, discount_id })));
    for (const row of rows) emit('discount_code.created', showDiscount(row, now));
    copied += rows.length;
    after = page.length < PAGE ? undefined : page.at(-1)?.discount_id;
  }
  return copied;
}

async function copyLinks({ tx, made, now }: Copying): Promise<number> {
  const target = { new_store_id: made.store_id, now };
  let copied = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await listSlugsAfter(tx, { new_store_id: made.store_id, after, limit: PAGE });
    const copyOne = async ({ payment_link_id, slug }: (typeof page)[number]) => {
      const address = await addressFor(tx, { slug, store: made });
      await copyLink(tx, { ...target, payment_link_id, address });
    };
    await Promise.all(page.map(copyOne));
    copied += page.length;
    after = page.length < PAGE ? undefined : page.at(-1)?.payment_link_id;
  }
  await placeCopiedLinks(tx, target);
  return copied;
}

async function copyWebhooks({ tx, made, now, services }: Copying): Promise<number> {
  const { fit } = await webhooksFor(tx, made.mode, services);
  for (const { webhook_id } of fit) {
    const new_webhook_id = newId('wh', now);
    const sealed_secret = services.secrets.seal(newWebhookSecret(), [
      'webhook secret',
      made.store_id,
      new_webhook_id,
    ]);
    const ids = { webhook_id, new_webhook_id, new_store_id: made.store_id };
    await copyWebhook(tx, { ...ids, sealed_secret, now });
  }
  return fit.length;
}

/** Webhooks that a store of this mode may have, and those that it may not. */
export async function webhooksFor(
  reader: Reader,
  mode: StoreMode,
  { allowed_webhooks: allowed }: Services,
): Promise<{ fit: WebhookRow[]; others: WebhookRow[] }> {
  const rows = await listWebhookRows(reader, { before: 'wh_z', limit: WEBHOOKS_MAX });
  const is_test = mode === 'test';
  const isFit = ({ url }: WebhookRow) => whyNotWebhookUrl(url, { is_test, allowed }) === undefined;
  return { fit: rows.filter(isFit), others: rows.filter((row) => !isFit(row)) };
}
