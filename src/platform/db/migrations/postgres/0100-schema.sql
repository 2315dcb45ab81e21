-- The tables of Kassa on PostgreSQL, by feature: those of the installation, then those of each
-- store. Numbered migrations go on from here (decision 113).
-- Instants are milliseconds since 1970, amounts minor units, JSON is text, a boolean is 0 or 1.
-- Texts are compared by their bytes, as on SQLite: each text column says COLLATE "C" (decision 79).

-- ====== The database itself

-- A migration that was applied, with the SHA-256 of what it said: one that is changed is refused.
CREATE TABLE migrations (
  number bigint NOT NULL PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  applied_at bigint NOT NULL,
  checksum text COLLATE "C"
);

-- A move between databases (`kassa move`) that this one took part in. Nobody works in a database
-- that is being filled, or whose records live elsewhere by now.
CREATE TABLE moves (
  move_id text COLLATE "C" NOT NULL PRIMARY KEY,
  role text COLLATE "C" NOT NULL CHECK (role IN ('source', 'target')),
  -- The other database, in words.
  other text COLLATE "C" NOT NULL,
  started_at bigint NOT NULL,
  finished_at bigint
);

-- A backup that was made of the whole installation. Only that: the copy is elsewhere.
CREATE TABLE backups (
  made_at bigint NOT NULL PRIMARY KEY,
  -- Somebody with `kassa backup`, the schedule of the service, or another program, in which case it
  -- was only noted.
  made_by text COLLATE "C" NOT NULL DEFAULT 'command'
    CHECK (made_by IN ('command', 'schedule', 'noted')),
  -- Where it was put, in the words of whoever made it.
  place text COLLATE "C" NOT NULL,
  bytes bigint CHECK (bytes >= 0)
);

-- One row, of no store: which process makes the scheduled backup now, and how the last try ended.
CREATE TABLE backup_schedule (
  store_id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (store_id = ''),
  claimed_until bigint NOT NULL,
  claimed_by text COLLATE "C" NOT NULL,
  tried_at bigint NOT NULL,
  -- Why there is no backup of the last try; null when there is one.
  problem text COLLATE "C"
);
INSERT INTO backup_schedule (store_id, claimed_until, claimed_by, tried_at) VALUES ('', 0, '', 0);

-- A job that has failed at every run for a while, in a process that still says so. A process that
-- has ended says nothing any more, so its rows count until `valid_until`.
CREATE TABLE failing_jobs (
  process text COLLATE "C" NOT NULL,
  job text COLLATE "C" NOT NULL,
  failing_since bigint NOT NULL,
  failed_at bigint NOT NULL,
  valid_until bigint NOT NULL,
  problem text COLLATE "C" NOT NULL,
  PRIMARY KEY (process, job)
);

-- A certificate that Kassa gets for its domain by ACME. All processes of this database share it.
CREATE TABLE acme_certificates (
  domain text COLLATE "C" NOT NULL,
  -- The authority's list of addresses: with another authority, everything begins anew.
  directory text COLLATE "C" NOT NULL,
  -- Sealed. The authority knows us by it.
  account_key text COLLATE "C" NOT NULL,
  -- The chain as PEM and its sealed key; null until the first has come.
  certificate text COLLATE "C",
  certificate_key text COLLATE "C",
  -- One process orders at a time.
  claimed_by text COLLATE "C",
  claimed_until bigint NOT NULL,
  -- When the next order may begin: to renew, or to try again.
  next_order_at bigint NOT NULL,
  -- Orders without a certificate since the last one that brought one; the running one is among
  -- them.
  failures bigint NOT NULL CHECK (failures >= 0),
  problem text COLLATE "C",
  -- What the authority is shown while it looks, by every process: {"kind","token","answer"}.
  challenge text COLLATE "C",
  PRIMARY KEY (domain, directory)
);

-- A key that certificates of licenses are signed with; the newest signs, all of them are published.
CREATE TABLE signing_keys (
  key_id text COLLATE "C" PRIMARY KEY,
  public_key text COLLATE "C" NOT NULL,
  sealed_private_key text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL
);

-- ====== People who sign in to the dashboard

-- Somebody who signs in. People belong to the installation.
CREATE TABLE people (
  person_id text COLLATE "C" NOT NULL PRIMARY KEY,
  email text COLLATE "C" NOT NULL,
  email_folded text COLLATE "C" NOT NULL UNIQUE,
  name text COLLATE "C" NOT NULL,
  -- An owner may do everything, in every store.
  is_owner bigint NOT NULL CHECK (is_owner IN (0, 1)),
  -- A hash that tells its own settings.
  password_hash text COLLATE "C",
  -- Of the authenticator app: its sealed secret, and the code that was used last.
  totp_secret text COLLATE "C",
  totp_last_step bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL
);

-- A passkey of a person.
CREATE TABLE passkeys (
  credential_id text COLLATE "C" NOT NULL PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL REFERENCES people (person_id),
  name text COLLATE "C" NOT NULL,
  -- By its number in COSE, and the key as SPKI.
  algorithm bigint NOT NULL,
  spki text COLLATE "C" NOT NULL,
  sign_count bigint NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint
);
CREATE INDEX passkeys_by_person ON passkeys (person_id);

-- A recovery code. A used one is not deleted, so that somebody sees how many are left of ten.
CREATE TABLE recovery_codes (
  person_id text COLLATE "C" NOT NULL REFERENCES people (person_id),
  code_hash text COLLATE "C" NOT NULL,
  used_at bigint,
  PRIMARY KEY (person_id, code_hash)
);

-- A browser in which somebody is signed in, by a hash of the secret in its cookie.
CREATE TABLE seats (
  token_hash text COLLATE "C" NOT NULL PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL REFERENCES people (person_id),
  address text COLLATE "C" NOT NULL,
  browser text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  -- When this person last proved who they are, as keys, team and provider settings ask for.
  confirmed_at bigint NOT NULL
);
CREATE INDEX seats_by_person ON seats (person_id);

-- A browser in which somebody has signed in before: wrong passwords of strangers do not hold it up.
CREATE TABLE known_devices (
  person_id text COLLATE "C" NOT NULL REFERENCES people (person_id),
  device_hash text COLLATE "C" NOT NULL,
  last_used_at bigint NOT NULL,
  PRIMARY KEY (person_id, device_hash)
);
CREATE INDEX known_devices_by_use ON known_devices (last_used_at);

-- Wrong passwords and codes in a row, of an account, a browser or an address.
CREATE TABLE sign_in_failures (
  counted text COLLATE "C" NOT NULL PRIMARY KEY,
  failures bigint NOT NULL,
  failed_at bigint NOT NULL
);
CREATE INDEX sign_in_failures_by_time ON sign_in_failures (failed_at);

-- A challenge that a passkey has answered: each counts once.
CREATE TABLE used_challenges (
  challenge_hash text COLLATE "C" NOT NULL PRIMARY KEY,
  expires_at bigint NOT NULL
);
CREATE INDEX used_challenges_by_end ON used_challenges (expires_at);

-- A link that the server prints: it makes the first owner, or lets an owner in who has lost
-- everything else. There is one of each kind at a time.
CREATE TABLE owner_links (
  kind text COLLATE "C" NOT NULL PRIMARY KEY CHECK (kind IN ('setup', 'recovery')),
  token_hash text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" REFERENCES people (person_id),
  expires_at bigint NOT NULL,
  CHECK ((kind = 'recovery') = (person_id IS NOT NULL))
);

-- ====== Stores

-- A store of a seller, to test or to sell.
CREATE TABLE stores (
  store_id text COLLATE "C" NOT NULL PRIMARY KEY,
  number bigint NOT NULL UNIQUE,
  name text COLLATE "C" NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('test', 'live')),
  -- Who takes its payments. Without a name: the test gateway in a test store, nobody in a live one.
  provider text COLLATE "C",
  -- What it says about itself (StoreSettings), its taxes, invoices and mails, and how it shows
  -- itself to buyers, as JSON: only what differs from the defaults.
  settings text COLLATE "C" NOT NULL DEFAULT '{}',
  tax_settings text COLLATE "C" NOT NULL DEFAULT '{}',
  invoice_settings text COLLATE "C" NOT NULL DEFAULT '{}',
  mail_settings text COLLATE "C" NOT NULL DEFAULT '{}',
  brand text COLLATE "C" NOT NULL DEFAULT '{}',
  -- The clock of a test store, and the move that one process makes at a time.
  clock_ahead_ms bigint NOT NULL DEFAULT 0 CHECK (clock_ahead_ms >= 0),
  clock_claimed_until bigint NOT NULL DEFAULT 0,
  clock_claimed_by text COLLATE "C",
  clock_move text COLLATE "C",
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL DEFAULT 0,
  CHECK (mode = 'test' OR clock_ahead_ms = 0)
);

-- A picture that a store has uploaded, by a hash of what is in it: a file never changes.
CREATE TABLE store_files (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  file_name text COLLATE "C" NOT NULL,
  -- In base64.
  bytes text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, file_name)
);

-- What somebody who is not an owner may do in a store.
CREATE TABLE members (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  person_id text COLLATE "C" NOT NULL REFERENCES people (person_id),
  role text COLLATE "C" NOT NULL CHECK (role IN ('admin', 'support', 'viewer')),
  -- The most that support may refund of one payment, in whole units of its currency.
  refund_max bigint CHECK (refund_max >= 0),
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, person_id)
);
CREATE INDEX members_by_person ON members (person_id);

-- Somebody who was asked to join the team of a store, until they do.
CREATE TABLE invitations (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  invitation_id text COLLATE "C" NOT NULL,
  token_hash text COLLATE "C" NOT NULL UNIQUE,
  email text COLLATE "C" NOT NULL,
  email_folded text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'admin', 'support', 'viewer')),
  refund_max bigint CHECK (refund_max >= 0),
  -- Who has made it, in words; the person may be gone by now.
  invited_by text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (store_id, invitation_id),
  UNIQUE (store_id, email_folded)
);
CREATE INDEX invitations_by_end ON invitations (expires_at);

