-- What a refund and a lost dispute have given back beyond the payment: the customer owes it.
ALTER TABLE disputes ADD COLUMN excess_minor bigint NOT NULL DEFAULT 0;
