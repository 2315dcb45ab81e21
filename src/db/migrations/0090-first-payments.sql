-- `coupon_purchases` counted the beginning of a trial with a code, which is no payment, and not the
-- first payment after it: counted again.
UPDATE sales_days SET coupon_purchases = 0 WHERE coupon_purchases > 0;

UPDATE sales_days SET coupon_purchases = f.firsts
FROM (
  SELECT w.store_id, w.product_id, w.currency, w.day, COUNT(*) AS firsts
  FROM (
    SELECT t.store_id, p.product_id, t.currency, t.settled_at / 86400000 AS day
    FROM transactions t
    JOIN (
      SELECT store_id, product_id, product_id AS of_product FROM products
      UNION ALL SELECT store_id, '', product_id FROM products
    ) AS p ON p.store_id = t.store_id AND p.of_product = t.product_id
    WHERE t.settled_at IS NOT NULL AND t.type <> 'refund' AND t.status <> 'declined'
      AND (
        t.discount_id IS NOT NULL AND (t.type = 'purchase' OR t.subtotal_minor > 0)
        OR t.discount_minor > 0 AND t.type IN ('renewal', 'plan_change') AND NOT EXISTS (
          SELECT 1 FROM transactions o
          WHERE o.store_id = t.store_id AND o.subscription_id = t.subscription_id
            AND o.transaction_id < t.transaction_id AND o.type <> 'refund'
            AND o.status NOT IN ('pending', 'declined') AND o.subtotal_minor > 0
        )
      )
  ) AS w
  GROUP BY w.store_id, w.product_id, w.currency, w.day
) AS f
WHERE sales_days.store_id = f.store_id AND sales_days.product_id = f.product_id
  AND sales_days.currency = f.currency AND sales_days.day = f.day;
