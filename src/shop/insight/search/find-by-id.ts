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
import type { HitKind, ShownHit } from './hit.rules.ts';
import type { PaidByCard } from './paid-by-card.sql.ts';

type Exact = Omit<ShownHit, 'kind' | 'record_id' | 'is_exact'>;

const day = (at: number): string => isoInstant(at).slice(0, 10);

/** `20 EUR`, and what is known of it. */
export const paymentHit = (row: PaidByCard): Exact => ({
  label: `${row.type === 'refund' ? '-' : ''}${fromMinor(row.total_minor, row.currency)} ${row.currency}`,
  detail: [
    row.type === 'refund' ? 'refund' : row.status.replaceAll('_', ' '),
    row.card_brand && `${row.card_brand} ${row.card_last_four}`,
    day(row.created_at),
  ]
    .filter(Boolean)
    .join(', '),
  customer_id: row.customer_id,
});

export const invoiceHit = (row: InvoiceRow): Exact => ({
  label: row.number,
  detail: `${row.kind.replace('_', ' ')}, ${day(row.created_at)}`,
  customer_id: row.customer_id,
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
      const { customer_id, status } = row ?? {};
      return row && { label: id, detail: status ?? null, customer_id: customer_id ?? null };
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
      return row && { label: row.name, detail: row.status, customer_id: null };
    },
  ],
  disc: [
    'discount_code',
    async ({ reader }, id) => {
      const row = await findDiscountById(reader, id);
      return row && { label: row.code, detail: null, customer_id: null };
    },
  ],
  link: [
    'payment_link',
    async ({ reader }, id) =>
      (await findLink(reader, id)) && { label: id, detail: null, customer_id: null },
  ],
  cs: [
    'checkout_session',
    async ({ reader }, id) => {
      const row = await findCheckout(reader, id);
      return row && { label: id, detail: row.status, customer_id: row.customer_id };
    },
  ],
  mail: [
    'mail',
    async ({ reader }, id) => {
      const row = await findMail(reader, id);
      return row && { label: row.kind, detail: row.recipient, customer_id: row.customer_id };
    },
  ],
  evt: [
    'event',
    async ({ reader }, id) => {
      const sequence = sequenceOfEventId(id);
      const row = sequence === undefined ? undefined : await findEvent(reader, sequence);
      if (row?.event_id !== id) return undefined;
      return { label: row.type, detail: day(row.created_at), customer_id: row.customer_id };
    },
  ],
  wh: [
    'webhook',
    async ({ reader }, id) => {
      const row = await findWebhook(reader, id);
      return row && { label: row.url, detail: null, customer_id: null };
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
