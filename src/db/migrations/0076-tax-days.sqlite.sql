-- What was sold, refunded and lost before.
WITH found AS (
  SELECT store_id, currency, settled_at AS since, tax_rows,
    CASE type WHEN 'refund' THEN -1 ELSE 1 END AS sign,
    CASE type WHEN 'refund' THEN COALESCE(json_extract(effect, '$.rest_minor'),
        total_minor - COALESCE(json_extract(effect, '$.credit_minor'), 0)
          - COALESCE(json_extract(effect, '$.debt_minor'), 0))
      ELSE total_minor - balance_change_minor - tax_minor END AS net_minor
  FROM transactions WHERE status NOT IN ('pending', 'declined', 'failed')
  UNION ALL
  SELECT store_id, currency, closed_at, tax_rows, -1, rest_minor
  FROM disputes WHERE status <> 'opened'
), listed AS (
  SELECT f.store_id, f.currency, f.since, f.sign, r.value AS row_of
  FROM found f, json_each(f.tax_rows) AS r
  UNION ALL
  SELECT f.store_id, f.currency, f.since, f.sign,
    json_object('kind', 'not_registered', 'net_minor', f.net_minor, 'taxes', json('[]'))
  FROM found f WHERE f.tax_rows = '[]' AND f.net_minor <> 0
), parts AS (
  SELECT l.store_id, l.currency, l.since, l.sign, l.row_of, t.value AS tax_of
  FROM listed l, json_each(l.row_of, '$.taxes') AS t
  UNION ALL
  SELECT l.store_id, l.currency, l.since, l.sign, l.row_of, NULL
  FROM listed l WHERE json_array_length(l.row_of, '$.taxes') = 0
)
INSERT INTO tax_days (store_id, day, currency, country, region, kind, scheme, tax, rate_ppm,
    rate_type, corrects, net_minor, tax_minor, entries)
  SELECT p.store_id, p.since / 86400000 AS day, p.currency,
    COALESCE(json_extract(p.row_of, '$.country'), '') AS country,
    COALESCE(json_extract(p.row_of, '$.region'), '') AS region,
    json_extract(p.row_of, '$.kind') AS kind,
    COALESCE(json_extract(p.row_of, '$.scheme'), '') AS scheme,
    COALESCE(json_extract(p.tax_of, '$.tax'), '') AS tax,
    COALESCE(json_extract(p.tax_of, '$.rate_ppm'), 0) AS rate_ppm,
    COALESCE(json_extract(p.tax_of, '$.rate_type'), '') AS rate_type,
    COALESCE(json_extract(p.row_of, '$.corrects'), '') AS corrects,
    SUM(p.sign * json_extract(p.row_of, '$.net_minor')),
    SUM(p.sign * COALESCE(json_extract(p.tax_of, '$.tax_minor'), 0)),
    COUNT(*)
  FROM parts p
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
