import { LOAD_BUGS } from './planted-load-bugs.ts';
import { type Bug, POSTGRES_BUGS } from './planted-postgres-bugs.ts';
import type { Engine } from './step.ts';

// Small mistakes that somebody could make, each with the step that has to find it.

const CONNECT = 'src/platform/db/sqlite/connect.ts';
const durability = (level: string, number: number) => [
  { file: CONNECT, search: 'synchronous = FULL', replace: `synchronous = ${level}` },
  {
    file: CONNECT,
    search: "pragma('synchronous'), 2,",
    replace: `pragma('synchronous'), ${number},`,
  },
  // The first commit after one that need not be synced would set it right again.
  {
    file: 'src/platform/db/sqlite/sqlite.ts',
    search: "is_synced ? 'FULL' : 'NORMAL'",
    replace: `'${level}'`,
  },
];

const race = (part: string, engine: Engine = 'sqlite') => ({ step: 'races', part, engine });
const on = (step: string, engine: Engine = 'sqlite') => ({ step, engine });

export const BUGS: Bug[] = [
  {
    name: 'synchronous-normal',
    what: 'commits are not synced',
    finding: /was answered 200 and is lost/,
    ...on('power-loss'),
    changes: durability('NORMAL', 1),
  },
  {
    name: 'synchronous-off',
    what: 'nothing is synced, not even by checkpoints',
    finding: /was answered 200 and is lost/,
    ...on('power-loss'),
    changes: durability('OFF', 0),
  },
  {
    name: 'code-without-limit',
    what: 'the UPDATE that takes a redemption lacks its condition',
    finding: /^last-redemption, .*: answers/,
    ...race('last-redemption'),
    changes: [
      {
        file: 'src/shop/catalogue/discounts/discount.sql.ts',
        search: '\n    AND (max_redemptions IS NULL OR redemptions < max_redemptions)`',
        replace: '`',
      },
    ],
  },
  {
    name: 'seat-without-limit',
    what: 'the UPDATE that takes a seat lacks its condition',
    finding: /^last-seat, .*: answers/,
    ...race('last-seat'),
    changes: [
      {
        file: 'src/shop/licenses/license.sql.ts',
        search: 'activation_usage < activation_limit + extra_activations)`;\n\n/** Returns 0',
        replace: 'activation_usage < 1000)`;\n\n/** Returns 0',
      },
    ],
  },
  {
    name: 'refund-limit-off-by-one',
    what: 'one refund more than was paid for is begun',
    finding: /^refund, .*: answers/,
    ...race('refund'),
    changes: [
      {
        file: 'src/shop/money/transactions/refund.sql.ts',
        search: 'AND refunding_minor + :amount_minor <= total_minor`',
        replace: 'AND refunding_minor <= total_minor`',
      },
    ],
  },
  {
    name: 'hash-ignored',
    what: 'an Idempotency-Key is not tied to the parameters',
    finding: /^idempotency-key, .*: answers to other parameters/,
    ...race('idempotency-key'),
    changes: [
      {
        file: 'src/platform/operation/idempotency.ts',
        search: '.update(JSON.stringify([method, path, sorted(parameters)]))',
        replace: ".update(method === '' ? path + sorted(parameters) : 'the same')",
      },
    ],
  },
  {
    name: 'key-claimed-twice',
    what: 'who comes second with an Idempotency-Key does the work again',
    finding: /^idempotency-key, .*: answers \(/,
    ...race('idempotency-key'),
    changes: [
      {
        file: 'src/platform/operation/idempotency.ts',
        search: 'if (claimed === 0) return firstAnswer(tx, request);',
        replace: 'if (claimed === -1) return firstAnswer(tx, request);',
      },
    ],
  },
  {
    name: 'key-cached-for-ever',
    what: 'a revoked API key works on',
    finding: /^revoked-key, .*: afterwards/,
    ...race('revoked-key', 'postgres'),
    changes: [
      {
        file: 'src/platform/core/limits.ts',
        search: 'api_key_cache_ms: 500,',
        replace: 'api_key_cache_ms: 600_000,',
      },
    ],
  },
  {
    name: 'cancel-not-final',
    what: 'a canceled subscription can be paused',
    finding: /^pause-against-cancel, .*: whoever comes later/,
    ...race('pause-against-cancel'),
    changes: [
      {
        file: 'src/shop/subscriptions/pause-subscription.ts',
        search: '      if (no) throw refuse(no);\n      const has_abandoned',
        replace:
          '      if (no && before.status === before.plan_id) throw refuse(no);\n      const has_abandoned',
      },
    ],
  },
  {
    name: 'customer-made-twice',
    what: 'the event of a new customer is told twice',
    finding: /^same-customer, .*: events/,
    ...race('same-customer'),
    changes: [
      {
        file: 'src/shop/customers/add-customer.ts',
        search: "  emit('customer.created', showCustomer(customer, undefined));",
        replace:
          "  for (const _ of [1, 2]) emit('customer.created', showCustomer(customer, undefined));",
      },
    ],
  },
  {
    name: 'invoice-number-skipped',
    what: 'now and then a number is left out',
    finding: /^invoice-numbers, .*: numbers/,
    ...race('invoice-numbers'),
    changes: [
      {
        file: 'src/shop/money/invoices/invoice-series.sql.ts',
        search: 'next_number = invoice_series.next_number + excluded.last_position,',
        replace: 'next_number = invoice_series.next_number + 1 + (invoice_series.next_number = 9),',
      },
    ],
  },
  {
    name: 'event-number-skipped',
    what: 'the sequence of events has gaps',
    finding: /its events begin with 2/,
    ...race('same-customer'),
    changes: [
      {
        file: 'src/platform/db/sqlite/appended.ts',
        search: 'const rows = numbered(events, last_sequence);',
        replace: 'const rows = numbered(events, last_sequence + 1);',
      },
    ],
  },
  {
    name: 'scope-dropped',
    what: 'codes are looked up in all stores',
    finding: /tells another store from none/,
    ...on('walls'),
    changes: [
      {
        file: 'src/platform/db/table.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a file
        search: "has_store ? ` WHERE ${alias}.store_id = :store_id` : ''",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a file
        replace: "has_store ? ` WHERE (${alias}.store_id = :store_id OR '${alias}' = 'd')` : ''",
      },
    ],
  },
  {
    name: 'role-not-asked',
    what: 'viewers may make products',
    finding: /^a viewer gets 200 of POST \/products\/new/,
    ...on('walls'),
    changes: [
      {
        file: 'src/shop/store/team/roles.rules.ts',
        search: "if (role === 'owner' || role === 'admin') return true;",
        replace:
          "if (role === 'owner' || role === 'admin' || path === '/create-product') return true;",
      },
    ],
  },
  {
    name: 'read-key-writes',
    what: 'the scope of a key is not looked at',
    finding: / with a read key/,
    ...on('walls'),
    changes: [
      {
        file: 'src/sites/api/api-keys.ts',
        search: "scope === 'full' || scope === operation.scope;",
        replace: "scope === 'full' || operation.scope !== scope || scope === operation.scope;",
      },
    ],
  },
  {
    name: 'old-tls',
    what: 'TLS 1.1 is taken',
    finding: /^taken: .*TLSv1\.1/,
    ...on('tls'),
    changes: [
      {
        file: 'src/platform/http/shown-certificate.ts',
        search: "minVersion: 'TLSv1.2',\n  ciphers: [",
        replace:
          "minVersion: 'TLSv1',\n  ciphers: ['AES128-SHA', 'ECDHE-ECDSA-AES256-SHA', '@SECLEVEL=0',",
      },
    ],
  },
  {
    name: 'key-logged',
    what: 'the log has the API key of each request',
    finding: /^the API key is in the log/,
    ...on('canaries'),
    changes: [
      {
        file: 'src/sites/api/answer-operation.ts',
        search: 'route: operation.path, status, code, started, key });',
        replace:
          "route: operation.path, status, started, key, code: code ?? String(asked.request.headers['x-api-key']) });",
      },
    ],
  },
  ...LOAD_BUGS,
  ...POSTGRES_BUGS,
];
