-- Where sales came from: the country of the buyer, the discount code and the payment link, kept with
-- each payment as they were. '' where there is none, or nobody knows.
ALTER TABLE transactions ADD COLUMN sold_country text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE transactions ADD COLUMN sold_code text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE transactions ADD COLUMN sold_link text COLLATE "C" NOT NULL DEFAULT '';
UPDATE transactions SET
  sold_country = COALESCE(tax_evidence::json ->> 'billing_country', card_country, ''),
  sold_code = COALESCE(discount_id, ''),
  sold_link = CASE WHEN type IN ('purchase', 'subscription_start') THEN COALESCE(
    (SELECT c.payment_link_id FROM checkouts c WHERE c.store_id = transactions.store_id
      AND c.checkout_session_id = transactions.checkout_session_id), '') ELSE '' END
  WHERE type <> 'refund' AND status <> 'declined';
UPDATE transactions SET sold_country = o.sold_country, sold_code = o.sold_code, sold_link = o.sold_link
  FROM transactions o
  WHERE transactions.type = 'refund' AND o.store_id = transactions.store_id
    AND o.transaction_id = transactions.refunded_transaction_id;

-- What was sold on a day, in a currency, by where it came from. `dimension` says what `origin` is: a
-- product, a country, a code or a link. product_id: of that product alone, or ('') of all together.
CREATE TABLE sales_origin_days (
  store_id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  dimension text COLLATE "C" NOT NULL CHECK (dimension = 'product' OR dimension = 'country' OR dimension = 'code'
    OR dimension = 'link'),
  day bigint NOT NULL,
  origin text COLLATE "C" NOT NULL,
  gross_minor bigint NOT NULL DEFAULT 0,
  refunded_minor bigint NOT NULL DEFAULT 0,
  disputed_minor bigint NOT NULL DEFAULT 0,
  payments bigint NOT NULL DEFAULT 0,
  refunds bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, product_id, currency, dimension, day, origin)
);

-- What a customer has bought in a currency, since the first payment. `net_minor`: without what went
-- back by refunds and disputes.
CREATE TABLE customer_sales (
  store_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  gross_minor bigint NOT NULL DEFAULT 0,
  refunded_minor bigint NOT NULL DEFAULT 0,
  disputed_minor bigint NOT NULL DEFAULT 0,
  net_minor bigint NOT NULL DEFAULT 0,
  payments bigint NOT NULL DEFAULT 0,
  refunds bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, customer_id, currency)
);
CREATE INDEX customer_sales_best ON customer_sales (store_id, currency, net_minor, customer_id);

-- What each movement of money adds, as the program counts it (salesOfEntry).
CREATE TABLE moved (
  store_id text COLLATE "C", product_id text COLLATE "C", customer_id text COLLATE "C", currency text COLLATE "C", day bigint,
  sold_country text COLLATE "C", sold_code text COLLATE "C", sold_link text COLLATE "C",
  gross_minor bigint, refunded_minor bigint, disputed_minor bigint, payments bigint, refunds bigint
);
INSERT INTO moved
  SELECT t.store_id, t.product_id, t.customer_id, e.currency, e.created_at / 86400000,
    t.sold_country, t.sold_code, t.sold_link,
    SUM(CASE
      WHEN e.debit_account = 'gateway' AND e.credit_account IN ('sales') THEN e.amount_minor
      WHEN e.credit_account = 'gateway' AND e.debit_account IN ('sales') THEN -(e.amount_minor) ELSE 0 END),
    SUM(CASE WHEN t.type = 'refund' THEN -(CASE
      WHEN e.debit_account = 'gateway' AND e.credit_account IN ('refunds') THEN e.amount_minor
      WHEN e.credit_account = 'gateway' AND e.debit_account IN ('refunds') THEN -(e.amount_minor) ELSE 0 END) ELSE 0 END),
    SUM(CASE WHEN t.type <> 'refund' THEN -(CASE
      WHEN e.debit_account = 'gateway' AND e.credit_account IN ('refunds', 'disputes') THEN e.amount_minor
      WHEN e.credit_account = 'gateway' AND e.debit_account IN ('refunds', 'disputes') THEN -(e.amount_minor) ELSE 0 END) ELSE 0 END),
    SUM(CASE
      WHEN e.debit_account = 'gateway' AND e.credit_account IN ('sales') THEN 1
      WHEN e.credit_account = 'gateway' AND e.debit_account IN ('sales') THEN -(1) ELSE 0 END),
    SUM(CASE WHEN t.type = 'refund' THEN -(CASE
      WHEN e.debit_account = 'gateway' AND e.credit_account IN ('refunds') THEN 1
      WHEN e.credit_account = 'gateway' AND e.debit_account IN ('refunds') THEN -(1) ELSE 0 END) ELSE 0 END)
  FROM ledger_entries e JOIN transactions t
    ON t.store_id = e.store_id AND t.transaction_id = e.transaction_id
  WHERE e.debit_account = 'gateway' OR e.credit_account = 'gateway'
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
DELETE FROM moved WHERE gross_minor = 0 AND refunded_minor = 0 AND disputed_minor = 0
  AND payments = 0 AND refunds = 0;
INSERT INTO sales_origin_days
  SELECT store_id, '', currency, 'product', day, product_id, SUM(gross_minor), SUM(refunded_minor), SUM(disputed_minor), SUM(payments), SUM(refunds)
  FROM moved GROUP BY store_id, currency, day, product_id;
INSERT INTO sales_origin_days
  SELECT store_id, '', currency, 'country', day, sold_country, SUM(gross_minor), SUM(refunded_minor), SUM(disputed_minor), SUM(payments), SUM(refunds)
  FROM moved GROUP BY store_id, currency, day, sold_country;
INSERT INTO sales_origin_days
  SELECT store_id, product_id, currency, 'country', day, sold_country, SUM(gross_minor), SUM(refunded_minor), SUM(disputed_minor), SUM(payments), SUM(refunds)
  FROM moved GROUP BY store_id, product_id, currency, day, sold_country;
INSERT INTO sales_origin_days
  SELECT store_id, '', currency, 'code', day, sold_code, SUM(gross_minor), SUM(refunded_minor), SUM(disputed_minor), SUM(payments), SUM(refunds)
  FROM moved WHERE sold_code <> '' GROUP BY store_id, currency, day, sold_code;
INSERT INTO sales_origin_days
  SELECT store_id, product_id, currency, 'code', day, sold_code, SUM(gross_minor), SUM(refunded_minor), SUM(disputed_minor), SUM(payments), SUM(refunds)
  FROM moved WHERE sold_code <> '' GROUP BY store_id, product_id, currency, day, sold_code;
INSERT INTO sales_origin_days
  SELECT store_id, '', currency, 'link', day, sold_link, SUM(gross_minor), SUM(refunded_minor), SUM(disputed_minor), SUM(payments), SUM(refunds)
  FROM moved WHERE sold_link <> '' GROUP BY store_id, currency, day, sold_link;
INSERT INTO sales_origin_days
  SELECT store_id, product_id, currency, 'link', day, sold_link, SUM(gross_minor), SUM(refunded_minor), SUM(disputed_minor), SUM(payments), SUM(refunds)
  FROM moved WHERE sold_link <> '' GROUP BY store_id, product_id, currency, day, sold_link;
INSERT INTO customer_sales
  SELECT store_id, customer_id, currency, SUM(gross_minor), SUM(refunded_minor),
    SUM(disputed_minor), SUM(gross_minor - refunded_minor - disputed_minor), SUM(payments),
    SUM(refunds)
  FROM moved GROUP BY store_id, customer_id, currency;
DROP TABLE moved;
