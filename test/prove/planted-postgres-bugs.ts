import type { Engine } from './step.ts';

export interface Bug {
  name: string;
  what: string;
  step: string;
  engine: Engine;
  part?: string;
  changes: { file: string; search: string; replace: string }[];
}

const race = (part: string) => ({ step: 'races', part, engine: 'postgres' as const });

/** Those that only PostgreSQL can have, with two processes. */
export const POSTGRES_BUGS: Bug[] = [
  {
    name: 'batch-not-kept-apart',
    what: 'writes that share a transaction do not wait for each other',
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
    ...race('invoice-numbers'),
    changes: [
      {
        file: 'src/db/postgres/finish.ts',
        search: 'const before = last_sequence - (stores.counts.get(store_id) ?? 0);',
        replace: 'const before = last_sequence - 1;',
      },
    ],
  },
];
