CREATE INDEX products_by_price ON products (store_id, currency, price_minor, product_id);
