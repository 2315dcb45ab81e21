-- What was sold, refunded and lost before.
WITH found AS (
  SELECT store_id, currency, settled_at AS since, tax_rows,
    CASE type WHEN 'refund' THEN -1 ELSE 1 END AS sign,
    CASE type WHEN 'refund' THEN COALESCE(CAST(CAST(effect AS jsonb) ->> 'rest_minor' AS bigint),
        total_minor - COALESCE(CAST(CAST(effect AS jsonb) ->> 'credit_minor' AS bigint), 0)
          - COALESCE(CAST(CAST(effect AS jsonb) ->> 'debt_minor' AS bigint), 0))
      ELSE total_minor - balance_change_minor - tax_minor END AS net_minor
  FROM transactions WHERE status NOT IN ('pending', 'declined', 'failed')
  UNION ALL
  SELECT store_id, currency, closed_at, tax_rows, -1, rest_minor
  FROM disputes WHERE status <> 'opened'
), listed AS (
  SELECT f.store_id, f.currency, f.since, f.sign, r.value AS row_of
  FROM found f, jsonb_array_elements(CAST(f.tax_rows AS jsonb)) AS r(value)
  UNION ALL
  SELECT f.store_id, f.currency, f.since, f.sign,
    jsonb_build_object('kind', 'not_registered', 'net_minor', f.net_minor,
      'taxes', CAST('[]' AS jsonb))
  FROM found f WHERE f.tax_rows = '[]' AND f.net_minor <> 0
), parts AS (
  SELECT l.store_id, l.currency, l.since, l.sign, l.row_of, t.value AS tax_of
  FROM listed l, jsonb_array_elements(l.row_of -> 'taxes') AS t(value)
  UNION ALL
  SELECT l.store_id, l.currency, l.since, l.sign, l.row_of, CAST(NULL AS jsonb)
  FROM listed l WHERE jsonb_array_length(l.row_of -> 'taxes') = 0
)
INSERT INTO tax_days (store_id, day, currency, country, region, kind, scheme, tax, rate_ppm,
    rate_type, corrects, net_minor, tax_minor, entries)
  SELECT p.store_id, p.since / 86400000 AS day, p.currency,
    COALESCE(p.row_of ->> 'country', '') AS country,
    COALESCE(p.row_of ->> 'region', '') AS region,
    p.row_of ->> 'kind' AS kind,
    COALESCE(p.row_of ->> 'scheme', '') AS scheme,
    COALESCE(p.tax_of ->> 'tax', '') AS tax,
    COALESCE(CAST(p.tax_of ->> 'rate_ppm' AS bigint), 0) AS rate_ppm,
    COALESCE(p.tax_of ->> 'rate_type', '') AS rate_type,
    COALESCE(p.row_of ->> 'corrects', '') AS corrects,
    SUM(p.sign * CAST(p.row_of ->> 'net_minor' AS bigint)),
    SUM(p.sign * COALESCE(CAST(p.tax_of ->> 'tax_minor' AS bigint), 0)),
    COUNT(*)
  FROM parts p
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
