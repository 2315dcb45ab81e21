import { type Html, html } from '../../platform/core/html.ts';
import { isExpiredAt } from '../../shop/money/payments/card.rules.ts';
import type { PaymentMethodRow } from '../../shop/money/payments/payment-method.sql.ts';
import { findUsableCard } from '../../shop/money/payments/usable-card.ts';
import { cardMark } from '../shared/card-marks.ts';
import { methodText } from '../shared/method-text.ts';
import type { Visit } from './visit.ts';

/** The card that is kept for payments. */
export const keptCard = (visit: Visit): Promise<PaymentMethodRow | undefined> =>
  findUsableCard(visit.work, visit.reader, visit.customer_id);

export const cardText = ({ words }: Visit, card: PaymentMethodRow): string =>
  methodText(words, { brand: card.card_brand, last4: card.card_last_four });

/** Whether a card has expired by this instant. */
export const expiresBefore = (card: PaymentMethodRow | undefined, at: string): boolean =>
  card !== undefined && isExpiredAt(card, Date.parse(at));

/** The card with its mark and when it expires, as far as that is known. */
export function cardFacts(visit: Visit, card: PaymentMethodRow): Html {
  const { portal } = visit.words;
  const { exp_month, exp_year } = card;
  const date =
    exp_month !== null && exp_year !== null
      ? `${String(exp_month).padStart(2, '0')}/${String(exp_year).slice(-2)}`
      : undefined;
  const has_expired = isExpiredAt(card, visit.now);
  const until = date && (has_expired ? portal.expired(date) : portal.expires(date));
  return html`<span class="card-facts">
  ${cardMark(card.card_brand)}
  <span>${cardText(visit, card)}
    ${until && html`<span class="${has_expired ? 'warn' : 'quiet'}">${until}</span>`}</span>
</span>`;
}

export async function cardSection(visit: Visit): Promise<Html> {
  const { portal } = visit.words;
  const card = await keptCard(visit);
  const { store, services } = visit.work;
  const takes_payments = services.gatewayOf(store) !== undefined;
  const change = card ? portal.updateCard : portal.addCard;
  return html`<section class="panel" aria-labelledby="card-title">
  <h2 id="card-title">${portal.paymentMethod}</h2>
  ${card ? html`<p>${cardFacts(visit, card)}</p>` : html`<p class="quiet">${portal.noCard}</p>`}
  ${takes_payments && html`<p><a class="plain" href="${visit.address}/card">${change}</a></p>`}
</section>`;
}
