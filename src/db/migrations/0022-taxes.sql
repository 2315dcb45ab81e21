-- What a store says about its taxes (TaxSettings), its invoices and its mails, as JSON: only what
-- differs from the defaults.
ALTER TABLE stores ADD COLUMN tax_settings text NOT NULL DEFAULT '{}';
ALTER TABLE stores ADD COLUMN invoice_settings text NOT NULL DEFAULT '{}';
ALTER TABLE stores ADD COLUMN mail_settings text NOT NULL DEFAULT '{}';

-- The store's own rates. Days are texts such as 2026-11-16.
CREATE TABLE tax_rates (
  store_id text NOT NULL,
  tax_rate_id text NOT NULL,
  country text NOT NULL,
  region text,
  tax_category text CHECK (tax_category IN ('digital', 'ebook')),
  tax text NOT NULL,
  rate_ppm bigint NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000),
  valid_from text NOT NULL,
  valid_until text,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, tax_rate_id)
);

-- Null: as the store says.
ALTER TABLE products ADD COLUMN tax_behavior text
  CHECK (tax_behavior IN ('inclusive', 'exclusive'));
ALTER TABLE products ADD COLUMN tax_category text NOT NULL DEFAULT 'digital'
  CHECK (tax_category IN ('digital', 'ebook', 'exempt'));

-- What is known about a customer's tax number (KnownTaxNumber), as JSON, and when VIES is to be
-- asked about it; null: not at all.
ALTER TABLE customer_billings ADD COLUMN tax_number text;
ALTER TABLE customer_billings ADD COLUMN vies_due_at bigint;
CREATE INDEX customer_billings_vies ON customer_billings (vies_due_at)
  WHERE vies_due_at IS NOT NULL;

-- How the price is stated, which tax was decided on (TaxDecision) and what it comes to (TaxRow[]),
-- as JSON. Null: not decided yet.
ALTER TABLE checkouts ADD COLUMN includes_tax bigint NOT NULL DEFAULT 1
  CHECK (includes_tax IN (0, 1));
ALTER TABLE checkouts ADD COLUMN tax_category text NOT NULL DEFAULT 'digital';
ALTER TABLE checkouts ADD COLUMN tax_decision text;
ALTER TABLE checkouts ADD COLUMN tax_rows text NOT NULL DEFAULT '[]';

-- The tax of a payment or refund (TaxRow[]), and where the buyer was (TaxEvidence), as JSON.
ALTER TABLE transactions ADD COLUMN tax_rows text NOT NULL DEFAULT '[]';
ALTER TABLE transactions ADD COLUMN tax_evidence text;

-- For get-tax-report, which reads what was settled in a period.
CREATE INDEX transactions_settled ON transactions (store_id, settled_at, transaction_id)
  WHERE settled_at IS NOT NULL;
CREATE INDEX disputes_ended ON disputes (store_id, closed_at, transaction_id, reference)
  WHERE status <> 'opened';

-- Where a card was issued, as far as the provider has told: the second piece of evidence.
ALTER TABLE payment_methods ADD COLUMN card_country text;
ALTER TABLE transactions ADD COLUMN card_country text;

-- The tax in what a dispute takes back (TaxRow[]), as JSON.
ALTER TABLE disputes ADD COLUMN tax_rows text NOT NULL DEFAULT '[]';

-- The plan's way of stating its price, and the tax that the rest of the current period was paid
-- with: CoveredTax, as JSON.
ALTER TABLE subscriptions ADD COLUMN includes_tax bigint NOT NULL DEFAULT 1
  CHECK (includes_tax IN (0, 1));
ALTER TABLE subscriptions ADD COLUMN tax_category text NOT NULL DEFAULT 'digital';
ALTER TABLE subscriptions ADD COLUMN covered_tax text;
