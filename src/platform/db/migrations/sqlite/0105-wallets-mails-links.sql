-- On which host wallets are shown, as far as the provider has said, as JSON; and why they are not.
ALTER TABLE provider_connections ADD COLUMN wallets text;

-- 1: the card was typed into the provider's fields on our page, and its bank asks the customer.
ALTER TABLE card_updates ADD COLUMN in_fields INTEGER NOT NULL DEFAULT 0;

-- Whether the mail server has taken mails that are deleted by now. Null: none of them.
ALTER TABLE stores ADD COLUMN mail_taken_at INTEGER;

-- Test links were among the live ones before 0102. They are still found there, unless a live link is
-- or was at the address: 1 for those alone.
ALTER TABLE payment_link_addresses ADD COLUMN is_at_buy INTEGER NOT NULL DEFAULT 0;
UPDATE payment_link_addresses SET is_at_buy = 1
  WHERE mode = 'test' AND NOT EXISTS (
    SELECT 1 FROM payment_link_addresses live
    WHERE live.mode = 'live' AND live.address = payment_link_addresses.address);
