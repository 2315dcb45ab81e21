-- Those who sign in to the dashboard. They belong to the installation; the rest of it to a store.
CREATE TABLE people (
  person_id text NOT NULL PRIMARY KEY,
  email text NOT NULL,
  email_folded text NOT NULL UNIQUE,
  name text NOT NULL,
  -- An owner may do everything, in every store.
  is_owner bigint NOT NULL CHECK (is_owner IN (0, 1)),
  created_at bigint NOT NULL
);

-- What somebody who is not an owner may do in a store.
CREATE TABLE members (
  store_id text NOT NULL REFERENCES stores (store_id),
  person_id text NOT NULL REFERENCES people (person_id),
  role text NOT NULL CHECK (role IN ('admin', 'support', 'viewer')),
  -- The most that support may refund of one payment, in whole units of its currency.
  refund_max bigint CHECK (refund_max >= 0),
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, person_id)
);
CREATE INDEX members_by_person ON members (person_id);

-- A browser in which somebody is signed in, by a hash of the secret in its cookie.
CREATE TABLE seats (
  token_hash text NOT NULL PRIMARY KEY,
  person_id text NOT NULL REFERENCES people (person_id),
  address text NOT NULL,
  browser text NOT NULL,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  -- When this person last proved who they are, as keys, team and provider settings ask for.
  confirmed_at bigint NOT NULL
);
CREATE INDEX seats_by_person ON seats (person_id);