-- A key with which a program uses the API of a store.
CREATE TABLE api_keys (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  key_id text COLLATE "C" NOT NULL,
  -- What it is for, in the seller's words.
  name text COLLATE "C" NOT NULL DEFAULT '',
  key_hash text COLLATE "C" NOT NULL UNIQUE,
  hint text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL CHECK (scope IN ('full', 'read', 'license')),
  created_at bigint NOT NULL,
  -- The day (its first instant, in UTC) of its last use.
  last_used_on bigint,
  expires_at bigint,
  revoked_at bigint,
  PRIMARY KEY (store_id, key_id)
);

-- A request that a program may repeat, and what it was answered.
CREATE TABLE idempotency_keys (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  idempotency_key text COLLATE "C" NOT NULL,
  request_hash text COLLATE "C" NOT NULL,
  status bigint,
  body text COLLATE "C",
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, idempotency_key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- The whole number of a record, for programs that know no other identifiers (decision 58). It is
-- given once, and never to another record of any store.
CREATE TABLE record_numbers (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('product', 'customer', 'transaction', 'license')),
  record_id text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  PRIMARY KEY (store_id, kind, record_id)
);
CREATE UNIQUE INDEX record_numbers_once ON record_numbers (number);

-- ====== Search

-- The words of a record, by which it is found. The column has the name of the table, as on SQLite,
-- so that one statement serves both engines.
CREATE TABLE search_texts (
  rowid bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  record_id text COLLATE "C" NOT NULL,
  search_texts tsvector NOT NULL
);
CREATE INDEX search_texts_words ON search_texts USING gin (search_texts);

-- ====== Events and the audit log

-- How many events and entries of the audit log a store has, and the hash of its last entry: locked
-- at the end of a transaction.
CREATE TABLE event_counters (
  store_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES stores (store_id),
  last_sequence bigint NOT NULL,
  audit_sequence bigint NOT NULL DEFAULT 0,
  audit_hash text COLLATE "C" NOT NULL DEFAULT '',
  -- Events up to this one are older than the log.
  audited_after bigint NOT NULL DEFAULT 0
);

-- Something that happened in a store, with the record as it was then, as JSON.
CREATE TABLE events (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  sequence bigint NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  data text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  -- Whose event it is, where its record belongs to a customer.
  customer_id text COLLATE "C",
  PRIMARY KEY (store_id, sequence)
);
CREATE INDEX events_of_customer ON events (store_id, customer_id, sequence)
  WHERE customer_id IS NOT NULL;

-- Numbers of events that a restore left out: the events after the backup had them, and whoever has
-- read those must not take the next ones for known.
CREATE TABLE event_leaps (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  after_sequence bigint NOT NULL CHECK (after_sequence >= 0),
  next_sequence bigint NOT NULL CHECK (next_sequence > after_sequence + 1),
  PRIMARY KEY (store_id, after_sequence)
);

-- Who changed what, when and from where. The hash of an entry is made of all of it, of the events
-- that it names and of the hash of the entry before it. Entries do not change.
CREATE TABLE audit_entries (
  -- Empty: of the whole installation, such as its people and signing keys.
  store_id text COLLATE "C" NOT NULL,
  -- 1, 2, 3, … without gaps.
  sequence bigint NOT NULL CHECK (sequence >= 1),
  -- By real time, also in stores whose clock is moved.
  created_at bigint NOT NULL,
  actor_kind text COLLATE "C" NOT NULL
    CHECK (actor_kind IN ('person', 'api_key', 'customer', 'job', 'command', 'provider')),
  actor_id text COLLATE "C",
  actor_address text COLLATE "C",
  action text COLLATE "C" NOT NULL,
  request_id text COLLATE "C",
  -- The record that it is mainly about.
  target text COLLATE "C",
  -- What events do not tell: fields as they were and, where there is no event, as they are, as
  -- JSON.
  changes text COLLATE "C",
  -- The events that it stored, if any.
  first_event bigint,
  last_event bigint,
  hash text COLLATE "C" NOT NULL,
  PRIMARY KEY (store_id, sequence)
);
CREATE INDEX audit_entries_by_age ON audit_entries (store_id, created_at, sequence);
CREATE INDEX audit_entries_of_target ON audit_entries (store_id, target, created_at, sequence);
CREATE INDEX audit_entries_of_actor ON audit_entries (store_id, actor_id, created_at, sequence);
CREATE FUNCTION refuse_change_of_audit_entry() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'audit entries do not change'; END $$;
CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit_entry();
CREATE TRIGGER audit_entries_remain BEFORE TRUNCATE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_entry();

-- One row, of the installation, which has no events: its number of entries and the last one's hash.
CREATE TABLE audit_heads (
  store_id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (store_id = ''),
  sequence bigint NOT NULL,
  hash text COLLATE "C" NOT NULL
);
INSERT INTO audit_heads (store_id, sequence, hash) VALUES ('', 0, '');

-- ====== Products and discounts

-- A product, paid once or as a plan of a subscription.
CREATE TABLE products (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  product_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  description text COLLATE "C" NOT NULL,
  image_url text COLLATE "C",
  status text COLLATE "C" NOT NULL CHECK (status IN ('active', 'archived')),
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  currency text COLLATE "C" NOT NULL,
  -- Whether tax is in the price. Null: as the store says.
  tax_behavior text COLLATE "C" CHECK (tax_behavior IN ('inclusive', 'exclusive')),
  tax_category text COLLATE "C" NOT NULL DEFAULT 'digital'
    CHECK (tax_category IN ('digital', 'ebook', 'exempt')),
  billing_type text COLLATE "C" NOT NULL CHECK (billing_type IN ('one_time', 'recurring')),
  billing_interval text COLLATE "C" CHECK (billing_interval IN ('day', 'week', 'month', 'year')),
  billing_interval_count bigint CHECK (billing_interval_count BETWEEN 1 AND 365),
  trial_days bigint NOT NULL CHECK (trial_days >= 0),
  tier bigint,
  license text COLLATE "C",
  metadata text COLLATE "C" NOT NULL,
  search_entry bigint NOT NULL,
  -- Another number whenever a product changes: what was made of it is remembered by it.
  revision bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, product_id),
  CHECK ((billing_type = 'recurring') = (billing_interval IS NOT NULL)),
  CHECK ((billing_type = 'recurring') = (billing_interval_count IS NOT NULL)),
  CHECK (billing_type = 'recurring' OR trial_days = 0)
);
-- The newest products are found, with their revisions, in this index alone.
CREATE INDEX products_by_status ON products (store_id, status, product_id, revision);
CREATE INDEX products_by_price ON products (store_id, currency, price_minor, product_id);
-- The plans that a customer may change to in the portal, however many products the shop has.
CREATE INDEX products_by_tier ON products (store_id, currency, tier, price_minor, product_id)
  WHERE tier IS NOT NULL AND status = 'active' AND billing_type = 'recurring';

-- A discount code, which takes off a percentage, or an amount of one currency.
CREATE TABLE discount_codes (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  discount_id text COLLATE "C" NOT NULL,
  -- What the seller calls it: `code` is what buyers type.
  name text COLLATE "C",
  code text COLLATE "C" NOT NULL,
  code_folded text COLLATE "C" NOT NULL,
  percent_bps bigint CHECK (percent_bps BETWEEN 1 AND 10000),
  amount_minor bigint CHECK (amount_minor > 0),
  currency text COLLATE "C",
  duration text COLLATE "C" NOT NULL CHECK (duration IN ('once', 'forever', 'repeating')),
  duration_months bigint CHECK (duration_months BETWEEN 1 AND 120),
  valid_from bigint,
  valid_until bigint,
  max_redemptions bigint CHECK (max_redemptions > 0),
  max_redemptions_per_customer bigint CHECK (max_redemptions_per_customer > 0),
  redemptions bigint NOT NULL DEFAULT 0 CHECK (redemptions >= 0),
  created_at bigint NOT NULL,
  deleted_at bigint,
  PRIMARY KEY (store_id, discount_id),
  CHECK (valid_until >= valid_from),
  CHECK ((percent_bps IS NULL) = (amount_minor IS NOT NULL)),
  CHECK ((amount_minor IS NULL) = (currency IS NULL)),
  CHECK (redemptions <= max_redemptions),
  CHECK ((duration = 'repeating') = (duration_months IS NOT NULL))
);
CREATE UNIQUE INDEX discount_codes_live ON discount_codes (store_id, code_folded)
  WHERE deleted_at IS NULL;

-- A product that a code is for; a code without any is for all.
CREATE TABLE discount_code_products (
  store_id text COLLATE "C" NOT NULL,
  discount_id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  PRIMARY KEY (store_id, discount_id, product_id),
  FOREIGN KEY (store_id, discount_id) REFERENCES discount_codes (store_id, discount_id),
  FOREIGN KEY (store_id, product_id) REFERENCES products (store_id, product_id)
);

-- An address of its own at which a product is sold, without a server of the seller's.
CREATE TABLE payment_links (
  store_id text COLLATE "C" NOT NULL,
  payment_link_id text COLLATE "C" NOT NULL,
  -- The last part of the address, which names no store.
  slug text COLLATE "C" NOT NULL,
  is_active bigint NOT NULL CHECK (is_active IN (0, 1)),
  product_id text COLLATE "C" NOT NULL,
  quantity bigint NOT NULL CHECK (quantity >= 1),
  -- As JSON, as create-checkout takes it; null: buyers cannot change the quantity.
  adjustable_quantity text COLLATE "C",
  coupon_code text COLLATE "C",
  -- CustomField[] as JSON.
  custom_fields text COLLATE "C" NOT NULL,
  success_url text COLLATE "C",
  cancel_url text COLLATE "C",
  redirect bigint NOT NULL CHECK (redirect IN (0, 1)),
  metadata text COLLATE "C" NOT NULL,
  max_purchases bigint CHECK (max_purchases >= 1),
  -- Sessions of this link that are processing or completed. A payment takes its place by a
  -- conditional update when it begins, and gives it back when it is declined.
  purchases bigint NOT NULL DEFAULT 0 CHECK (purchases >= 0),
  expires_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, payment_link_id),
  FOREIGN KEY (store_id, product_id) REFERENCES products (store_id, product_id)
);
CREATE UNIQUE INDEX payment_links_by_slug ON payment_links (slug);

