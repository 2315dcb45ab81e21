UPDATE payment_methods SET expiry_notice_at = 1000 * (extract(epoch FROM
  make_timestamptz(exp_year::int, exp_month::int, 1, 0, 0, 0, 'UTC') AT TIME ZONE 'UTC'
  + interval '1 month')::bigint - 30 * 86400)
WHERE exp_year BETWEEN 2000 AND 9998 AND exp_month BETWEEN 1 AND 12;
