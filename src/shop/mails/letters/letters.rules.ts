import type { Words } from '../../../../texts/words.ts';
import {
  type InvoiceCorrectedData,
  invoice_corrected,
  type NewKeyData,
  new_key,
  type SignInData,
  sign_in,
  test,
} from './account.rules.ts';
import { type Letter, type Pen, penOf } from './letter.rules.ts';
import { letterHtml } from './letter-html.rules.ts';
import { letterText } from './letter-text.rules.ts';
import { type NotificationData, notification } from './notification.rules.ts';
import {
  type CardExpiringData,
  card_expiring,
  confirmation_needed,
  type PaymentFailedData,
  payment_failed,
  type RefundedData,
  refunded,
  type UnpaidData,
} from './payment.rules.ts';
import { type PurchaseData, purchase, type RenewalData, renewal } from './purchase.rules.ts';
import {
  type CanceledData,
  type ComingData,
  canceled,
  type PlanChangedData,
  plan_changed,
  renewal_coming,
  trial_ending,
} from './subscription.rules.ts';
import { shown } from './words.rules.ts';

/** What each kind of mail says. Amounts are in major units; instants are ISO 8601. */
export interface LetterData {
  purchase: PurchaseData;
  renewal: RenewalData;
  trial_ending: ComingData;
  renewal_coming: ComingData;
  payment_failed: PaymentFailedData;
  confirmation_needed: UnpaidData;
  card_expiring: CardExpiringData;
  plan_changed: PlanChangedData;
  canceled: CanceledData;
  refunded: RefundedData;
  sign_in: SignInData;
  new_key: NewKeyData;
  invoice_corrected: InvoiceCorrectedData;
  notification: NotificationData;
  test: object;
}

export type LetterKind = keyof LetterData;

const LETTERS: { [Kind in LetterKind]: (data: LetterData[Kind], pen: Pen) => Letter } = {
  purchase,
  renewal,
  trial_ending,
  renewal_coming,
  payment_failed,
  confirmation_needed,
  card_expiring,
  plan_changed,
  canceled,
  refunded,
  sign_in,
  new_key,
  invoice_corrected,
  notification,
  test,
};

/** How a store shows itself in its mails. */
interface Brand {
  store_name: string;
  is_test: boolean;
  /** Whether an answer to the mail reaches somebody. */
  can_reply: boolean;
  /** `#5b4bdb`; null: ours. */
  accent_color?: string | null;
}

interface Order<Kind extends LetterKind> {
  kind: Kind;
  words: Words;
  brand: Brand;
  data: LetterData[Kind] & { customer_name?: string | null };
  /** The seller's own words, with their gaps filled in. */
  own: { subject: string | undefined; greeting: string | undefined };
}

/** Writes a mail. The same order gives the same mail. */
export function writeLetter<Kind extends LetterKind>({
  kind,
  words,
  brand,
  data,
  own,
}: Order<Kind>): { subject: string; html: string; text: string } {
  const { store_name: store } = brand;
  const pen = penOf(words, store);
  const { texts, fill } = pen;
  const { subject: usual, heading, blocks, footer } = LETTERS[kind](data, pen);
  const name = shown(data.customer_name ?? '');
  const subject = own.subject ?? usual;
  const greeting =
    own.greeting ?? (name === '' ? texts.hello_nameless : fill(texts.hello, { name }));
  const notes = [
    ...(brand.is_test ? [texts.test_note] : []),
    ...(brand.can_reply ? [texts.reply_note] : []),
    footer ?? fill(texts.footer, { store }),
  ];
  return {
    subject,
    html: letterHtml({
      language: words.language,
      subject,
      heading,
      greeting,
      blocks,
      store,
      notes,
      accent_color: brand.accent_color ?? null,
    }),
    text: letterText({ greeting, blocks, store, notes }),
  };
}