-- ====== Customers

-- A customer of a store.
CREATE TABLE customers (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  customer_id text COLLATE "C" NOT NULL,
  email text COLLATE "C",
  email_folded text COLLATE "C",
  -- Whether the customer has typed the address themselves, at the checkout or in the portal: it may
  -- be somebody else's, so what guests buy with it does not go to this customer.
  email_is_typed bigint NOT NULL DEFAULT 1 CHECK (email_is_typed IN (0, 1)),
  name text COLLATE "C",
  country text COLLATE "C",
  -- In which language the customer is written to; null: not known.
  language text COLLATE "C",
  metadata text COLLATE "C" NOT NULL,
  search_entry bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, customer_id)
);
CREATE UNIQUE INDEX customers_by_age ON customers (store_id, search_entry);
CREATE INDEX customers_by_email ON customers (store_id, email_folded, search_entry);

-- Whom the invoices of a customer are made out to.
CREATE TABLE customer_billings (
  store_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  billing_id text COLLATE "C" NOT NULL,
  email text COLLATE "C",
  name text COLLATE "C",
  company text COLLATE "C",
  phone text COLLATE "C",
  address text COLLATE "C",
  tax_id text COLLATE "C",
  -- What is known about the tax number (KnownTaxNumber), as JSON, and when VIES is to be asked
  -- about it; null: not at all.
  tax_number text COLLATE "C",
  vies_due_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, customer_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id)
);
CREATE INDEX customer_billings_vies ON customer_billings (vies_due_at)
  WHERE vies_due_at IS NOT NULL;

-- An address by which guests have paid. Locked while one of them begins a payment, so that all who
-- type the same address take turns.
CREATE TABLE guest_addresses (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  email_folded text COLLATE "C" NOT NULL,
  PRIMARY KEY (store_id, email_folded)
);

-- A link with which a customer opens the portal.
CREATE TABLE portal_links (
  store_id text COLLATE "C" NOT NULL,
  token_hash text COLLATE "C" NOT NULL UNIQUE,
  customer_id text COLLATE "C" NOT NULL,
  return_url text COLLATE "C",
  expires_at bigint NOT NULL,
  PRIMARY KEY (store_id, token_hash),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id)
);
CREATE INDEX portal_links_by_end ON portal_links (expires_at);

-- Somebody who has asked for a link to the portal: any address that was typed, for a day.
CREATE TABLE portal_sign_ins (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  email_folded text COLLATE "C" NOT NULL,
  language text COLLATE "C",
  is_waiting bigint NOT NULL CHECK (is_waiting IN (0, 1)),
  -- Real time.
  asked_at bigint NOT NULL,
  PRIMARY KEY (store_id, email_folded)
);
CREATE INDEX portal_sign_ins_waiting ON portal_sign_ins (store_id, asked_at) WHERE is_waiting = 1;
CREATE INDEX portal_sign_ins_old ON portal_sign_ins (asked_at);

-- Credit of a customer in a currency: above 0 the shop owes it, below 0 the customer does. What a
-- payment that is under way takes of it is taken already, and given back if it is declined.
CREATE TABLE customer_balances (
  store_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  balance_minor bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, customer_id, currency),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id)
);

-- What the seller gave or took by hand; everything else is in a transaction. Part of the ledger: a
-- row moves its amount from `adjustments` to `balance`.
CREATE TABLE balance_adjustments (
  store_id text COLLATE "C" NOT NULL,
  adjustment_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  balance_after_minor bigint NOT NULL,
  reason text COLLATE "C",
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, adjustment_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id)
);
CREATE INDEX balance_adjustments_of_customer
  ON balance_adjustments (store_id, customer_id, adjustment_id);

-- How often a customer has used a discount code. The total is in discount_codes.redemptions; both
-- move together, by conditional updates, when a payment is begun and when it is declined.
CREATE TABLE discount_uses (
  store_id text COLLATE "C" NOT NULL,
  discount_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  uses bigint NOT NULL CHECK (uses >= 0),
  PRIMARY KEY (store_id, discount_id, customer_id),
  FOREIGN KEY (store_id, discount_id) REFERENCES discount_codes (store_id, discount_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id)
);

-- How a customer pays when nobody is there to type a card.
CREATE TABLE payment_methods (
  store_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  -- A card is known to the provider that keeps it, and to no other.
  provider text COLLATE "C" NOT NULL DEFAULT 'test',
  card_token text COLLATE "C" NOT NULL,
  card_brand text COLLATE "C" NOT NULL,
  card_last_four text COLLATE "C" NOT NULL,
  -- Where it was issued, as far as the provider has told: the second piece of evidence.
  card_country text COLLATE "C",
  -- When it expires, as far as that is known.
  exp_month bigint CHECK (exp_month BETWEEN 1 AND 12),
  exp_year bigint,
  -- When the customer is told that it expires; null: was told, or is not known.
  expiry_notice_at bigint,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, customer_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id)
);
CREATE INDEX payment_methods_by_token ON payment_methods (store_id, provider, card_token);
CREATE INDEX payment_methods_expiring ON payment_methods (store_id, expiry_notice_at)
  WHERE expiry_notice_at IS NOT NULL;

-- A customer who is asked for another card, on a page of the provider or of ours.
CREATE TABLE card_updates (
  store_id text COLLATE "C" NOT NULL,
  card_update_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('open', 'completed', 'expired')),
  currency text COLLATE "C" NOT NULL,
  provider text COLLATE "C" NOT NULL,
  provider_reference text COLLATE "C",
  action_url text COLLATE "C",
  -- Where the customer goes afterwards; null: our page says that it is done.
  return_url text COLLATE "C",
  card_brand text COLLATE "C",
  card_last_four text COLLATE "C",
  next_attempt_at bigint,
  attempts bigint NOT NULL DEFAULT 0,
  expires_at bigint NOT NULL,
  created_at bigint NOT NULL,
  completed_at bigint,
  PRIMARY KEY (store_id, card_update_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  CHECK ((status = 'open') = (next_attempt_at IS NOT NULL))
);
CREATE UNIQUE INDEX card_updates_by_address ON card_updates (card_update_id);
CREATE INDEX card_updates_due ON card_updates (store_id, next_attempt_at) WHERE status = 'open';

-- ====== Checkout

-- Everything that was promised when a session was made: later changes to the product or the code do
-- not touch it.
CREATE TABLE checkouts (
  store_id text COLLATE "C" NOT NULL,
  checkout_session_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('open', 'processing', 'completed', 'expired')),
  -- What the seller calls the request that made it.
  request_id text COLLATE "C",
  customer_id text COLLATE "C"
    CHECK (status NOT IN ('processing', 'completed') OR customer_id IS NOT NULL),
  -- A guest is no customer before a payment begins: then the customer is found or made by the
  -- e-mail address that was typed.
  is_guest bigint NOT NULL DEFAULT 0
    CHECK (is_guest = 1 OR is_guest = 0 AND customer_id IS NOT NULL),
  -- What the buyer of the payment under way typed about themselves, as JSON: the customer's once it
  -- is paid.
  buyer text COLLATE "C",

  product_id text COLLATE "C" NOT NULL,
  product_name text COLLATE "C" NOT NULL,
  product_description text COLLATE "C" NOT NULL,
  product_image_url text COLLATE "C",
  -- The license that a purchase brings is fixed with its price.
  license text COLLATE "C",
  quantity bigint NOT NULL CHECK (quantity >= 1),
  -- {minimum, maximum} as JSON: how many of it the buyer may choose; null: as many as the seller
  -- says.
  adjustable_quantity text COLLATE "C",
  billing_interval text COLLATE "C" CHECK (billing_interval IN ('day', 'week', 'month', 'year')),
  billing_interval_count bigint,
  trial_days bigint NOT NULL CHECK (trial_days >= 0),
  renewal_total_minor bigint CHECK (renewal_total_minor >= 0),

  discount_id text COLLATE "C",
  coupon_code text COLLATE "C",
  percent_bps bigint CHECK (percent_bps BETWEEN 1 AND 10000),
  coupon_amount_minor bigint CHECK (coupon_amount_minor > 0),
  coupon_duration text COLLATE "C",
  coupon_months bigint,

  currency text COLLATE "C" NOT NULL,
  unit_price_minor bigint NOT NULL CHECK (unit_price_minor >= 0),
  subtotal_minor bigint NOT NULL,
  discount_minor bigint NOT NULL CHECK (discount_minor >= 0),
  tax_minor bigint NOT NULL CHECK (tax_minor >= 0),
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  balance_change_minor bigint NOT NULL DEFAULT 0,
  -- What the provider could charge when it was made: at least this much, in whole steps.
  charge_min_minor bigint NOT NULL DEFAULT 1,
  charge_step_minor bigint NOT NULL DEFAULT 1,
  -- How the price is stated, which tax was decided on (TaxDecision) and what it comes to
  -- (TaxRow[]), as JSON. Null: not decided yet.
  includes_tax bigint NOT NULL DEFAULT 1 CHECK (includes_tax IN (0, 1)),
  tax_category text COLLATE "C" NOT NULL DEFAULT 'digital',
  tax_decision text COLLATE "C",
  tax_rows text COLLATE "C" NOT NULL DEFAULT '[]',

  payment_link_id text COLLATE "C",
  -- Sent with the form of a link: sending it twice makes one session.
  link_attempt text COLLATE "C",
  -- What the seller asks (CustomField[]) and what the buyer has answered, by key, as JSON.
  custom_fields text COLLATE "C" NOT NULL DEFAULT '[]',
  custom_values text COLLATE "C" NOT NULL DEFAULT '{}',
  -- What the buyer has agreed to where the law of their country wants it, as JSON: the text as it
  -- was shown, its language, the country and the time.
  consent text COLLATE "C",
  metadata text COLLATE "C" NOT NULL,
  success_url text COLLATE "C",
  cancel_url text COLLATE "C",
  -- Whether the buyer goes to success_url at once, without a look at the receipt.
  redirect bigint NOT NULL DEFAULT 0 CHECK (redirect IN (0, 1)),
  -- The key with which the address that the buyer returns to is signed, sealed until the session
  -- ends, and the signed query of that address.
  return_key text COLLATE "C",
  return_query text COLLATE "C",

  transaction_id text COLLATE "C",
  subscription_id text COLLATE "C",
  payment_attempts bigint NOT NULL DEFAULT 0,
  last_payment_error text COLLATE "C",
  expires_at bigint NOT NULL,
  completed_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, checkout_session_id),
  FOREIGN KEY (store_id, product_id) REFERENCES products (store_id, product_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  FOREIGN KEY (store_id, discount_id) REFERENCES discount_codes (store_id, discount_id),
  CHECK (subtotal_minor - discount_minor + tax_minor = total_minor),
  CHECK (trial_days > 0 OR tax_rows <> '[]' OR subtotal_minor = unit_price_minor * quantity),
  CHECK (trial_days = 0 OR total_minor = 0),
  CHECK ((discount_id IS NULL) = (coupon_code IS NULL)),
  CHECK ((discount_id IS NULL) = (percent_bps IS NULL AND coupon_amount_minor IS NULL)),
  CHECK ((billing_interval IS NULL) = (billing_interval_count IS NULL)),
  CHECK ((billing_interval IS NULL) = (renewal_total_minor IS NULL)),
  CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  CHECK ((status IN ('processing', 'completed')) = (transaction_id IS NOT NULL))
);
-- The address of the payment page names no store.
CREATE UNIQUE INDEX checkouts_by_address ON checkouts (checkout_session_id);
CREATE INDEX checkouts_due ON checkouts (store_id, expires_at) WHERE status = 'open';
CREATE UNIQUE INDEX checkouts_of_link ON checkouts (store_id, payment_link_id, link_attempt)
  WHERE payment_link_id IS NOT NULL;

