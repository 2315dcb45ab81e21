import type { Block, Card, Letter, Pen } from './letter.rules.ts';

/** Something that was paid. */
interface PaidData {
  product_name: string;
  quantity: number;
  /** What the card was charged, and the tax in it, in major units. */
  total: number;
  tax: number;
  currency: string;
  paid_at: string;
  card: Card | null;
  invoice_url: string | null;
  portal_url: string;
}

export interface PurchaseData extends PaidData {
  license_keys: string[];
  /** Of a subscription. */
  next_payment: { at: string; amount: number } | null;
  has_trial: boolean;
}

/** The receipt of a purchase, the license key, and what to do next. */
export function purchase(data: PurchaseData, pen: Pen): Letter {
  const { texts, fill } = pen;
  const { purchase: said } = texts;
  const { product_name: product, license_keys, next_payment, has_trial } = data;
  const next = next_payment && {
    date: pen.day(next_payment.at),
    amount: pen.money(next_payment.amount, data.currency),
  };
  const steps = [
    license_keys.length > 0 && said.step_license,
    data.invoice_url !== null && said.step_invoice,
    said.step_portal,
  ].filter((step) => step !== false);
  return {
    subject: fill(said.subject, { product, store: pen.store }),
    heading: said.heading,
    blocks: [
      { text: fill(said.intro, { product }) },
      ...license_keys.map((key) => ({ key, name: texts.license_key, help: texts.license_help })),
      paidFacts(data, pen),
      ...(next ? [{ text: fill(has_trial ? said.trial : said.renews, next) }] : []),
      ...invoiceButton(data, pen),
      { title: said.next_steps, list: steps },
      { link: texts.open_portal, url: data.portal_url },
    ],
  };
}

export interface RenewalData extends PaidData {
  paid_until: string;
}

/** The receipt of a renewal. */
export function renewal(data: RenewalData, pen: Pen): Letter {
  const { texts, fill } = pen;
  const { product_name: product } = data;
  return {
    subject: fill(texts.renewal.subject, { product }),
    heading: texts.renewal.heading,
    blocks: [
      { text: fill(texts.renewal.paid_until, { product, date: pen.day(data.paid_until) }) },
      paidFacts(data, pen),
      ...invoiceButton(data, pen),
      { link: texts.manage_subscription, url: data.portal_url },
    ],
  };
}

function paidFacts(data: PaidData, pen: Pen): Block {
  const { texts, money } = pen;
  const { quantity, total, tax, currency, card } = data;
  return {
    facts: [
      [texts.product, data.product_name],
      ...(quantity === 1 ? [] : [fact(texts.quantity, String(quantity))]),
      [texts.paid, money(total, currency)],
      ...(tax === 0 ? [] : [fact(texts.tax_included, money(tax, currency))]),
      [texts.date, pen.day(data.paid_at)],
      ...(card && total > 0 ? [fact(texts.paid_with, pen.card(card))] : []),
    ],
  };
}

const fact = (name: string, value: string): [string, string] => [name, value];

const invoiceButton = ({ invoice_url: url }: PaidData, { texts }: Pen): Block[] =>
  url === null ? [] : [{ button: texts.view_invoice, url }];
