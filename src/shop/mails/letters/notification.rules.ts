import { fromMinor } from '../../../platform/core/money.ts';
import type { NotificationKind } from '../../store/team/notification.rules.ts';
import type { Block, Letter, Pen } from './letter.rules.ts';

/** One line of a mail. Amounts are in major units, instants ISO 8601. */
export interface NotificationLine {
  kind: NotificationKind;
  /** The name of a product, the address of a webhook, or why there was no backup. */
  what: string;
  /** Name or address of the customer. */
  who?: string;
  amount?: number;
  currency?: string;
  /** The last day to answer, the next try, or the end. */
  at?: string | null;
  /** Below the dashboard of the store. */
  path: string;
}

/** What one mail says: the first of its lines, and of all how many there were. */
export interface NotificationList {
  counts: { [kind in NotificationKind]?: number };
  /** Of sales, by currency, in minor units, so that adding up rounds nothing. */
  sold_minor: { [currency: string]: number };
  lines: NotificationLine[];
}

export interface NotificationData extends NotificationList {
  /** Whose mail it is. */
  person_id: string;
  /** Where the store is in the dashboard. */
  dashboard_url: string;
  settings_url: string;
  /** Ends these mails without signing in. */
  stop_url: string;
  /** Everything of a day in one mail. */
  is_digest: boolean;
}

/** What the people of a store are told of; in English, as the dashboard is. */
export function notification(data: NotificationData, pen: Pen): Letter {
  const { lines, dashboard_url, is_digest } = data;
  const all = Object.values(data.counts).reduce((sum, count) => sum + count, 0);
  const [only] = lines;
  const end: Block[] = [
    { link: 'Choose which mails you get', url: data.settings_url },
    { link: 'Stop these mails', url: data.stop_url },
  ];
  const footer = pen.fill('You receive this mail because you work on {store} and have chosen it.', {
    store: pen.store,
  });
  if (only && all === 1 && !is_digest) {
    const { subject, text, button } = sayingOf(only, pen);
    const url = dashboard_url + only.path;
    return {
      subject,
      heading: HEADINGS[only.kind],
      blocks: [{ text }, { button, url }, ...end],
      footer,
    };
  }
  const summary = summaryOf(data);
  const subject = pen.fill('{store}: {summary}', { store: pen.store, summary });
  const sold = Object.entries(data.sold_minor).map(([currency, minor]) =>
    pen.money(fromMinor(minor, currency), currency),
  );
  const more = all - lines.length;
  const list = [
    ...lines.map((line) => sayingOf(line, pen).text),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ];
  return {
    subject,
    heading: is_digest ? 'Your day' : 'What has happened',
    blocks: [
      ...(sold.length > 0 ? [{ text: `Sold: ${sold.join(' and ')}.` }] : []),
      { title: summary, list },
      { button: 'Open the dashboard', url: dashboard_url },
      ...end,
    ],
    footer,
  };
}

const HEADINGS: Record<NotificationKind, string> = {
  sale: 'You have sold something',
  failed_renewal: 'A renewal has failed',
  dispute: 'A payment is disputed',
  webhook_disabled: 'A webhook was switched off',
  backup_failed: 'No backup could be made',
  certificate_ending: 'The certificate ends',
};

const COUNTED: Record<NotificationKind, [one: string, many: string]> = {
  sale: ['sale', 'sales'],
  failed_renewal: ['failed renewal', 'failed renewals'],
  dispute: ['dispute', 'disputes'],
  webhook_disabled: ['webhook switched off', 'webhooks switched off'],
  backup_failed: ['failed backup', 'failed backups'],
  certificate_ending: ['certificate that ends', 'certificates that end'],
};

/** `12 sales, 1 dispute` */
function summaryOf({ counts }: NotificationList): string {
  return Object.entries(COUNTED)
    .flatMap(([kind, [one, many]]) => {
      const count = new Map(Object.entries(counts)).get(kind) ?? 0;
      return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
    })
    .join(', ');
}

interface Saying {
  subject: string;
  text: string;
  button: string;
}

function sayingOf(line: NotificationLine, pen: Pen): Saying {
  const { fill } = pen;
  const { kind, what, who, amount, currency, at } = line;
  const values = {
    what,
    who: who ?? 'a customer',
    amount: amount && currency ? pen.money(amount, currency) : 'nothing to pay yet',
    day: at ? pen.day(at) : '',
  };
  const by = (subject: string, text: string, button: string): Saying => ({
    subject: fill(subject, values),
    text: fill(text, values),
    button,
  });
  switch (kind) {
    case 'sale':
      return by('Sale: {what}, {amount}', '{what}, {amount}, to {who}.', 'See the payment');
    case 'failed_renewal':
      return by(
        'Failed renewal: {what}',
        at
          ? 'The renewal of {what} by {who} was declined. It is tried again on {day}.'
          : 'The renewal of {what} by {who} was declined. It is not tried again by itself.',
        'See the subscription',
      );
    case 'dispute':
      return by(
        at ? 'Dispute of {amount}: answer by {day}' : 'Dispute of {amount}',
        at
          ? '{who} disputes {amount} at the bank. The last day to answer is {day}.'
          : '{who} disputes {amount} at the bank. Answer it at your payment provider.',
        'See the payment',
      );
    case 'webhook_disabled':
      return by(
        'Webhook switched off: {what}',
        'The webhook {what} takes no events and was switched off. Your server misses what happens.',
        'See the webhook',
      );
    case 'backup_failed':
      return by(
        'No backup could be made',
        'No backup could be made: {what}. It is tried again every hour.',
        'See the backups',
      );
    case 'certificate_ending':
      return by(
        'The certificate ends on {day}',
        'The certificate of {what} ends on {day}. After that buyers cannot open your pages.',
        'Open the dashboard',
      );
  }
}