-- ====== Payments

-- The account at a payment provider that a store is connected to. It stays after a disconnect,
-- without the key, so that the next connection is known to be of the same account or of another.
-- All instants are real time.
CREATE TABLE provider_connections (
  store_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES stores (store_id),
  provider text COLLATE "C" NOT NULL,
  -- Unknown if the key may not read it.
  account_id text COLLATE "C",
  account_name text COLLATE "C",
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('test', 'live')),
  key_hint text COLLATE "C" NOT NULL,
  -- The key and the secrets that messages are signed with. Erased by a disconnect.
  sealed_credentials text COLLATE "C",
  -- Where the provider sends its messages. Without it, the provider is asked what has happened.
  endpoint_id text COLLATE "C",
  endpoint_url text COLLATE "C",
  asks_because text COLLATE "C",
  -- Up to here, what has happened at the provider is handled.
  events_cursor text COLLATE "C",
  ask_at bigint NOT NULL,
  last_asked_at bigint,
  -- Why it could not be asked the last time.
  problem text COLLATE "C",
  -- What the provider refuses for a reason that only the seller can change, in its words: since
  -- when, and which charge. Kept until that charge, or others, go through.
  refusal text COLLATE "C",
  refused_key text COLLATE "C",
  refused_at bigint,
  -- After a restore: the time of the backup. What was charged since then is known to the provider
  -- alone, so nothing is charged by itself until somebody has compared. Null: not held. And when
  -- they were held: what was charged after that is known here.
  charges_held_from bigint,
  charges_held_at bigint,
  claimed_until bigint NOT NULL DEFAULT 0,
  claimed_by text COLLATE "C",
  connected_at bigint NOT NULL,
  disconnected_at bigint,
  updated_at bigint NOT NULL,
  CHECK ((disconnected_at IS NULL) = (sealed_credentials IS NOT NULL)),
  CHECK ((endpoint_id IS NULL) = (endpoint_url IS NULL))
);
CREATE INDEX provider_connections_due ON provider_connections (ask_at)
  WHERE disconnected_at IS NULL;

