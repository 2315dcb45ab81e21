-- The taxes of a store, kept up by the transactions that change them, so that a tax report costs
-- the same however much was sold. A row is a day in UTC by the store's clock (days since 1970), a
-- currency and a tax: '' and a rate of 0 where there is none. corrects: the day of the sale that is
-- taken back, 2026-11-16. entries: the payments, refunds and disputes that the sums are of.
CREATE TABLE tax_days (
  store_id text NOT NULL,
  day bigint NOT NULL,
  currency text NOT NULL,
  country text NOT NULL,
  region text NOT NULL,
  kind text NOT NULL,
  scheme text NOT NULL,
  tax text NOT NULL,
  rate_ppm bigint NOT NULL,
  rate_type text NOT NULL,
  corrects text NOT NULL,
  net_minor bigint NOT NULL DEFAULT 0,
  tax_minor bigint NOT NULL DEFAULT 0,
  entries bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, day, currency, country, region, kind, scheme, tax, rate_ppm, rate_type,
    corrects)
);
