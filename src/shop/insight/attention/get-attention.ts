import type { Static } from 'typebox';
import { CurrencyCode, Nullable, OneOf, TextOrNull } from '../../../platform/core/fields.ts';
import { idPrefixAt } from '../../../platform/core/ids.ts';
import { fromMinor } from '../../../platform/core/money.ts';
import { Type } from '../../../platform/core/schema.ts';
import { DAY_MS, isoInstant, isoInstantOrNull } from '../../../platform/core/time.ts';
import { operation } from '../../../platform/operation/operation.ts';
import { isSecretReadable, UNREADABLE_SECRET } from '../../events/webhooks/signing-secrets.ts';
import { findHold } from '../../money/payments/held-charges.sql.ts';
import { ChargesHeld } from '../../money/payments/held-charges.ts';
import { seeTo } from '../../settlement/unknown-payment.rules.ts';
import { listUnknownPayments } from '../../settlement/unknown-payment.sql.ts';
import {
  COUNTED_MAX,
  failedMails,
  failingWebhooks,
  openDisputes,
  pastDue,
  providerProblems,
  sealedWebhooks,
} from './attention.sql.ts';
import { fraudItems } from './fraud-items.ts';
import { findOverdue, WHY_OVERDUE } from './overdue.ts';

const MAILS_DAYS = 7;
const CERTIFICATE_DAYS = 21;
const BACKUP_DAYS = 7;

const KINDS = [
  ...(['dispute', 'overdue_renewals', 'past_due', 'provider', 'webhook', 'failed_mail'] as const),
  ...(['certificate', 'backup', 'charges_held', 'unknown_payment', 'failing_job'] as const),
  'fraud_warning' as const,
];

const Item = Type.Object({
  kind: OneOf([...KINDS], {
    description:
      'dispute: wants an answer; overdue_renewals: have been due for more than an hour, and ' +
      'Kassa cannot carry them out; past_due: renewals that were declined; provider: the connection ' +
      'to it is broken; webhook: does not take events; failed_mail: mails of the last week; ' +
      'certificate: of this server, ends soon; backup: of a database with a live store, is old or ' +
      'was never made, or the schedule could not make one; charges_held: after a restore, no ' +
      'renewal is charged until it is compared with the provider; unknown_payment: paid on a page ' +
      'of after the backup that was restored, so nobody here knows what was bought; failing_job: a ' +
      'background job of this installation has failed at every run for ten minutes or more; ' +
      'fraud_warning: a payment of which a bank says that the owner of the card did not make it, ' +
      'one item for each',
    examples: ['dispute'],
  }),
  count: Type.Integer({ description: `How many; ${COUNTED_MAX} stands for more, too` }),
  record_id: Nullable(Type.String({ description: 'The one it is about, or the most urgent' })),
  amount: Nullable(Type.Number({ description: 'Of the most urgent', examples: [79] })),
  currency: Nullable(CurrencyCode),
  at: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'When it is due, is tried again, ends, was paid or was last made; since when it fails; or ' +
        'when the backup was made',
    }),
  ),
  operation: TextOrNull(
    '/refund-transaction',
    'The operation that sees to it at once, with `record_id` as `transaction_id`; null: none does',
  ),
  message: Nullable(
    Type.String({
      description: 'What the provider said is wrong, why no backup was made, or what to do',
    }),
  ),
});

const Attention = Type.Object({
  object: Type.Literal('attention'),
  items: Type.Array(Item),
});

type Found = Pick<Static<typeof Item>, 'kind' | 'count'> & Partial<Static<typeof Item>>;

const EMPTY = {
  record_id: null,
  amount: null,
  currency: null,
  at: null,
  operation: null,
  message: null,
};