-- A payment or a refund: recorded before the provider is asked, and settled by what it answers.
CREATE TABLE transactions (
  store_id text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL
    CHECK (type IN ('purchase', 'subscription_start', 'renewal', 'plan_change', 'refund')),
  status text COLLATE "C" NOT NULL
    CHECK (status IN ('pending', 'paid', 'declined', 'partially_refunded', 'refunded', 'disputed',
      'charged_back', 'failed')),
  customer_id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  quantity bigint NOT NULL CHECK (quantity >= 1),
  subscription_id text COLLATE "C",
  checkout_session_id text COLLATE "C",
  refunded_transaction_id text COLLATE "C",
  discount_id text COLLATE "C",
  -- The period of a subscription that it is for.
  period_start bigint,
  period_end bigint,
  -- What a payment of a subscription brings about when it is paid, kept with the intent.
  effect text COLLATE "C",
  reason text COLLATE "C",
  metadata text COLLATE "C" NOT NULL,
  custom_values text COLLATE "C" NOT NULL DEFAULT '{}',
  -- Whom the invoice is made out to, as JSON, where that is not the customer: somebody has only
  -- typed the customer's address. Null: the customer.
  billed_to text COLLATE "C",

  currency text COLLATE "C" NOT NULL,
  subtotal_minor bigint NOT NULL,
  discount_minor bigint NOT NULL,
  -- Below 0 where a bill gives back more than it charges.
  tax_minor bigint NOT NULL,
  total_minor bigint NOT NULL CHECK (total_minor >= 0),
  lines text COLLATE "C" NOT NULL,
  -- The tax (TaxRow[]), and where the buyer was (TaxEvidence), as JSON.
  tax_rows text COLLATE "C" NOT NULL DEFAULT '[]',
  tax_evidence text COLLATE "C",
  -- What it moves on the customer's balance, and how much of its own money later went there.
  balance_change_minor bigint NOT NULL DEFAULT 0,
  credited_minor bigint NOT NULL DEFAULT 0 CHECK (credited_minor >= 0),
  -- How much of the credit that a change used had been made of payments for the same period: it is
  -- theirs again, and no money of the change.
  returned_minor bigint NOT NULL DEFAULT 0 CHECK (returned_minor >= 0),
  -- Given back so far, and promised to be: a refund takes its share here before the provider is
  -- asked, so that all refunds together never exceed the total.
  refunded_minor bigint NOT NULL DEFAULT 0 CHECK (refunded_minor >= 0),
  refunding_minor bigint NOT NULL DEFAULT 0,
  -- A cancel or a pause does not wait for a charge that is under way for days. How much of such a
  -- charge goes back if it is paid after all; null: it counts.
  give_back_minor bigint CHECK (give_back_minor >= 0),
  -- The amounts of its disputes that are open or lost, and the dispute to show (ShownDispute, as
  -- JSON).
  disputed_minor bigint NOT NULL DEFAULT 0 CHECK (disputed_minor >= 0),
  dispute text COLLATE "C",
  -- What the provider keeps of it, in the currency that it counts in. Unknown at first: then it is
  -- asked for again, at most so often, by real time.
  fee_minor bigint,
  fee_currency text COLLATE "C",
  fee_due_at bigint,
  fee_attempts bigint NOT NULL DEFAULT 0,

  -- Who was asked to move this money, and the name that the charge or refund has there.
  provider text COLLATE "C",
  provider_reference text COLLATE "C",
  card_token text COLLATE "C",
  card_brand text COLLATE "C",
  card_last_four text COLLATE "C",
  card_country text COLLATE "C",
  exp_month bigint,
  exp_year bigint,
  decline_code text COLLATE "C",
  action_url text COLLATE "C",
  -- The page of ours that the payer comes back to after confirming; null: nobody is there.
  return_path text COLLATE "C",
  -- Whether somebody is there to confirm it with a bank.
  buyer_present bigint NOT NULL CHECK (buyer_present IN (0, 1)),
  -- What makes a retry of the same request find this row instead of making another.
  request_key text COLLATE "C",
  next_attempt_at bigint,
  attempts bigint NOT NULL DEFAULT 0,
  -- Nobody can tell whether the money was moved: a person has to look. What they have found out at
  -- the provider, and what they wrote about it.
  needs_review bigint NOT NULL DEFAULT 0 CHECK (needs_review IN (0, 1)),
  review_outcome text COLLATE "C" CHECK (review_outcome IN ('paid', 'not_paid')),
  review_note text COLLATE "C",
  -- By how much the clock of a test store was moved while it was pending.
  clock_moved_ms bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  settled_at bigint,
  PRIMARY KEY (store_id, transaction_id),
  FOREIGN KEY (store_id, product_id) REFERENCES products (store_id, product_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  FOREIGN KEY (store_id, discount_id) REFERENCES discount_codes (store_id, discount_id),
  FOREIGN KEY (store_id, checkout_session_id)
    REFERENCES checkouts (store_id, checkout_session_id),
  FOREIGN KEY (store_id, refunded_transaction_id)
    REFERENCES transactions (store_id, transaction_id),
  CHECK (subtotal_minor - discount_minor + tax_minor
    + CASE type WHEN 'refund' THEN 0 ELSE balance_change_minor END = total_minor),
  CHECK (refunded_minor <= refunding_minor AND refunding_minor <= total_minor),
  CHECK ((type = 'refund') = (refunded_transaction_id IS NOT NULL)),
  CHECK (type <> 'refund' OR (refunding_minor = 0 AND total_minor > 0)),
  CHECK ((status = 'pending') = (settled_at IS NULL)),
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
  CHECK ((status IN ('declined', 'failed')) = (decline_code IS NOT NULL)),
  CHECK (status = 'pending' OR action_url IS NULL),
  CHECK (status NOT IN ('pending', 'declined') OR refunding_minor = 0),
  CHECK ((status IN ('disputed', 'charged_back')) = (disputed_minor > 0)),
  CHECK (status <> 'failed' OR type = 'refund'),
  CHECK ((fee_minor IS NULL) = (fee_currency IS NULL)),
  CHECK (status IN ('disputed', 'charged_back') OR (status = 'partially_refunded')
    = (refunded_minor > 0 AND refunded_minor < total_minor)),
  CHECK (status IN ('disputed', 'charged_back') OR (status = 'refunded')
    = (refunded_minor > 0 AND refunded_minor = total_minor))
);
CREATE UNIQUE INDEX transactions_once_per_checkout
  ON transactions (store_id, checkout_session_id)
  WHERE type IN ('purchase', 'subscription_start') AND status <> 'declined';
CREATE UNIQUE INDEX transactions_once_per_request ON transactions (store_id, request_key)
  WHERE request_key IS NOT NULL;
-- One charge for each period, and one charge of a subscription under way at a time. A charge that
-- nobody waits for is for no period any more.
CREATE UNIQUE INDEX transactions_once_per_period
  ON transactions (store_id, subscription_id, period_start)
  WHERE type IN ('subscription_start', 'renewal') AND status <> 'declined'
    AND subscription_id IS NOT NULL AND give_back_minor IS NULL;
CREATE UNIQUE INDEX transactions_one_pending
  ON transactions (store_id, subscription_id)
  WHERE status = 'pending' AND type <> 'refund' AND subscription_id IS NOT NULL
    AND give_back_minor IS NULL;
CREATE UNIQUE INDEX transactions_by_reference
  ON transactions (store_id, provider, provider_reference) WHERE provider_reference IS NOT NULL;
CREATE INDEX transactions_of_checkout
  ON transactions (store_id, checkout_session_id, transaction_id);
CREATE INDEX transactions_of_customer ON transactions (store_id, customer_id, transaction_id);
CREATE INDEX transactions_of_product ON transactions (store_id, product_id, transaction_id);
CREATE INDEX transactions_of_subscription
  ON transactions (store_id, subscription_id, transaction_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX transactions_of_discount
  ON transactions (store_id, discount_id) WHERE discount_id IS NOT NULL;
CREATE INDEX transactions_refunding
  ON transactions (store_id, refunded_transaction_id) WHERE refunded_transaction_id IS NOT NULL;
CREATE INDEX transactions_pending ON transactions (store_id, next_attempt_at)
  WHERE status = 'pending';
CREATE INDEX transactions_without_fee ON transactions (store_id, fee_due_at)
  WHERE fee_due_at IS NOT NULL;
CREATE INDEX transactions_by_status ON transactions (store_id, status, transaction_id);
CREATE INDEX transactions_by_type ON transactions (store_id, type, transaction_id);
CREATE INDEX transactions_by_card ON transactions (store_id, card_last_four, transaction_id)
  WHERE card_last_four IS NOT NULL;
-- Has all that can be filtered by, so that a page in this order looks at the index alone.
CREATE INDEX transactions_by_amount ON transactions
  (store_id, currency, total_minor, transaction_id, status, type, product_id, customer_id);
-- For get-tax-report, which reads what was settled in a period.
CREATE INDEX transactions_settled ON transactions (store_id, settled_at, transaction_id)
  WHERE settled_at IS NOT NULL;

-- An amount that goes from one account to another, so no entry can be out of balance. Entries do
-- not change.
CREATE TABLE ledger_entries (
  store_id text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  debit_account text COLLATE "C" NOT NULL,
  credit_account text COLLATE "C" NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, transaction_id, position),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id),
  CHECK (debit_account <> credit_account)
);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'ledger entries do not change'; END $$;
CREATE TRIGGER ledger_entries_stay BEFORE UPDATE OR DELETE ON ledger_entries
FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_remain BEFORE TRUNCATE ON ledger_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A dispute: a buyer's bank takes a payment back, or tries to.
CREATE TABLE disputes (
  store_id text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('opened', 'won', 'lost')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text COLLATE "C" NOT NULL,
  fee_minor bigint NOT NULL CHECK (fee_minor >= 0),
  fee_currency text COLLATE "C" NOT NULL,
  reason text COLLATE "C" NOT NULL,
  due_at bigint,
  -- What was taken back from the customer because of it: credit that was made of the same money, a
  -- debt that it had paid, and the rest of the period that it had paid for.
  credit_minor bigint NOT NULL CHECK (credit_minor >= 0),
  debt_minor bigint NOT NULL CHECK (debt_minor >= 0),
  rest_minor bigint NOT NULL CHECK (rest_minor >= 0),
  -- What a refund and a lost dispute have given back beyond the payment: the customer owes it.
  excess_minor bigint NOT NULL DEFAULT 0,
  -- The tax in what it takes back (TaxRow[]), as JSON.
  tax_rows text COLLATE "C" NOT NULL DEFAULT '[]',
  -- How often it ended so: a bank can decide again.
  times_won bigint NOT NULL,
  times_lost bigint NOT NULL,
  -- Whether the subscription is still to be ended because of it.
  ends_subscription bigint NOT NULL CHECK (ends_subscription IN (0, 1)),
  opened_at bigint NOT NULL,
  closed_at bigint,
  PRIMARY KEY (store_id, transaction_id, reference),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id),
  CHECK ((status = 'opened') = (closed_at IS NULL))
);
CREATE INDEX disputes_ending ON disputes (store_id, transaction_id) WHERE ends_subscription = 1;
-- Disputes that still wait for an answer: few, among any number that have ended.
CREATE INDEX disputes_open ON disputes (store_id, due_at) WHERE status = 'opened';
CREATE INDEX disputes_ended ON disputes (store_id, closed_at, transaction_id, reference)
  WHERE status <> 'opened';

-- A payment of which a bank has said that the owner of the card did not make it: an early fraud
-- warning. One row for each payment, however often the bank says it.
CREATE TABLE fraud_warnings (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  transaction_id text COLLATE "C" NOT NULL,
  -- The provider's name of the first warning.
  reference text COLLATE "C" NOT NULL,
  -- What kind of fraud, in the provider's word.
  fraud_type text COLLATE "C" NOT NULL,
  warned_at bigint NOT NULL,
  -- Until its subscription has been ended because of it.
  ends_subscription bigint NOT NULL CHECK (ends_subscription IN (0, 1)),
  -- When a person has decided to keep the payment, or it was refunded by itself.
  seen_at bigint,
  PRIMARY KEY (store_id, transaction_id),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id)
);
CREATE INDEX fraud_warnings_unseen ON fraud_warnings (store_id, warned_at) WHERE seen_at IS NULL;
CREATE INDEX fraud_warnings_ending ON fraud_warnings (store_id, transaction_id)
  WHERE ends_subscription = 1;

-- Money that arrived for a transaction that is declined here, and that is given back at once.
CREATE TABLE stray_payments (
  store_id text COLLATE "C" NOT NULL,
  -- The provider's name of the payment.
  charge_reference text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  provider text COLLATE "C" NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('returning', 'returned', 'refused')),
  refund_reference text COLLATE "C",
  decline_code text COLLATE "C",
  created_at bigint NOT NULL,
  settled_at bigint,
  PRIMARY KEY (store_id, charge_reference),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id),
  CHECK ((status = 'returning') = (settled_at IS NULL))
);

-- A payment that the provider tells of and that nobody here knows: made on a page of after the
-- backup that was restored. A person sees to each; what is refunded there is seen to.
CREATE TABLE unknown_payments (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  -- The transaction that it was started for, of which there is nothing here.
  transaction_id text COLLATE "C" NOT NULL,
  provider text COLLATE "C" NOT NULL,
  -- The provider's name of the payment.
  reference text COLLATE "C" NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text COLLATE "C" NOT NULL,
  paid_at bigint NOT NULL,
  seen_at bigint,
  PRIMARY KEY (store_id, transaction_id)
);

-- ====== Subscriptions

