import { sequenceOfEventId } from '../../../platform/core/event-ids.ts';
import { fromMinor } from '../../../platform/core/money.ts';
import { isoInstant } from '../../../platform/core/time.ts';
import type { Reader } from '../../../platform/db/database.ts';
import { findEvent } from '../../../platform/operation/event.sql.ts';
import { findDiscountById } from '../../catalogue/discounts/discount.sql.ts';
import { findProduct } from '../../catalogue/products/product.sql.ts';
import { findCheckout } from '../../checkout/checkout.sql.ts';
import { findLink } from '../../checkout/links/payment-link.sql.ts';
import { findWebhook } from '../../events/webhooks/webhook.sql.ts';
import { findLicenseWithInstances } from '../../licenses/license.sql.ts';
import type { RevealKey } from '../../licenses/license-key.rules.ts';
import { findMail } from '../../mails/mail.sql.ts';
import { findInvoice } from '../../money/invoices/invoice.sql.ts';
import type { InvoiceRow } from '../../money/invoices/invoice-row.rules.ts';
import { findTransaction } from '../../money/transactions/transaction.sql.ts';
import { findSubscription } from '../../subscriptions/subscription.sql.ts';
import { type HitKind, NO_WORTH, type ShownHit, worthOf } from './hit.rules.ts';
import type { PaidByCard } from './paid-by-card.sql.ts';

type Exact = Omit<ShownHit, 'kind' | 'record_id' | 'is_exact'>;

/** `20 EUR`, and what is known of it. */
export const paymentHit = (row: PaidByCard): Exact => ({
  label: `${row.type === 'refund' ? '-' : ''}${fromMinor(row.total_minor, row.currency)} ${row.currency}`,
  detail: [
    row.type === 'refund' ? 'refund' : row.status.replaceAll('_', ' '),
    row.card_brand && `${row.card_brand} ${row.card_last_four}`,
  ]
    .filter(Boolean)
    .join(', '),
  customer_id: row.customer_id,
  ...worthOf(
    row.type === 'refund' ? -row.total_minor : row.total_minor,
    row.currency,
    row.created_at,
  ),
});

export const invoiceHit = (row: InvoiceRow): Exact => ({
  label: row.number,
  detail: row.kind.replace('_', ' '),
  customer_id: row.customer_id,
  ...NO_WORTH,
  created_at: isoInstant(row.created_at),
});

interface Finding {
  reader: Reader;
  revealKey: RevealKey;
}

type Finder = (finding: Finding, id: string) => Promise<Exact | undefined>;

const FINDERS: Record<string, [HitKind, Finder]> = {
  txn: [
    'transaction',
    async ({ reader }, id) => {
      const row = await findTransaction(reader, id);
      return row && paymentHit(row);
    },
  ],
  sub: [
    'subscription',
    async ({ reader }, id) => {
      const row = await findSubscription(reader, id);
      if (!row) return undefined;
      const { customer_id, status, plan_name, price_minor, currency, quantity } = row;
      const worth = worthOf(price_minor * quantity, currency, row.created_at);
      return { label: plan_name, detail: status.replaceAll('_', ' '), customer_id, ...worth };
    },
  ],
  lic: [
    'license',
    async ({ reader, revealKey }, id) => {
      const found = await findLicenseWithInstances(reader, id);
      return (
        found && {
          label: revealKey(found.row.key_seed),
          detail: null,
          customer_id: found.row.customer_id,
          ...NO_WORTH,
        }
      );
    },
  ],
  inv: [
    'invoice',
    async ({ reader }, id) => {
      const row = await findInvoice(reader, id);
      return row && invoiceHit(row);
    },
  ],
  prod: [
    'product',
    async ({ reader }, id) => {
      const row = await findProduct(reader, id);
      if (!row) return undefined;
      const worth = worthOf(row.price_minor, row.currency, row.created_at);
      return { label: row.name, detail: row.status, customer_id: null, ...worth };
    },
  ],
  disc: [
    'discount_code',
    async ({ reader }, id) => {
      const row = await findDiscountById(reader, id);
      return row && { label: row.code, detail: null, customer_id: null, ...NO_WORTH };
    },
  ],
  link: [
    'payment_link',
    async ({ reader }, id) =>
      (await findLink(reader, id)) && { label: id, detail: null, customer_id: null, ...NO_WORTH },
  ],
  cs: [
    'checkout_session',
    async ({ reader }, id) => {
      const row = await findCheckout(reader, id);
      if (!row) return undefined;
      return { label: id, detail: row.status, customer_id: row.customer_id, ...NO_WORTH };
    },
  ],
  mail: [
    'mail',
    async ({ reader }, id) => {
      const row = await findMail(reader, id);
      if (!row) return undefined;
      const { kind: label, recipient: detail, customer_id } = row;
      return { label, detail, customer_id, ...NO_WORTH };
    },
  ],
  evt: [
    'event',
    async ({ reader }, id) => {
      const sequence = sequenceOfEventId(id);
      const row = sequence === undefined ? undefined : await findEvent(reader, sequence);
      if (row?.event_id !== id) return undefined;
      const created_at = isoInstant(row.created_at);
      return {
        ...{ label: row.type, detail: null, customer_id: row.customer_id },
        ...{ ...NO_WORTH, created_at },
      };
    },
  ],
  wh: [
    'webhook',
    async ({ reader }, id) => {
      const row = await findWebhook(reader, id);
      return row && { label: row.url, detail: null, customer_id: null, ...NO_WORTH };
    },
  ],
};

/** The record with this identifier, whatever it is; nothing if it is no identifier of ours. */
export async function findById(finding: Finding, record_id: string): Promise<ShownHit[]> {
  const [, prefix = ''] = /^([a-z]+)_[0-9a-z]{28}$/.exec(record_id) ?? [];
  const finder = Object.hasOwn(FINDERS, prefix) ? FINDERS[prefix] : undefined;
  if (!finder) return [];
  const [kind, find] = finder;
  const found = await find(finding, record_id);
  return found ? [{ kind, record_id, is_exact: true, ...found }] : [];
}
