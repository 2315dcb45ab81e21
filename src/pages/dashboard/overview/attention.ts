import type { Static } from 'typebox';
import { getAttention } from '../../../attention/get-attention.ts';
import { KASSA } from '../../../core/program.ts';
import { refundTransaction } from '../../../refunds/refund-transaction.ts';
import { type Html, html } from '../../shared/html.ts';
import { chip } from '../layout.ts';
import type { Visit } from '../visit.ts';

type Item = Static<typeof getAttention.output>['items'][number];

/** What needs a person, each with the way to it; nothing where all is well. */
export async function attentionList(visit: Visit): Promise<Html | false> {
  const { items } = await visit.ask(getAttention, {});
  if (items.length === 0) return false;
  return html`<section class="attention" aria-label="Needs attention">
${items.map((item) => {
  const { mood, title, text, ...ways } = tell(visit, item);
  return html`<p>${chip(mood, title)} <span>${text}</span>
  <span class="ways">${[ways, ...(ways.others ?? [])].map(
    ({ at, does }) => html`<a href="${visit.address}${at}">${does}</a> `,
  )}</span></p>`;
})}
</section>`;
}

interface Told {
  mood: 'warn' | 'bad';
  title: string;
  text: string;
  at: string;
  does: string;
  others?: { at: string; does: string }[];
}

function tell({ words, may }: Visit, item: Item): Told {
  const { kind, count, record_id, amount, currency, message } = item;
  const on = item.at === null ? undefined : words.day(item.at);
  const many = (one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`);
  switch (kind) {
    case 'dispute':
      return {
        mood: 'bad',
        title: many('dispute', 'disputes'),
        text:
          `${amount === null || currency === null ? '' : `${words.amount(amount, currency)}, `}` +
          `${on ? `answer due on ${on}.` : 'waits for an answer.'}`,
        at: count === 1 ? `/payments/${record_id}` : '/payments?status=disputed',
        does: 'See it',
      };
    case 'fraud_warning':
      return {
        ...{ mood: 'bad', title: 'Fraud warning' },
        text:
          `${amount === null || currency === null ? '' : `${words.amount(amount, currency)}, `}` +
          `${on ? `warned on ${on}` : 'warned'}: ${message}.`,
        ...{ at: `/payments/${record_id}`, does: 'See it' },
        ...(may(refundTransaction) && {
          others: [{ at: `/payments/${record_id}/refund?all=1`, does: 'Refund…' }],
        }),
      };
    case 'overdue_renewals':
      return {
        mood: 'bad',
        title: many('overdue renewal', 'overdue renewals'),
        text: `${on ? `Due since ${on}. ` : ''}${message}.`,
        at: `/subscriptions/${record_id}`,
        does: 'See the oldest',
      };
    case 'failing_job':
      return {
        mood: 'bad',
        title: `Job ${record_id}`,
        text: `Has failed at every run${on ? ` since ${on}` : ''}: ${message}`,
        at: '',
        does: 'See the log',
      };
    case 'past_due':
      return {
        mood: 'warn',
        title: many('failed renewal', 'failed renewals'),
        text: on ? `The next try is on ${on}.` : 'No further try: the customer has to act.',
        at: '/subscriptions?status=past_due',
        does: 'See them',
      };
    case 'provider':
      return {
        ...{ mood: 'bad', title: 'Payments', text: message ?? 'The connection is broken.' },
        ...{ at: '/provider', does: 'Look at it' },
      };
    case 'charges_held':
      return {
        mood: 'bad',
        title: 'Charges are held',
        text:
          `This shop was restored as it was${on ? ` on ${on}` : ''}. No renewal is charged until ` +
          `it is compared with the payment provider: ${KASSA} charges compare`,
        at: '/provider',
        does: 'See the provider',
      };
    case 'unknown_payment':
      return {
        mood: 'bad',
        title: many('unknown payment', 'unknown payments'),
        text:
          `${amount === null || currency === null ? '' : words.amount(amount, currency)}` +
          `${on ? `, paid on ${on}` : ''} (${record_id}): ${message}`,
        at: '/provider',
        does: 'See the provider',
      };
    case 'webhook':
      return {
        mood: 'warn',
        title: many('failing webhook', 'failing webhooks'),
        text: [on && `Since ${on}.`, message && `${message}.`].filter(Boolean).join(' '),
        at: '/webhooks',
        does: 'Look at it',
      };
    case 'failed_mail':
      return {
        mood: 'warn',
        title: many('mail not sent', 'mails not sent'),
        text: 'In the last seven days.',
        at: '/mails?status=failed',
        does: 'See them',
      };
    case 'backup':
      return {
        mood: 'warn',
        title: 'Backup',
        text: backupText(item, on),
        at: '/backups',
        does: 'How to make one',
      };
    case 'certificate':
      return {
        mood: 'bad',
        title: 'Certificate',
        text: `The certificate of this server ends on ${on}.`,
        at: '',
        does: 'Renew it, and restart',
      };
  }
}

function backupText({ message }: Item, on: string | undefined): string {
  const newest = on ? `The newest one is from ${on}.` : 'None was ever made.';
  return message === null ? newest : `${newest} The last try failed: ${message}`;
}