-- A subscription of a customer to a plan.
CREATE TABLE subscriptions (
  store_id text COLLATE "C" NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL
    CHECK (status IN ('trialing', 'active', 'past_due', 'paused', 'canceled')),
  customer_id text COLLATE "C" NOT NULL,
  checkout_session_id text COLLATE "C" NOT NULL,
  latest_transaction_id text COLLATE "C",
  metadata text COLLATE "C" NOT NULL,

  plan_id text COLLATE "C" NOT NULL,
  plan_name text COLLATE "C" NOT NULL,
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  currency text COLLATE "C" NOT NULL,
  -- How the plan states its price.
  includes_tax bigint NOT NULL DEFAULT 1 CHECK (includes_tax IN (0, 1)),
  tax_category text COLLATE "C" NOT NULL DEFAULT 'digital',
  billing_interval text COLLATE "C" NOT NULL
    CHECK (billing_interval IN ('day', 'week', 'month', 'year')),
  billing_interval_count bigint NOT NULL CHECK (billing_interval_count >= 1),
  tier bigint,
  quantity bigint NOT NULL CHECK (quantity >= 1),
  pending_change text COLLATE "C",

  discount_id text COLLATE "C",
  coupon_code text COLLATE "C",
  percent_bps bigint,
  coupon_amount_minor bigint,
  coupon_duration text COLLATE "C",
  -- What was agreed about it, from which `kassa verify` computes when it ends: for how many months
  -- (of a repeating one), counted from when (null: agreed before this was kept), and the interval,
  -- as '1 month', whose periods it takes its whole discount off ('': the interval was changed
  -- since); of others, it takes a share.
  coupon_months bigint CHECK (coupon_months >= 1),
  coupon_interval text COLLATE "C",
  discount_from bigint,
  -- It counts for these plans (identifiers with commas between), for so many seats, and for periods
  -- that begin at the one instant or after it, and before the other.
  coupon_product_ids text COLLATE "C",
  coupon_quantity bigint,
  discount_starts_at bigint,
  discount_ends_at bigint,
  -- The coupon that a later one has replaced, as JSON: the current period keeps the price it gave.
  earlier_coupon text COLLATE "C",

  anchor_at bigint NOT NULL,
  period_number bigint NOT NULL,
  current_period_start bigint NOT NULL,
  current_period_end bigint NOT NULL,
  trial_end bigint,
  trial_ending_told bigint NOT NULL DEFAULT 0 CHECK (trial_ending_told IN (0, 1)),
  -- The notice of a coming renewal is not due before then. See renewalNoticeAt.
  notice_after bigint NOT NULL DEFAULT 0,
  next_payment_at bigint,
  next_action_at bigint,

  -- The price of a whole period at which the rest of the current one is paid for, the tax that it
  -- was paid with (CoveredTax, as JSON), and what was refunded of that since the last change.
  covered_minor bigint NOT NULL DEFAULT 0 CHECK (covered_minor >= 0),
  covered_tax text COLLATE "C",
  rest_refunded_minor bigint NOT NULL DEFAULT 0 CHECK (rest_refunded_minor >= 0),
  -- What was paid for the current period and is kept, and since when payments are for this period.
  period_paid_minor bigint NOT NULL DEFAULT 0 CHECK (period_paid_minor >= 0),
  paid_since bigint NOT NULL DEFAULT 0,
  -- Which refunds and disputes of its payments have taken what from the current period
  -- (PeriodRefund[] as JSON): one that does not come to pass gives exactly that back.
  period_refunds text COLLATE "C" NOT NULL DEFAULT '[]',
  -- What a cancel gave back of the period (EndRefund as JSON): it may have counted such a one.
  end_refund text COLLATE "C",

  -- Past due: when that ends if it is not tried again, until when the license stays good (null: as
  -- long as it is past due), the end of the address where the bill can be paid, and time that was
  -- used on other terms before these (UsedTime[] as JSON), to be paid with what is due.
  payment_retries bigint NOT NULL DEFAULT 0 CHECK (payment_retries >= 0),
  past_due_until bigint,
  grace_ends_at bigint,
  payment_token text COLLATE "C",
  used_time text COLLATE "C",

  paused_at bigint,
  -- Who paused it: the customer, the seller, or 'unpaid' when nobody paid. A scheduled cancel of
  -- one that the seller had paused keeps it, so that taking the cancel back is the seller's.
  paused_by text COLLATE "C" CHECK (paused_by IN ('customer', 'seller', 'unpaid')),
  resumes_at bigint,
  -- How long the current period was paused.
  paused_ms bigint NOT NULL DEFAULT 0 CHECK (paused_ms >= 0),
  -- Until when a customer cannot pause again: a pause that was used stays used through a change of
  -- interval. Null: they can.
  pause_used_until bigint,

  cancel_at_period_end bigint NOT NULL DEFAULT 0 CHECK (cancel_at_period_end IN (0, 1)),
  canceled_at bigint,
  cancellation_reason text COLLATE "C",
  cancellation_comment text COLLATE "C",
  ended_at bigint,

  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  -- By real time: until then one worker has it to itself.
  claimed_until bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, subscription_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  FOREIGN KEY (store_id, plan_id) REFERENCES products (store_id, product_id),
  FOREIGN KEY (store_id, discount_id) REFERENCES discount_codes (store_id, discount_id),
  FOREIGN KEY (store_id, checkout_session_id)
    REFERENCES checkouts (store_id, checkout_session_id),
  CHECK (current_period_start < current_period_end),
  CHECK ((status = 'canceled') = (ended_at IS NOT NULL)),
  CHECK ((status = 'paused') = (paused_at IS NOT NULL)),
  CHECK (status <> 'canceled' OR next_action_at IS NULL)
);
CREATE UNIQUE INDEX subscriptions_once_per_checkout
  ON subscriptions (store_id, checkout_session_id);
CREATE UNIQUE INDEX subscriptions_by_payment_token
  ON subscriptions (payment_token) WHERE payment_token IS NOT NULL;
CREATE INDEX subscriptions_due ON subscriptions (store_id, next_action_at)
  WHERE next_action_at IS NOT NULL;
CREATE INDEX subscriptions_of_customer ON subscriptions (store_id, customer_id, subscription_id);
CREATE INDEX subscriptions_of_plan ON subscriptions (store_id, plan_id, subscription_id);
CREATE INDEX subscriptions_by_status ON subscriptions (store_id, status, subscription_id);

-- A plan that a customer has had in a trial: each once, for ever.
CREATE TABLE trials (
  store_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  plan_id text COLLATE "C" NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, customer_id, plan_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  FOREIGN KEY (store_id, plan_id) REFERENCES products (store_id, product_id)
);

-- A coupon that was applied to a subscription after it began: each is one redemption.
CREATE TABLE applied_coupons (
  store_id text COLLATE "C" NOT NULL,
  discount_id text COLLATE "C" NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  applied_at bigint NOT NULL,
  PRIMARY KEY (store_id, discount_id, subscription_id, applied_at),
  FOREIGN KEY (store_id, discount_id) REFERENCES discount_codes (store_id, discount_id),
  FOREIGN KEY (store_id, subscription_id) REFERENCES subscriptions (store_id, subscription_id)
);

-- How long a subscription has stood still: until `resumed_at`, in the period that began at
-- `period_start`. A pause that nobody had paid begins with the period that is not paid.
CREATE TABLE pauses (
  store_id text COLLATE "C" NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  paused_at bigint NOT NULL,
  resumed_at bigint NOT NULL CHECK (resumed_at > paused_at),
  period_start bigint NOT NULL,
  PRIMARY KEY (store_id, subscription_id, paused_at),
  FOREIGN KEY (store_id, subscription_id) REFERENCES subscriptions (store_id, subscription_id)
);

-- ====== Licenses

-- What somebody may use. The key itself is not here: the seed gives it only with the secret, and a
-- key that is sent is found by its hash.
CREATE TABLE licenses (
  store_id text COLLATE "C" NOT NULL,
  license_id text COLLATE "C" NOT NULL,
  key_hash text COLLATE "C" NOT NULL,
  key_seed text COLLATE "C" NOT NULL,
  -- The entry in search_texts by which it is found by a part of its key: keyed hashes of all its
  -- parts of four symbols. A job makes it where it is missing.
  search_entry bigint,
  product_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  subscription_id text COLLATE "C",
  quantity bigint NOT NULL CHECK (quantity >= 1),
  -- Of the period that began at partial_since, only so many places are paid for as a whole; null:
  -- all of them.
  whole_places bigint,
  partial_since bigint,
  -- For one copy, and for all of them; null: no limit.
  unit_limit bigint CHECK (unit_limit >= 1),
  activation_limit bigint CHECK (activation_limit >= 1),
  -- Machines that the seller has allowed beside those that were bought.
  extra_activations bigint NOT NULL DEFAULT 0 CHECK (extra_activations BETWEEN 0 AND 1000000),
  activation_usage bigint NOT NULL DEFAULT 0 CHECK (activation_usage >= 0),
  first_activated_at bigint,
  -- For how many days a certificate is good at most.
  certificate_days bigint NOT NULL DEFAULT 30 CHECK (certificate_days BETWEEN 1 AND 3650),
  expires_at bigint,
  disabled_at bigint,
  disabled_reason text COLLATE "C" CHECK (disabled_reason IN ('seller', 'refund', 'plan')),
  -- Whether its subscription was changed to a plan that has no licenses. A plan whose terms the
  -- seller removes later does not count: who has a license keeps it.
  lacks_plan bigint NOT NULL DEFAULT 0 CHECK (lacks_plan BETWEEN 0 AND 1),
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, license_id),
  FOREIGN KEY (store_id, product_id) REFERENCES products (store_id, product_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id),
  FOREIGN KEY (store_id, subscription_id) REFERENCES subscriptions (store_id, subscription_id),
  CHECK ((unit_limit IS NULL) = (activation_limit IS NULL)),
  CHECK (activation_limit = unit_limit * quantity),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CHECK (activation_usage = 0 OR first_activated_at IS NOT NULL)
);
-- No two stores have the same key, and a narrow index is a fast one.
CREATE UNIQUE INDEX licenses_by_key ON licenses (key_hash);
CREATE UNIQUE INDEX licenses_once_per_purchase ON licenses (store_id, transaction_id);
CREATE UNIQUE INDEX licenses_once_per_subscription ON licenses (store_id, subscription_id)
  WHERE subscription_id IS NOT NULL;
CREATE INDEX licenses_of_customer ON licenses (store_id, customer_id, license_id);
CREATE INDEX licenses_of_product ON licenses (store_id, product_id, license_id);
CREATE INDEX licenses_without_entry ON licenses (store_id, license_id)
  WHERE search_entry IS NULL;

-- Where a license is used. Those of one license lie together: a validation reads them in one go.
CREATE TABLE license_instances (
  store_id text COLLATE "C" NOT NULL,
  license_id text COLLATE "C" NOT NULL,
  instance_id text COLLATE "C" NOT NULL,
  instance_name text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C",
  activated_at bigint NOT NULL,
  last_validated_at bigint NOT NULL,
  PRIMARY KEY (store_id, license_id, instance_id),
  FOREIGN KEY (store_id, license_id) REFERENCES licenses (store_id, license_id)
);
-- One machine is one instance.
CREATE UNIQUE INDEX license_instances_once ON license_instances (store_id, license_id, fingerprint)
  WHERE fingerprint IS NOT NULL;

