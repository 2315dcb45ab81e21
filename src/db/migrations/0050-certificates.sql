-- The certificate that Kassa gets for its domain by ACME. All processes of this database share it.
CREATE TABLE acme_certificates (
  domain text NOT NULL,
  -- The authority's list of addresses: with another authority, everything begins anew.
  directory text NOT NULL,
  -- Sealed. The authority knows us by it.
  account_key text NOT NULL,
  -- The chain as PEM and its sealed key; null until the first has come.
  certificate text,
  certificate_key text,
  -- One process orders at a time.
  claimed_by text,
  claimed_until bigint NOT NULL,
  -- When the next order may begin: to renew, or to try again.
  next_order_at bigint NOT NULL,
  -- Orders without a certificate since the last one that brought one; the running one is among them.
  failures bigint NOT NULL CHECK (failures >= 0),
  problem text,
  -- What the authority is shown while it looks, by every process: {"kind","token","answer"}.
  challenge text,
  PRIMARY KEY (domain, directory)
);
