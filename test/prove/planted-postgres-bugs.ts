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

const race = (part: string) => ({ step: 'races', part, engine: 'postgres' as const });

/** Those that only PostgreSQL can have, with two processes, or that only several processes show. */
export const POSTGRES_BUGS: Bug[] = [
  {
    name: 'batch-not-kept-apart',
    what: 'writes that share a transaction do not wait for each other',
    finding: /^(\S+, round|kassa verify)/,
    // All kinds of them: those of a process that has just started seldom share one.
    step: 'races',
    engine: 'postgres',
    changes: [
      {
        file: 'src/db/postgres/row-locks.ts',
        search: '!touches.some((touch) => meets(owner, touch, values)),',
        replace: 'touches.length >= 0 || !touches.some((touch) => meets(owner, touch, values)),',
      },
    ],
  },
  {
    name: 'rows-not-locked',
    what: 'PostgreSQL is not asked to lock what is read in order to be changed',
    finding: /^change-against-refund, /,
    ...race('change-against-refund'),
    changes: [
      {
        file: 'src/db/postgres/translate.ts',
        search: ".replace('FOR UPDATE', 'FOR NO KEY UPDATE'),",
        replace: ".replace(/FOR UPDATE$/, ''),",
      },
    ],
  },
  {
    name: 'told-before-commit',
    what: 'a batch of writes is answered before it is committed',
    finding: /^same-customer, /,
    ...race('same-customer'),
    changes: [
      {
        file: 'src/db/postgres/batch.ts',
        search: '        run.result = { value };\n',
        replace: '        run.result = { value };\n        run.job.resolve(value);\n',
      },
    ],
  },
  {
    name: 'clock-lease-not-checked',
    what: 'a clock is moved by one process while another moves it',
    finding: /^clock-moves, /,
    ...race('clock-moves'),
    changes: [
      {
        file: 'src/clock/clock.sql.ts',
        search: 'AND clock_claimed_until <= :wall`',
        replace: 'AND clock_claimed_until <= :wall + 600000`',
      },
    ],
  },
  {
    name: 'events-counted-once',
    what: 'events of writes that share a transaction get wrong numbers',
    finding: /^(invoice-numbers, |kassa verify)/,
    ...race('invoice-numbers'),
    changes: [
      {
        file: 'src/db/postgres/finish.ts',
        search: 'const before = last_sequence - (stores.counts.get(store_id) ?? 0);',
        replace: 'const before = last_sequence - 1;',
      },
    ],
  },
  {
    name: 'charged-again-elsewhere',
    what: 'the process that asks a provider again for a dead one does so with another key',
    finding: /^the books differ/,
    step: 'kills',
    engine: 'postgres',
    part: '8',
    changes: [
      {
        file: 'src/transactions/ask-provider.ts',
        search: '    key: transaction_id,\n',
        replace: '    key: transaction_id + Math.random(),\n',
      },
    ],
  },
];