-- Where it was used: giving a place up again is answered, and support can see it.
CREATE TABLE ended_instances (
  store_id text COLLATE "C" NOT NULL,
  license_id text COLLATE "C" NOT NULL,
  instance_id text COLLATE "C" NOT NULL,
  instance_name text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C",
  activated_at bigint NOT NULL,
  last_validated_at bigint NOT NULL,
  deactivated_at bigint NOT NULL,
  PRIMARY KEY (store_id, license_id, instance_id),
  FOREIGN KEY (store_id, license_id) REFERENCES licenses (store_id, license_id)
);

-- ====== Taxes

-- A rate of the store's own. Days are texts such as 2026-11-16.
CREATE TABLE tax_rates (
  store_id text COLLATE "C" NOT NULL,
  tax_rate_id text COLLATE "C" NOT NULL,
  country text COLLATE "C" NOT NULL,
  region text COLLATE "C",
  tax_category text COLLATE "C" CHECK (tax_category IN ('digital', 'ebook')),
  tax text COLLATE "C" NOT NULL,
  rate_ppm bigint NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000),
  valid_from text COLLATE "C" NOT NULL,
  valid_until text COLLATE "C",
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, tax_rate_id)
);

-- A tax of a day and a currency, kept up by the transactions that change it, so that a tax report
-- costs the same however much was sold. A day in UTC by the store's clock (days since 1970); '' and
-- a rate of 0 where there is no tax.
CREATE TABLE tax_days (
  store_id text COLLATE "C" NOT NULL,
  day bigint NOT NULL,
  currency text COLLATE "C" NOT NULL,
  country text COLLATE "C" NOT NULL,
  region text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  scheme text COLLATE "C" NOT NULL,
  tax text COLLATE "C" NOT NULL,
  rate_ppm bigint NOT NULL,
  rate_type text COLLATE "C" NOT NULL,
  -- The day of the sale that is taken back, as 2026-11-16.
  corrects text COLLATE "C" NOT NULL,
  net_minor bigint NOT NULL DEFAULT 0,
  tax_minor bigint NOT NULL DEFAULT 0,
  -- The payments, refunds and disputes that the sums are of.
  entries bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, day, currency, country, region, kind, scheme, tax, rate_ppm, rate_type,
    corrects)
);

-- ====== Invoices

-- How the next document of a store is numbered. `last_position` counts the documents; the row is
-- locked from when a number is taken to the end of the transaction, which is the next step.
CREATE TABLE invoice_series (
  store_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES stores (store_id),
  prefix text COLLATE "C" NOT NULL,
  next_number bigint NOT NULL CHECK (next_number >= 1),
  last_position bigint NOT NULL CHECK (last_position >= 0),
  -- The day of the newest document: days go forward as numbers do.
  last_issued_on text COLLATE "C" NOT NULL,
  -- The newest transaction from before Kassa issued invoices: up to it they may have none.
  none_until text COLLATE "C" NOT NULL DEFAULT ''
);

-- A change of the series by the seller: from this document on it is counted from this number.
CREATE TABLE invoice_series_changes (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  from_position bigint NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  first_number bigint NOT NULL,
  PRIMARY KEY (store_id, from_position)
);

-- An invoice or credit note as it was issued (InvoiceDocument, as JSON). Invoices do not change.
CREATE TABLE invoices (
  store_id text COLLATE "C" NOT NULL,
  -- 1, 2, 3, … without gaps, whatever the numbers look like.
  position bigint NOT NULL CHECK (position >= 1),
  invoice_id text COLLATE "C" NOT NULL,
  -- Makes its link unguessable.
  secret text COLLATE "C" NOT NULL,
  number text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  cause text COLLATE "C" NOT NULL
    CHECK (cause IN ('sale', 'change', 'refund', 'dispute', 'reversal', 'correction')),
  customer_id text COLLATE "C" NOT NULL,
  -- The payment or refund that it is about, and the payment that both are about.
  transaction_id text COLLATE "C" NOT NULL,
  sale_id text COLLATE "C" NOT NULL,
  -- The document that this one credits, replaces or reverses.
  refers_to text COLLATE "C",
  document text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, position),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id)
);
CREATE UNIQUE INDEX invoices_by_id ON invoices (invoice_id);
CREATE UNIQUE INDEX invoices_by_number ON invoices (store_id, number);
-- Every payment is shown with the address of its invoice. All that it takes is in this index: a
-- look-up in the table itself is five times slower, because its rows are long.
CREATE INDEX invoices_of_sale ON invoices
  (store_id, sale_id, position, transaction_id, cause, kind, invoice_id, secret);
CREATE INDEX invoices_of_customer ON invoices (store_id, customer_id, position);
CREATE INDEX invoices_crediting ON invoices (store_id, position) WHERE kind = 'credit_note';
CREATE INDEX invoices_by_day ON invoices (store_id, created_at, position);
CREATE FUNCTION refuse_change_of_invoice() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'invoices do not change'; END $$;
CREATE TRIGGER invoices_stay BEFORE UPDATE OR DELETE ON invoices
FOR EACH ROW EXECUTE FUNCTION refuse_change_of_invoice();
CREATE TRIGGER invoices_remain BEFORE TRUNCATE ON invoices
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_invoice();

-- ====== Mails

-- A mail, written in the transaction that it reports. All instants are real time, but created_at.
CREATE TABLE mails (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  mail_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C",
  recipient text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  -- The same at every attempt, so that a receiver recognises a repeat.
  message_id text COLLATE "C" NOT NULL,
  -- What it says, as JSON. Links that let somebody in are in sealed_secrets, until it is sent.
  data text COLLATE "C" NOT NULL,
  sealed_secrets text COLLATE "C",
  -- Their names, as JSON: these are known for longer.
  secret_names text COLLATE "C" NOT NULL,
  -- Files by reference, as JSON: [{ "invoice_id": … }].
  attachments text COLLATE "C" NOT NULL,
  resend_of text COLLATE "C",
  status text COLLATE "C" NOT NULL
    CHECK (status IN ('queued', 'sending', 'sent', 'failed', 'kept', 'canceled')),
  attempts bigint NOT NULL CHECK (attempts >= 0),
  -- What the mail server said last, or why it could not be asked.
  response text COLLATE "C",
  queued_at bigint NOT NULL,
  -- While it is being sent: when another process may take it over.
  next_attempt_at bigint,
  claimed_by text COLLATE "C",
  give_up_at bigint NOT NULL,
  -- From then on it is of no use: the link in it has expired.
  send_before bigint,
  last_attempt_at bigint,
  sent_at bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, mail_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  CHECK ((status IN ('queued', 'sending')) = (next_attempt_at IS NOT NULL)),
  CHECK ((status = 'sent') = (sent_at IS NOT NULL)),
  CHECK (status NOT IN ('sent', 'canceled') OR sealed_secrets IS NULL)
);
CREATE INDEX mails_due ON mails (store_id, next_attempt_at, mail_id)
  WHERE status IN ('queued', 'sending');
CREATE INDEX mails_of_customer ON mails (store_id, customer_id, mail_id);
CREATE INDEX mails_by_recipient ON mails (store_id, recipient, mail_id);
CREATE INDEX mails_by_kind ON mails (store_id, kind, mail_id);
CREATE INDEX mails_by_status ON mails (store_id, status, mail_id);
CREATE INDEX mails_old ON mails (queued_at) WHERE status NOT IN ('queued', 'sending');

-- An address that a mail server has refused for good, until it takes a mail for it again.
CREATE TABLE bounced_addresses (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  email_folded text COLLATE "C" NOT NULL,
  response text COLLATE "C" NOT NULL,
  bounced_at bigint NOT NULL,
  PRIMARY KEY (store_id, email_folded)
);

-- ====== Webhooks

-- An address of the seller's that events are sent to.
CREATE TABLE webhooks (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  webhook_id text COLLATE "C" NOT NULL,
  name text COLLATE "C",
  url text COLLATE "C" NOT NULL,
  events text COLLATE "C",
  -- The format in which it gets them: our own, or that of Creem.
  format text COLLATE "C" NOT NULL DEFAULT 'kassa' CHECK (format IN ('kassa', 'creem')),
  sealed_secret text COLLATE "C" NOT NULL,
  sealed_old_secret text COLLATE "C",
  old_secret_until bigint,
  -- Whether its secret may be read again; decided when it is made.
  secret_readable bigint NOT NULL DEFAULT 0 CHECK (secret_readable IN (0, 1)),
  -- Up to this event, deliveries were made.
  last_sequence bigint NOT NULL CHECK (last_sequence >= 0),
  disabled_at bigint,
  disabled_reason text COLLATE "C" CHECK (disabled_reason IN ('seller', 'gone', 'failing')),
  failing_since bigint,
  last_delivered_at bigint,
  deleted_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, webhook_id),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
);
CREATE INDEX webhooks_deleted ON webhooks (store_id, webhook_id) WHERE deleted_at IS NOT NULL;

-- One event for one endpoint, until it has taken it. All instants are real time.
CREATE TABLE webhook_deliveries (
  store_id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  format text COLLATE "C" NOT NULL DEFAULT 'kassa' CHECK (format IN ('kassa', 'creem')),
  event_id text COLLATE "C" NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  subject text COLLATE "C" NOT NULL,
  is_replay bigint NOT NULL DEFAULT 0 CHECK (is_replay IN (0, 1)),
  -- What happens to one record is sent in order: a delivery has its turn when no earlier one about
  -- the same record is untried. Kept with the delivery, so that those that wait are never looked
  -- through.
  has_turn bigint NOT NULL DEFAULT 1 CHECK (has_turn IN (0, 1)),
  status text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts bigint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- What the receiver answered last, the beginning of it, and how long that took.
  response_status bigint,
  response_body text COLLATE "C",
  duration_ms bigint CHECK (duration_ms >= 0),
  error text COLLATE "C",
  last_attempt_at bigint,
  next_attempt_at bigint,
  delivered_at bigint,
  -- Until then one process has it to itself.
  claimed_until bigint NOT NULL DEFAULT 0,
  claimed_by text COLLATE "C",
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, delivery_id),
  FOREIGN KEY (store_id, webhook_id) REFERENCES webhooks (store_id, webhook_id),
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
  CHECK ((status = 'delivered') = (delivered_at IS NOT NULL))
);
-- An event goes to an endpoint once, but for what is sent again on purpose. It may be two messages
-- in Creem's format.
CREATE UNIQUE INDEX webhook_deliveries_once
  ON webhook_deliveries (store_id, webhook_id, sequence, event_type) WHERE is_replay = 0;
