import type { Engine } from './step.ts';

export interface Bug {
  name: string;
  what: string;
  step: string;
  engine: Engine;
  /** What the step has to say of it: another finding would be luck. */
  finding: RegExp;
  part?: string;
  changes: { file: string; search: string; replace: string }[];
}

/** Whoever asks a provider again does so with another key: it takes the money a second time. */
export const CHARGED_AGAIN = {
  finding: /^kassa verify: txn_\w{28}(-again)?: the gateway has it, we do not$/,
  step: 'kills',
  part: '8',
  changes: [
    {
      file: 'src/shop/money/transactions/charge-for.ts',
      search: '    key: transaction_id,\n',
      replace: "    key: now > row.created_at ? transaction_id + '-again' : transaction_id,\n",
    },
  ],
};

/** Two have read what was refunded so far, and the second has written over the first. */
const LOST_REFUND = /^kassa verify: txn_\w+: \d+ is marked as refunded, its refunds make \d+$/;

/** Whoever fails is pending again, and tried again: without a kill nothing is lost. */
const SENT_AFTERWARDS = `
    const good = { status: 200, duration_ms: 1, error: null, body: null };
    const kept = { owner, now: clock(), random: 0 };
    await db.write({ store_id }, (tx) => recordAttempt(tx, delivery, good, kept));
    const sent = keys ? await sendSigned(keys) : NOT_SENT;
    if (sent.status === 200) return;
    const { delivery_id } = delivery;
    const take_back = \`UPDATE webhook_deliveries SET status = 'pending', delivered_at = NULL,
      claimed_by = :owner, claimed_until = :until, next_attempt_at = :until
      WHERE store_id = :store_id AND delivery_id = :delivery_id\`;
    await db.write({ store_id }, (tx) => tx.run(take_back, { owner, until, delivery_id }));`;

/** Of three processes: so many that one of them is at the wrong moment. */
const KILLS = '20';

const race = (part: string) => ({ step: 'races', part, engine: 'postgres' as const });

/** Those that only PostgreSQL can have, with two processes, or that only several processes show. */
export const POSTGRES_BUGS: Bug[] = [
  {
    name: 'batch-not-kept-apart',
    what: 'writes that share a transaction do not wait for each other',
    finding: LOST_REFUND,
    // All kinds of them: those of a process that has just started seldom share one.
    step: 'races',
    engine: 'postgres',
    changes: [
      {
        file: 'src/platform/db/postgres/held-rows.ts',
        search: 'return !touches.some((touch) =>',
        replace: 'return touches.length >= 0 || !touches.some((touch) =>',
      },
    ],
  },
  {
    name: 'rows-not-locked',
    what: 'PostgreSQL is not asked to lock what is read in order to be changed',
    finding: /^change-against-refund, .*: \d+ was paid for \d+, and -?\d+ is left /,
    ...race('change-against-refund'),
    changes: [
      {
        file: 'src/platform/db/postgres/query.ts',
        search: ".replace('FOR UPDATE', 'FOR NO KEY UPDATE'),",
        replace: ".replace(/FOR UPDATE$/, ''),",
      },
    ],
  },
  {
    name: 'told-before-commit',
    what: 'a batch of writes is answered before it is committed',
    finding:
      /^same-customer, .*: names that were told 200 .*: \["Ada \d+",".* instead of \["Ada \d+"\]$/,
    ...race('same-customer'),
    changes: [
      {
        file: 'src/platform/db/postgres/batch.ts',
        search: '(value) => this.#end(member, { value }),',
        replace: '(value) => (write.resolve(value), this.#end(member, { value })),',
      },
    ],
  },
  {
    name: 'clock-lease-not-checked',
    what: 'a clock is moved by one process while another moves it',
    finding: /^clock-moves, .*: days charged .*: [1-8] instead of [2-9]$/,
    ...race('clock-moves'),
    changes: [
      {
        file: 'src/jobs/clock.sql.ts',
        search: 'AND clock_claimed_until <= :wall`',
        replace: 'AND clock_claimed_until <= CAST(:wall AS bigint) + 600000`',
      },
      {
        file: 'src/jobs/clock.sql.ts',
        search: '\n    AND clock_claimed_by = :owner`;\n\n// A payment',
        replace: "\n    AND CAST(:owner AS text) <> ''`;\n\n// A payment",
      },
    ],
  },
  {
    name: 'events-counted-once',
    what: 'events of writes that share a transaction get wrong numbers',
    finding: /^kassa verify: store_\w+: (\d+) events, the last is (?!\1,)\d+, \1 were numbered$/,
    ...race('invoice-numbers'),
    changes: [
      {
        file: 'src/platform/db/postgres/finish.ts',
        search: 'const before = last_sequence - (stores.counts.get(store_id) ?? 0);',
        replace: 'const before = last_sequence - 1;',
      },
    ],
  },
  {
    name: 'charged-again-elsewhere',
    what: 'the process that asks a provider again for a dead one does so with another key',
    ...CHARGED_AGAIN,
    engine: 'postgres',
    part: KILLS,
  },
  {
    name: 'delivered-before-sent',
    what: 'that a webhook was delivered is kept before it is sent: only a kill in between shows it',
    finding: /^event \d+ of \w+ never arrived$/,
    step: 'kills',
    engine: 'postgres',
    part: KILLS,
    changes: [
      {
        file: 'src/jobs/deliver-webhooks.ts',
        search: 'const sent = keys ? await sendSigned(keys) : NOT_SENT;',
        replace: SENT_AFTERWARDS,
      },
    ],
  },
];
