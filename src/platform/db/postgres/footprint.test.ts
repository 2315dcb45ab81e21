import assert from 'node:assert/strict';
import { test } from 'node:test';
import { footprintOf } from './footprint.ts';

/** What a statement touches, as `kind table(columns)`. */
function touched(sql: string): string[] | undefined {
  const names = [...new Set([...sql.matchAll(/(?<!:):([a-z_]+)/g)].map(([, name = '']) => name))];
  return footprintOf(sql, names)?.touches.map(
    ({ kind, table, equals }) => `${kind} ${table}(${equals.map(({ column }) => column).join()})`,
  );
}

const FORMS: [string, string[] | undefined][] = [
  ['SELECT a FROM t WHERE store_id = :store_id AND b = :b', ['read t(store_id,b)']],
  ['SELECT a FROM t x WHERE x.store_id = :store_id AND x.b = :b', ['read t(store_id,b)']],
  ['SELECT a FROM t WHERE b = :b FOR UPDATE', ['lock t(b)']],
  ['SELECT a FROM t WHERE b = :b ORDER BY a LIMIT :n FOR UPDATE SKIP LOCKED', ['lock t(b)']],
  // What is not an equation with a parameter may be any row.
  ['SELECT a FROM t WHERE b < :b', ['read t()']],
  ['SELECT a FROM t WHERE b = :b OR c = :c', ['read t()']],
  ['SELECT a FROM t WHERE NOT b = :b', ['read t()']],
  ['SELECT a FROM t WHERE lower(b) = :b AND c = :c', ['read t(c)']],
  ['SELECT a FROM t WHERE (b = :b OR c = :c) AND d = :d', ['read t(d)']],
  ["SELECT a FROM t WHERE b = ' AND c = :c' AND d = :d", ['read t(d)']],
  // Rows of inner statements, and of joined tables, are any, unless a known row leads to them.
  [
    'SELECT x.a, (SELECT y.b FROM u y WHERE y.c = x.c) AS b FROM t x WHERE x.store_id = :store_id FOR UPDATE',
    ['read u()', 'lock t(store_id)'],
  ],
  ['SELECT a FROM t x JOIN u y ON y.b = x.b WHERE x.c = :c', ['read t(c)', 'read u()']],
  ['SELECT a FROM t JOIN u ON t.b = u.b WHERE c = :c', ['read t()', 'read u()']],
  [
    'SELECT a FROM t x LEFT JOIN u y ON y.s = x.s AND y.b = x.c WHERE x.s = :s AND x.c = :c',
    ['read t(s,c)', 'read u(s,b)'],
  ],
  [
    'SELECT a FROM t x LEFT JOIN u y ON x.c = y.b JOIN v ON v.d = y.b WHERE x.c = :c ORDER BY a',
    ['read t(c)', 'read u(b)', 'read v(d)'],
  ],
  [
    'SELECT a FROM t x WHERE x.s = :s AND CASE WHEN x.p > 1 AND x.q = :q AND x.r > 0 THEN 1 END = 1',
    ['read t()'],
  ],
  // A row without a partner is there too, whatever the condition of the join says of it.
  ['SELECT a FROM t x LEFT JOIN u y ON x.c = :c AND y.b = x.b', ['read t()', 'read u()']],
  [
    'SELECT a FROM t x LEFT JOIN u y ON y.b = x.c OR y.d = 1 WHERE x.c = :c',
    ['read t(c)', 'read u()'],
  ],
  ['SELECT a FROM t x RIGHT JOIN u y ON y.b = x.c WHERE x.c = :c', ['read t(c)', 'read u()']],
  [
    'SELECT (SELECT y.b FROM u y WHERE y.c = x.c AND y.d > 1) AS b FROM t x WHERE x.c = :c FOR UPDATE',
    ['read u(c)', 'lock t(c)'],
  ],
  [
    'SELECT x.a IN (x.b, (SELECT z.b FROM v z WHERE z.c = x.c)) FROM t x WHERE x.c = :c',
    ['read v(c)', 'read t(c)'],
  ],
  // What an inner statement asks for says nothing of the rows around it.
  [
    'SELECT a FROM t x WHERE x.s = :s AND NOT EXISTS (SELECT 1 FROM u y WHERE y.c = :c AND x.c = y.c)',
    ['read t(s)', 'read u(c)'],
  ],
  [
    'SELECT a FROM t x WHERE x.c = :c AND EXISTS (SELECT 1 FROM u x WHERE x.c = x.d)',
    ['read t(c)', 'read u()'],
  ],
  ['SELECT a FROM t WHERE b = :b UNION ALL SELECT a FROM u WHERE b = :b', ['read t()', 'read u()']],
  ['SELECT a FROM t, u WHERE t.b = :b', undefined],
  ['SELECT 1', undefined],
  // A new row is known by all its values; one that may be there, by what finds it.
  ['INSERT INTO t (a, b) VALUES (:a, :b)', ['change t(a,b)']],
  ['INSERT INTO t (a, b) VALUES (:a, 1)', ['change t(a)']],
  ['INSERT INTO t (store_id, id, a) VALUES (:s, :i, :a)', ['change t(a,store_id,id)']],
  ['INSERT INTO t (a, b) VALUES (:a, CAST(:b AS x)) RETURNING c', ['change t(a)']],
  [
    'INSERT INTO t (a, b) VALUES (:a, :b) ON CONFLICT (a) DO UPDATE SET b = excluded.b',
    ['change t(a)'],
  ],
  ['INSERT INTO t (a, b) VALUES (:a, :b) ON CONFLICT DO NOTHING', ['change t()']],
  ['INSERT INTO t (a, b) VALUES (:a, :b), (:c, :d)', ['change t()']],
  ['INSERT INTO t (a, b) SELECT c, d FROM u WHERE c = :c', ['change t()', 'read u()']],
  // A column that changes finds different rows before and after.
  ["UPDATE t SET a = :a, b = 'x' WHERE c = :c AND b = :b", ['change t(c)']],
  ['UPDATE t SET a = :a WHERE c IN (SELECT c FROM u WHERE d = :d)', ['change t()', 'read u()']],
  ['UPDATE t SET a = 1 FROM u WHERE b = :b', undefined],
  ['DELETE FROM t WHERE a = :a RETURNING b', ['change t(a)']],
  [
    'WITH few AS (SELECT a FROM t WHERE b = :b FOR UPDATE) UPDATE u SET c = 1 WHERE a = :a',
    ['lock t()', 'change u()'],
  ],
];

for (const [sql, expected] of FORMS) {
  test(`${sql}: ${expected?.join(' and ') ?? 'runs alone'}`, () => {
    assert.deepEqual(touched(sql), expected);
  });
}

test('only a plain INSERT takes no rows that may be there already', () => {
  const takes = (sql: string) => footprintOf(sql, ['a'])?.takes_rows;
  assert.equal(takes('INSERT INTO t (a) VALUES (:a)'), false);
  assert.equal(takes('SELECT a FROM t WHERE a = :a'), false);
  assert.equal(takes('SELECT a FROM t WHERE a = :a FOR UPDATE'), true);
  assert.equal(takes('INSERT INTO t (a) VALUES (:a) ON CONFLICT (a) DO NOTHING'), true);
  assert.equal(takes('UPDATE t SET b = 1 WHERE a = :a'), true);
  assert.equal(takes('DELETE FROM t WHERE a = :a'), true);
});
