import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { KASSA } from '../../../platform/core/program.ts';
import { getAttention } from '../../../shop/insight/attention/get-attention.ts';
import { refundTransaction } from '../../../shop/settlement/refund-transaction.ts';
import { chip } from '../layout.ts';
import { linked } from '../linked.ts';
import type { Visit } from '../visit.ts';

type Item = Static<typeof getAttention.output>['items'][number];

/**
 * What needs a person, each with the way to it; nothing where all is well. Without what is `said`
 * elsewhere on the page.
 */
export async function attentionList(
  visit: Visit,
  said: ReadonlySet<string>,
): Promise<Html | false> {
  const found = await visit.ask(getAttention, {});
  const items = found.items.filter(({ kind }) => !said.has(kind));
  if (items.length === 0) return false;
  return html`<section class="attention" aria-label="Needs attention">
${items.map((item) => {
  const { mood, title, text, ways } = lineFor(visit, item);
  const links = ways.map(({ at, does }) => html`<a href="${visit.address}${at}">${does}</a> `);
  return html`<p>${chip(mood, title)} <span>${linked(text)}</span>
  ${links.length > 0 && html`<span class="ways">${links}</span>`}</p>`;
})}
</section>`;
}

interface Line {
  mood: 'warn' | 'bad';
  title: string;
  text: string;
  /** Where something can be done about it; nowhere if that is not in the dashboard. */
  ways: { at: string; does: string }[];
}

function lineFor({ words, may }: Visit, item: Item): Line {
  const { kind, count, record_id, amount, currency, message } = item;
  const on = item.at === null ? undefined : words.day(item.at);
  const sum = amount === null || currency === null ? '' : words.amount(amount, currency);
  const sum_first = sum && `${sum}, `;
  const many = (one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`);
  const bad = (title: string, text: string, ...ways: [string, string][]): Line => ({
    ...{ mood: 'bad', title, text, ways: ways.map(([at, does]) => ({ at, does })) },
  });
  const warn = (...line: Parameters<typeof bad>): Line => ({ ...bad(...line), mood: 'warn' });
  switch (kind) {
    case 'dispute': {
      const text = on ? `answer due on ${on}.` : 'waits for an answer.';
      const at = count === 1 ? `/payments/${record_id}` : '/payments?status=disputed';
      return bad(many('dispute', 'disputes'), sum_first + text, [at, 'See it']);
    }
    case 'fraud_warning': {
      const text = `${sum_first}${on ? `warned on ${on}` : 'warned'}: ${message}.`;
      const at = `/payments/${record_id}`;
      const refund: [string, string][] = [[`${at}/refund?all=1`, 'Refund…']];
      return bad('Fraud warning', text, [at, 'See it'], ...(may(refundTransaction) ? refund : []));
    }
    case 'overdue_renewals': {
      const text = `${on ? `Due since ${on}. ` : ''}${message}.`;
      const title = many('overdue renewal', 'overdue renewals');
      return bad(title, text, [`/subscriptions/${record_id}`, 'See the oldest']);
    }
    case 'failing_job': {
      const since = on ? ` since ${on}` : '';
      return bad(`Job ${record_id}`, `Has failed at every run${since}, see the log: ${message}`);
    }
    case 'past_due': {
      const text = on ? `The next try is on ${on}.` : 'No further try: the customer has to act.';
      const title = many('failed renewal', 'failed renewals');
      return warn(title, text, ['/subscriptions?status=past_due', 'See them']);
    }
    case 'provider':
      return bad('Payments', message ?? 'The connection is broken.', ['/provider', 'Look at it']);
    case 'charges_held': {
      const text =
        `This shop was restored as it was${on ? ` on ${on}` : ''}. No renewal is charged until ` +
        `it is compared with the payment provider: ${KASSA} charges compare`;
      return bad('Charges are held', text, ['/provider', 'See the provider']);
    }
    case 'unknown_payment': {
      const text = `${sum}${on ? `, paid on ${on}` : ''} (${record_id}): ${message}`;
      const title = many('unknown payment', 'unknown payments');
      return bad(title, text, ['/provider', 'See the provider']);
    }
    case 'webhook': {
      const text = [on && `Since ${on}.`, message && `${message}.`].filter(Boolean).join(' ');
      return warn(many('failing webhook', 'failing webhooks'), text, ['/webhooks', 'Look at it']);
    }
    case 'failed_mail': {
      const title = many('mail not sent', 'mails not sent');
      return warn(title, 'In the last seven days.', ['/mails?status=failed', 'See them']);
    }
    case 'backup':
      return warn('Backup', backupText(item, on), ['/backups', 'How to create one']);
    case 'certificate': {
      const text = `The certificate of this server ends on ${on}. Renew it, and restart Kassa.`;
      return bad('Certificate', text);
    }
  }
}

function backupText({ message }: Item, on: string | undefined): string {
  const newest = on ? `The newest one is from ${on}.` : 'None was ever made.';
  return message === null ? newest : `${newest} The last try failed: ${message}`;
}
