-- Whether the customer has typed the address themselves, at the checkout or in the portal: it may be
-- somebody else's, so what guests buy with it does not go to this customer. Where it came from is
-- not known of the customers before this.
ALTER TABLE customers ADD COLUMN email_is_typed bigint NOT NULL DEFAULT 1
  CHECK (email_is_typed IN (0, 1));
