import type { Block, Letter, Pen } from './letter.rules.ts';

interface SubscriptionData {
  product_name: string;
  currency: string;
  portal_url: string;
}

/** A payment that will be made. */
export interface ComingData extends SubscriptionData {
  at: string;
  amount: number;
}

export function trial_ending(data: ComingData, pen: Pen): Letter {
  const { texts, fill } = pen;
  const { trial_ending: said } = texts;
  const values = comingValues(data, pen);
  return {
    subject: fill(said.subject, values),
    heading: said.heading,
    blocks: [
      { text: fill(data.amount === 0 ? said.intro_free : said.intro, values) },
      { text: said.cancel },
      { button: texts.manage_subscription, url: data.portal_url },
    ],
  };
}

export function renewal_coming(data: ComingData, pen: Pen): Letter {
  const { texts, fill } = pen;
  const { renewal_coming: said } = texts;
  const values = comingValues(data, pen);
  return {
    subject: fill(said.subject, values),
    heading: said.heading,
    blocks: [
      { text: fill(said.intro, values) },
      { text: said.nothing_to_do },
      { button: texts.manage_subscription, url: data.portal_url },
    ],
  };
}

const comingValues = (data: ComingData, pen: Pen) => ({
  product: data.product_name,
  date: pen.day(data.at),
  amount: pen.money(data.amount, data.currency),
});

export interface PlanChangedData extends SubscriptionData {
  quantity: number;
  /** When it changes, if not at once. */
  changes_at: string | null;
  /** What was charged for the change; 0: nothing. */
  charged: number;
  next_payment_at: string | null;
  invoice_url: string | null;
  /** Set where a discount is all that was agreed. Mails of earlier versions have none. */
  discount?: AgreedDiscount | null;
}

interface AgreedDiscount {
  /** Or an amount. */
  percentage: number | null;
  amount: number | null;
  lasts: 'once' | 'repeating' | 'forever';
  /** Payments for what begins later cost the full price. */
  ends_at: string | null;
  next_payment: { at: string; amount: number } | null;
}

export function plan_changed(data: PlanChangedData, pen: Pen): Letter {
  const { texts, fill } = pen;
  const { plan_changed: said } = texts;
  if (data.discount) return discounted(data, data.discount, pen);
  const { changes_at, charged, next_payment_at, invoice_url } = data;
  const facts: [string, string][] = [
    [texts.plan, data.product_name],
    [texts.quantity, String(data.quantity)],
  ];
  if (charged > 0) facts.push([said.charged, pen.money(charged, data.currency)]);
  if (next_payment_at) facts.push([texts.next_payment, pen.day(next_payment_at)]);
  const begins = changes_at ? fill(said.later, { date: pen.day(changes_at) }) : said.now;
  return {
    subject: fill(said.subject, { product: data.product_name }),
    heading: said.heading,
    blocks: [
      { text: begins },
      { facts },
      ...(invoice_url === null ? [] : [{ button: texts.view_invoice, url: invoice_url }]),
      { link: texts.manage_subscription, url: data.portal_url },
    ],
  };
}

/** The plan is what it was: said is what was agreed, for how long, and what is paid next. */
function discounted(data: PlanChangedData, discount: AgreedDiscount, pen: Pen): Letter {
  const { texts, fill } = pen;
  const { discounted: said } = texts;
  const { percentage, amount, lasts, ends_at, next_payment } = discount;
  const money = (value: number) => pen.money(value, data.currency);
  const product = data.product_name;
  const off = percentage === null ? money(amount ?? 0) : pen.percent(percentage);
  const long = {
    once: said.once,
    repeating: ends_at === null ? said.forever : fill(said.until, { date: pen.day(ends_at) }),
    forever: said.forever,
  };
  const facts: [string, string][] = [];
  if (next_payment) {
    const next = { amount: money(next_payment.amount), date: pen.day(next_payment.at) };
    facts.push([texts.next_payment, fill(texts.amount_on, next)]);
  }
  return {
    subject: fill(said.subject, { product }),
    heading: said.heading,
    blocks: [
      { text: fill(said.intro, { discount: off, product }) },
      { text: long[lasts] },
      ...(facts.length > 0 ? [{ facts }] : []),
      { link: texts.manage_subscription, url: data.portal_url },
    ],
  };
}

export interface CanceledData extends SubscriptionData {
  /** When it ends, or has ended. */
  ends_at: string;
  how: 'scheduled' | 'ended' | 'unpaid';
  /** Credit that remains. */
  credit: number;
}

/** It was canceled, and this remains. */
export function canceled(data: CanceledData, pen: Pen): Letter {
  const { texts, fill, money } = pen;
  const { canceled: said } = texts;
  const { product_name: product, credit, how } = data;
  const is_scheduled = how === 'scheduled';
  const remains: Block[] = [
    { text: said.nothing_charged },
    ...(credit > 0 ? [{ text: fill(said.credit, { amount: money(credit, data.currency) }) }] : []),
    { text: said.invoices },
    ...(is_scheduled ? [{ text: said.keep }] : []),
  ];
  return {
    subject: fill(said.subject, { product }),
    heading: said.heading,
    blocks: [
      { text: fill(said[how], { product, date: pen.day(data.ends_at) }) },
      ...remains,
      { link: texts.open_portal, url: data.portal_url },
    ],
  };
}
