import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import type { Transaction } from '../../../shop/money/transactions/transaction.rules.ts';
import { methodText } from '../../shared/method-text.ts';
import { card, chip } from '../layout.ts';
import { rowsTable } from '../list.ts';
import type { Visit } from '../visit.ts';

export type TransactionRecord = Static<typeof Transaction>;

const TYPES = {
  purchase: 'Purchase',
  subscription_start: 'First payment',
  renewal: 'Renewal',
  plan_change: 'Change of plan',
  refund: 'Refund',
};

const MOODS: { [status in TransactionRecord['status']]?: 'good' | 'warn' | 'bad' } = {
  paid: 'good',
  pending: 'warn',
  partially_refunded: 'warn',
  declined: 'bad',
  failed: 'bad',
  disputed: 'bad',
  charged_back: 'bad',
};

const statusText = (status: string): string =>
  status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ');

/** The payments of one record, the newest first. */
export const paymentsCard = (
  visit: Visit,
  { rows, all }: { rows: TransactionRecord[]; all: string },
): Html =>
  card(
    'Payments',
    rows.length === 0
      ? html`<p class="quiet">Nothing was paid yet.</p>`
      : rowsTable(
          visit,
          {
            title: 'Payments',
            columns: [
              {
                title: 'Day',
                cell: ({ transaction_id: id, created_at }, { address, words }) =>
                  html`<a href="${address}/payments/${id}">${words.day(created_at)}</a>`,
              },
              { title: 'What', cell: ({ type }) => TYPES[type] },
              {
                title: 'With',
                cell: ({ payment_method: paid }, { words }) => paid && methodText(words, paid),
              },
              {
                title: 'State',
                cell: ({ status }) => chip(MOODS[status] ?? 'over', statusText(status)),
              },
              {
                title: 'Amount',
                cell: ({ type, total, currency }, { words }) =>
                  words.amount(type === 'refund' ? -total : total, currency),
                is_number: true,
              },
            ],
          },
          rows,
        ),
    html`<a href="${all}">All payments</a>`,
  );
