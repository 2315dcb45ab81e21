UPDATE payment_methods SET expiry_notice_at = 1000 *
  (unixepoch(printf('%04d-%02d-01', exp_year, exp_month), '+1 month') - 30 * 86400)
WHERE exp_year BETWEEN 2000 AND 9998 AND exp_month BETWEEN 1 AND 12;
