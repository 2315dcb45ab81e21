-- How somebody signs in. The password is a hash that tells its own settings; the secret of the
-- authenticator app is sealed, and of its codes the one that was used last is known.
ALTER TABLE people ADD COLUMN password_hash text;
ALTER TABLE people ADD COLUMN totp_secret text;
ALTER TABLE people ADD COLUMN totp_last_step bigint NOT NULL DEFAULT 0;

CREATE TABLE passkeys (
  credential_id text NOT NULL PRIMARY KEY,
  person_id text NOT NULL REFERENCES people (person_id),
  name text NOT NULL,
  -- By its number in COSE, and the key as SPKI.
  algorithm bigint NOT NULL,
  spki text NOT NULL,
  sign_count bigint NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint
);
CREATE INDEX passkeys_by_person ON passkeys (person_id);

-- A used code is not deleted, so that somebody sees how many are left of ten.
CREATE TABLE recovery_codes (
  person_id text NOT NULL REFERENCES people (person_id),
  code_hash text NOT NULL,
  used_at bigint,
  PRIMARY KEY (person_id, code_hash)
);

-- Browsers in which somebody has signed in before: wrong passwords of strangers do not hold them up.
CREATE TABLE known_devices (
  person_id text NOT NULL REFERENCES people (person_id),
  device_hash text NOT NULL,
  last_used_at bigint NOT NULL,
  PRIMARY KEY (person_id, device_hash)
);
CREATE INDEX known_devices_by_use ON known_devices (last_used_at);

-- Wrong passwords and codes in a row, of an account, a browser or an address.
CREATE TABLE sign_in_failures (
  counted text NOT NULL PRIMARY KEY,
  failures bigint NOT NULL,
  failed_at bigint NOT NULL
);
CREATE INDEX sign_in_failures_by_time ON sign_in_failures (failed_at);

-- Challenges that a passkey has answered: each counts once.
CREATE TABLE used_challenges (
  challenge_hash text NOT NULL PRIMARY KEY,
  expires_at bigint NOT NULL
);
CREATE INDEX used_challenges_by_end ON used_challenges (expires_at);

-- The link that the server prints: it makes the first owner, or lets an owner in who has lost
-- everything else. There is one at a time.
CREATE TABLE owner_links (
  kind text NOT NULL PRIMARY KEY CHECK (kind IN ('setup', 'recovery')),
  token_hash text NOT NULL,
  person_id text REFERENCES people (person_id),
  expires_at bigint NOT NULL,
  CHECK ((kind = 'recovery') = (person_id IS NOT NULL))
);

CREATE TABLE invitations (
  store_id text NOT NULL REFERENCES stores (store_id),
  invitation_id text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  email text NOT NULL,
  email_folded text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'support', 'viewer')),
  refund_max bigint CHECK (refund_max >= 0),
  -- Who has made it, in words; the person may be gone by now.
  invited_by text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (store_id, invitation_id),
  UNIQUE (store_id, email_folded)
);
CREATE INDEX invitations_by_end ON invitations (expires_at);
