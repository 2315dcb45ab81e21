-- The plans that a customer may change to in the portal, however many products the shop has.
CREATE INDEX products_by_tier ON products (store_id, currency, tier, price_minor, product_id)
  WHERE tier IS NOT NULL AND status = 'active' AND billing_type = 'recurring';