export const getAttention = operation({
  method: 'GET',
  path: '/get-attention',
  summary: 'Read what needs a person',
  description:
    'Disputes that want an answer, warnings of fraud, renewals that were declined, what cannot be ' +
    'sent, and what ends soon; the most urgent first. Empty when all is well.',
  scope: 'read',
  input: Type.Object({}),
  output: Attention,
  errors: [],
  async read({ reader, store, now, services }) {
    const found: Found[] = [];
    const add = (item: Found) => {
      if (item.count > 0) found.push({ ...item, count: Math.min(item.count, COUNTED_MAX) });
    };
    const disputes = await openDisputes(reader);
    const [first] = disputes;
    add({
      kind: 'dispute',
      count: disputes.length,
      record_id: first?.transaction_id ?? null,
      amount: first ? fromMinor(first.amount_minor, first.currency) : null,
      currency: first?.currency ?? null,
      at: isoInstantOrNull(first?.due_at ?? null),
    });
    for (const item of await fraudItems(reader, now)) add(item);
    const held_from = await findHold(reader);
    if (held_from !== null) {
      const message = new ChargesHeld().message;
      add({ kind: 'charges_held', count: 1, at: isoInstantOrNull(held_from), message });
    }
    const overdue = held_from === null ? await findOverdue(reader, now) : undefined;
    if (overdue) {
      const { count, subscription_id: record_id, since } = overdue;
      const message = `Kassa cannot carry them out: ${WHY_OVERDUE}`;
      add({ kind: 'overdue_renewals', count, record_id, at: isoInstant(since), message });
    }
    const unknown = await listUnknownPayments(reader, COUNTED_MAX + 1);
    const [oldest] = unknown;
    if (oldest) {
      const { reference, amount_minor, currency, paid_at } = oldest;
      add({
        kind: 'unknown_payment',
        count: unknown.length,
        record_id: reference,
        amount: fromMinor(amount_minor, currency),
        currency,
        at: isoInstant(paid_at),
        message: seeTo(reference),
      });
    }
    for (const { provider, problem } of await providerProblems(reader)) {
      add({ kind: 'provider', count: 1, record_id: provider, message: problem });
    }
    const unpaid = await pastDue(reader);
    const tries = unpaid.flatMap(({ next_action_at }) => next_action_at ?? []);
    add({
      kind: 'past_due',
      count: unpaid.length,
      record_id: unpaid[0]?.subscription_id ?? null,
      at: isoInstantOrNull(tries.length > 0 ? Math.min(...tries) : null),
    });
    const failing = await failingWebhooks(reader);
    const unsigned = (await sealedWebhooks(reader)).find(
      (one) => !isSecretReadable(services.secrets, store.store_id, one),
    );
    const webhook =
      failing.find(({ webhook_id }) => webhook_id === unsigned?.webhook_id) ?? failing[0];
    add({
      kind: 'webhook',
      count: failing.length || (unsigned ? 1 : 0),
      record_id: unsigned?.webhook_id ?? webhook?.webhook_id ?? null,
      at: isoInstantOrNull(webhook?.failing_since ?? webhook?.disabled_at ?? null),
      message: unsigned ? UNREADABLE_SECRET : null,
    });
    const failing_jobs = (await services.failingJobs?.()) ?? [];
    for (const { job, failing_since, problem } of failing_jobs) {
      const at = isoInstant(failing_since);
      add({ kind: 'failing_job', count: 1, record_id: job, at, message: problem });
    }
    const mails = await failedMails(reader, idPrefixAt('mail', now - MAILS_DAYS * DAY_MS));
    add({ kind: 'failed_mail', count: mails.length, record_id: mails[0]?.mail_id ?? null });
    const ends_at = services.certificateEndsAt?.();
    if (ends_at !== undefined && ends_at - services.clock() < CERTIFICATE_DAYS * DAY_MS) {
      add({ kind: 'certificate', count: 1, at: isoInstantOrNull(ends_at) });
    }
    if (store.mode === 'live') {
      const { last_at, failed } = await services.backups.look();
      const is_old = services.clock() - (last_at ?? 0) > BACKUP_DAYS * DAY_MS;
      const count = Number(is_old || failed !== null);
      const message = failed?.problem ?? null;
      add({ kind: 'backup', count, at: isoInstantOrNull(last_at), message });
    }
    return { object: 'attention' as const, items: found.map((item) => ({ ...EMPTY, ...item })) };
  },
});