CREATE INDEX webhook_deliveries_due
  ON webhook_deliveries (store_id, webhook_id, has_turn, next_attempt_at, sequence)
  WHERE status = 'pending';
CREATE INDEX webhook_deliveries_untried
  ON webhook_deliveries (store_id, webhook_id, subject, sequence)
  WHERE status = 'pending' AND attempts = 0 AND is_replay = 0;
CREATE INDEX webhook_deliveries_of_webhook
  ON webhook_deliveries (store_id, webhook_id, delivery_id);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (store_id, event_id, delivery_id);
CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (store_id, status, delivery_id);
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at) WHERE status <> 'pending';

-- What is sent in Creem's format: kept, so that it is the same each time. With seeds instead of
-- license keys, as in events.
CREATE TABLE creem_messages (
  store_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  body text COLLATE "C" NOT NULL,
  PRIMARY KEY (store_id, sequence, event_type)
);

-- ====== Figures, kept up by the transactions that change them

-- What was sold of a product on a day, in a currency. A day in UTC by the store's clock (days since
-- 1970); `month` is the year times 12, plus the month from 0, of that day; product_id '' is all
-- products together.
CREATE TABLE sales_days (
  store_id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  day bigint NOT NULL,
  month bigint NOT NULL,
  gross_minor bigint NOT NULL DEFAULT 0,
  refunded_minor bigint NOT NULL DEFAULT 0,
  disputed_minor bigint NOT NULL DEFAULT 0,
  fees_minor bigint NOT NULL DEFAULT 0,
  tax_minor bigint NOT NULL DEFAULT 0,
  discounts_minor bigint NOT NULL DEFAULT 0,
  declined_minor bigint NOT NULL DEFAULT 0,
  failed_minor bigint NOT NULL DEFAULT 0,
  recovered_minor bigint NOT NULL DEFAULT 0,
  payments bigint NOT NULL DEFAULT 0,
  refunds bigint NOT NULL DEFAULT 0,
  disputes_opened bigint NOT NULL DEFAULT 0,
  disputes_won bigint NOT NULL DEFAULT 0,
  disputes_lost bigint NOT NULL DEFAULT 0,
  coupon_purchases bigint NOT NULL DEFAULT 0,
  declined_payments bigint NOT NULL DEFAULT 0,
  failed_renewals bigint NOT NULL DEFAULT 0,
  recovered_renewals bigint NOT NULL DEFAULT 0,
  checkouts_opened bigint NOT NULL DEFAULT 0,
  checkouts_begun bigint NOT NULL DEFAULT 0,
  checkouts_paid bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, product_id, currency, day)
);

-- How the subscriptions to a product, or all ('') together, have changed on a day.
CREATE TABLE subscription_days (
  store_id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  day bigint NOT NULL,
  month bigint NOT NULL,
  mrr_new_minor bigint NOT NULL DEFAULT 0,
  mrr_expansion_minor bigint NOT NULL DEFAULT 0,
  mrr_contraction_minor bigint NOT NULL DEFAULT 0,
  mrr_churn_minor bigint NOT NULL DEFAULT 0,
  mrr_reactivation_minor bigint NOT NULL DEFAULT 0,
  customers_new bigint NOT NULL DEFAULT 0,
  customers_churned bigint NOT NULL DEFAULT 0,
  customers_reactivated bigint NOT NULL DEFAULT 0,
  subscriptions_started bigint NOT NULL DEFAULT 0,
  subscriptions_stopped bigint NOT NULL DEFAULT 0,
  trialing_change bigint NOT NULL DEFAULT 0,
  trials_started bigint NOT NULL DEFAULT 0,
  trials_converted bigint NOT NULL DEFAULT 0,
  trials_lost bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, product_id, currency, day)
);

-- Subscriptions by the month in which they were first paid for (cohort), and how many more or fewer
-- of them run at the end of a month. product_id: the one that they began with, or ''.
CREATE TABLE cohort_months (
  store_id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  cohort bigint NOT NULL,
  month bigint NOT NULL,
  started bigint NOT NULL DEFAULT 0,
  active_change bigint NOT NULL DEFAULT 0,
  mrr_change_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (store_id, product_id, currency, cohort, month)
);

-- A subscription as it is counted. Those that are older than this table wait to be counted.
CREATE TABLE subscription_standings (
  store_id text COLLATE "C" NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL
    CHECK (state IN ('uncounted', 'trialing', 'unpaid', 'active', 'paused', 'ended')),
  mrr_minor bigint NOT NULL,
  cohort bigint,
  cohort_product_id text COLLATE "C",
  PRIMARY KEY (store_id, subscription_id)
);
CREATE INDEX subscriptions_uncounted ON subscription_standings (store_id, subscription_id)
  WHERE state = 'uncounted';

-- A change of a standing, in the order in which they were counted for a customer.
CREATE TABLE subscription_movements (
  store_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  subscription_id text COLLATE "C" NOT NULL,
  moved_at bigint NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  mrr_minor bigint NOT NULL,
  PRIMARY KEY (store_id, customer_id, currency, position)
);

-- What a customer pays a month, for each product and ('') together. `changes` counts how often that
-- amount has changed, `movements` the rows above.
CREATE TABLE customer_standings (
  store_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  mrr_minor bigint NOT NULL,
  changes bigint NOT NULL,
  movements bigint NOT NULL,
  PRIMARY KEY (store_id, customer_id, currency, product_id)
);

-- ====== The test gateway. It stands for somebody else's computer: nothing refers to other tables.

-- A card that was typed in a test store, and what it does. None of these tables is ever written in
-- one transaction with others.
CREATE TABLE test_gateway_cards (
  store_id text COLLATE "C" NOT NULL,
  token text COLLATE "C" NOT NULL,
  behavior text COLLATE "C" NOT NULL,
  brand text COLLATE "C" NOT NULL,
  last_four text COLLATE "C" NOT NULL,
  PRIMARY KEY (store_id, token)
);

-- A charge. A key finds it only as long as it is remembered; after that, another charge may be made
-- under it.
CREATE TABLE test_gateway_charges (
  store_id text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  charge_key text COLLATE "C" NOT NULL,
  key_forgotten bigint NOT NULL DEFAULT 0 CHECK (key_forgotten IN (0, 1)),
  token text COLLATE "C" NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  refunded_minor bigint NOT NULL DEFAULT 0,
  currency text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('waiting', 'pending', 'paid', 'declined')),
  decline_code text COLLATE "C",
  action_token text COLLATE "C",
  return_url text COLLATE "C",
  -- What a pending one becomes, and when.
  ends_as text COLLATE "C" CHECK (ends_as IN ('paid', 'declined')),
  ends_at bigint,
  -- What was said about the charge: customer, description, metadata, as JSON.
  details text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, reference),
  CHECK (refunded_minor BETWEEN 0 AND amount_minor),
  CHECK (status = 'paid' OR refunded_minor = 0),
  CHECK (status <> 'pending' OR ends_at IS NOT NULL),
  CHECK ((ends_at IS NULL) = (ends_as IS NULL))
);
CREATE UNIQUE INDEX test_gateway_charges_by_action
  ON test_gateway_charges (action_token) WHERE action_token IS NOT NULL;
CREATE UNIQUE INDEX test_gateway_charges_by_key
  ON test_gateway_charges (store_id, charge_key) WHERE key_forgotten = 0;

-- A refund of a charge.
CREATE TABLE test_gateway_refunds (
  store_id text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  refund_key text COLLATE "C" NOT NULL,
  key_forgotten bigint NOT NULL DEFAULT 0 CHECK (key_forgotten IN (0, 1)),
  charge_reference text COLLATE "C" NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'paid', 'declined')),
  ends_as text COLLATE "C" CHECK (ends_as IN ('paid', 'declined')),
  ends_at bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, reference),
  CHECK (status <> 'pending' OR ends_at IS NOT NULL),
  CHECK ((ends_at IS NULL) = (ends_as IS NULL))
);
CREATE UNIQUE INDEX test_gateway_refunds_by_key
  ON test_gateway_refunds (store_id, refund_key) WHERE key_forgotten = 0;

-- A dispute of a charge, which opens and ends by itself.
CREATE TABLE test_gateway_disputes (
  store_id text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  charge_reference text COLLATE "C" NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text COLLATE "C" NOT NULL,
  reason text COLLATE "C" NOT NULL,
  ends_as text COLLATE "C" NOT NULL CHECK (ends_as IN ('won', 'lost')),
  opens_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  PRIMARY KEY (store_id, reference)
);

-- A message that it sends after a payment.
CREATE TABLE test_gateway_messages (
  store_id text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('refund', 'dispute')),
  reference text COLLATE "C" NOT NULL,
  due_at bigint NOT NULL,
  PRIMARY KEY (store_id, message_id)
);
CREATE INDEX test_gateway_messages_due ON test_gateway_messages (store_id, due_at);

-- How it fails, where a test wants it to.
CREATE TABLE test_gateway_faults (
  store_id text COLLATE "C" NOT NULL PRIMARY KEY,
  fault text COLLATE "C" NOT NULL
    CHECK (fault IN ('slow_before', 'slow_after', 'answer_lost', 'unavailable', 'search_missing')),
  delay_ms bigint NOT NULL DEFAULT 0
);
