import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { KASSA } from '../../../platform/core/program.ts';
import { getAttention } from '../../../shop/insight/attention/get-attention.ts';
import { refundTransaction } from '../../../shop/settlement/refund-transaction.ts';
import { chip } from '../layout.ts';
import { linked } from '../linked.ts';
import type { Visit } from '../visit.ts';

type Item = Static<typeof getAttention.output>['items'][number];

/** What needs a person, each with the way to it; nothing where all is well. */
export async function attentionList(visit: Visit): Promise<Html | false> {
  const { items } = await visit.ask(getAttention, {});
  if (items.length === 0) return false;
  return html`<section class="attention" aria-label="Needs attention">
${items.map((item) => {
  const { mood, title, text, ways } = tell(visit, item);
  const links = ways.map(({ at, does }) => html`<a href="${visit.address}${at}">${does}</a> `);
  return html`<p>${chip(mood, title)} <span>${linked(text)}</span>
  ${links.length > 0 && html`<span class="ways">${links}</span>`}</p>`;
})}
</section>`;
}

interface Told {
  mood: 'warn' | 'bad';
  title: string;
  text: string;
  /** Where something can be done about it; nowhere if that is not in the dashboard. */
  ways: { at: string; does: string }[];
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
        ways: [
          {
            at: count === 1 ? `/payments/${record_id}` : '/payments?status=disputed',
            does: 'See it',
          },
        ],
      };
    case 'fraud_warning':
      return {
        ...{ mood: 'bad', title: 'Fraud warning' },
        text:
          `${amount === null || currency === null ? '' : `${words.amount(amount, currency)}, `}` +
          `${on ? `warned on ${on}` : 'warned'}: ${message}.`,
        ways: [
          { at: `/payments/${record_id}`, does: 'See it' },
          ...(may(refundTransaction)
            ? [{ at: `/payments/${record_id}/refund?all=1`, does: 'Refund…' }]
            : []),
        ],
      };
    case 'overdue_renewals':
      return {
        mood: 'bad',
        title: many('overdue renewal', 'overdue renewals'),
        text: `${on ? `Due since ${on}. ` : ''}${message}.`,
        ways: [{ at: `/subscriptions/${record_id}`, does: 'See the oldest' }],
      };
    case 'failing_job':
      return {
        mood: 'bad',
        title: `Job ${record_id}`,
        text: `Has failed at every run${on ? ` since ${on}` : ''}, see the log: ${message}`,
        ways: [],
      };
    case 'past_due':
      return {
        mood: 'warn',
        title: many('failed renewal', 'failed renewals'),
        text: on ? `The next try is on ${on}.` : 'No further try: the customer has to act.',
        ways: [{ at: '/subscriptions?status=past_due', does: 'See them' }],
      };
    case 'provider':
      return {
        ...{ mood: 'bad', title: 'Payments', text: message ?? 'The connection is broken.' },
        ways: [{ at: '/provider', does: 'Look at it' }],
      };
    case 'charges_held':
      return {
        mood: 'bad',
        title: 'Charges are held',
        text:
          `This shop was restored as it was${on ? ` on ${on}` : ''}. No renewal is charged until ` +
          `it is compared with the payment provider: ${KASSA} charges compare`,
        ways: [{ at: '/provider', does: 'See the provider' }],
      };
    case 'unknown_payment':
      return {
        mood: 'bad',
        title: many('unknown payment', 'unknown payments'),
        text:
          `${amount === null || currency === null ? '' : words.amount(amount, currency)}` +
          `${on ? `, paid on ${on}` : ''} (${record_id}): ${message}`,
        ways: [{ at: '/provider', does: 'See the provider' }],
      };
    case 'webhook':
      return {
        mood: 'warn',
        title: many('failing webhook', 'failing webhooks'),
        text: [on && `Since ${on}.`, message && `${message}.`].filter(Boolean).join(' '),
        ways: [{ at: '/webhooks', does: 'Look at it' }],
      };
    case 'failed_mail':
      return {
        mood: 'warn',
        title: many('mail not sent', 'mails not sent'),
        text: 'In the last seven days.',
        ways: [{ at: '/mails?status=failed', does: 'See them' }],
      };
    case 'backup':
      return {
        mood: 'warn',
        title: 'Backup',
        text: backupText(item, on),
        ways: [{ at: '/backups', does: 'How to make one' }],
      };
    case 'certificate':
      return {
        mood: 'bad',
        title: 'Certificate',
        text: `The certificate of this server ends on ${on}. Renew it, and restart Kassa.`,
        ways: [],
      };
  }
}

function backupText({ message }: Item, on: string | undefined): string {
  const newest = on ? `The newest one is from ${on}.` : 'None was ever made.';
  return message === null ? newest : `${newest} The last try failed: ${message}`;
}
