import type { Block, Card, Letter, Pen } from './letter.rules.ts';

export interface UnpaidData {
  product_name: string;
  amount: number;
  currency: string;
  card: Card | null;
  /** Where it can be paid or confirmed. */
  payment_url: string;
}

export interface PaymentFailedData extends UnpaidData {
  /** When it is tried again, */
  next_try_at: string | null;
  /** or when the subscription ends, if it is not. */
  last_day: string | null;
}

export function payment_failed(data: PaymentFailedData, pen: Pen): Letter {
  const { texts, fill } = pen;
  const { payment_failed: said } = texts;
  const { product_name: product, next_try_at, last_day } = data;
  const blocks: Block[] = [{ text: fill(said.intro, unpaidValues(data, pen)) }];
  if (data.card) blocks.push({ facts: [[texts.payment_method, pen.card(data.card)]] });
  if (next_try_at) blocks.push({ text: fill(said.next_try, { date: pen.day(next_try_at) }) });
  if (last_day) blocks.push({ text: fill(said.last_day, { date: pen.day(last_day) }) });
  blocks.push({ text: said.how }, { button: said.pay_now, url: data.payment_url });
  return { subject: fill(said.subject, { product }), heading: said.heading, blocks };
}

export function confirmation_needed(data: UnpaidData, pen: Pen): Letter {
  const { fill } = pen;
  const { confirmation_needed: said } = pen.texts;
  return {
    subject: fill(said.subject, { product: data.product_name }),
    heading: said.heading,
    blocks: [
      { text: fill(said.intro, unpaidValues(data, pen)) },
      { text: said.why },
      { button: said.confirm, url: data.payment_url },
    ],
  };
}

const unpaidValues = (data: UnpaidData, { money }: Pen) => ({
  product: data.product_name,
  amount: money(data.amount, data.currency),
});

export interface CardExpiringData {
  card: Card;
  exp_month: number;
  exp_year: number;
  portal_url: string;
}

export function card_expiring(data: CardExpiringData, pen: Pen): Letter {
  const { fill } = pen;
  const { card_expiring: said } = pen.texts;
  const month = pen.month(data.exp_year, data.exp_month);
  return {
    subject: fill(said.subject, { last4: data.card.last4 }),
    heading: said.heading,
    blocks: [
      { text: fill(said.intro, { card: pen.card(data.card), month }) },
      { text: said.how },
      { button: said.update_card, url: data.portal_url },
    ],
  };
}

export interface RefundedData {
  product_name: string;
  amount: number;
  currency: string;
  card: Card | null;
  refunded_at: string;
  credit_note_url: string | null;
  portal_url: string;
}

export function refunded(data: RefundedData, pen: Pen): Letter {
  const { texts, fill } = pen;
  const { refunded: said } = texts;
  const { product_name: product, card, credit_note_url: url } = data;
  const amount = pen.money(data.amount, data.currency);
  const facts: [string, string][] = [
    [texts.product, product],
    [texts.amount, amount],
    [texts.date, pen.day(data.refunded_at)],
  ];
  if (card) facts.push([texts.payment_method, pen.card(card)]);
  return {
    subject: fill(said.subject, { amount, store: pen.store }),
    heading: said.heading,
    blocks: [
      { text: fill(said.intro, { product, amount }) },
      { facts },
      { text: said.when },
      ...(url === null ? [] : [{ button: texts.view_credit_note, url }]),
      { link: texts.open_portal, url: data.portal_url },
    ],
  };
}
