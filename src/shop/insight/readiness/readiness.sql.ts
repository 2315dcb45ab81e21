import type { StoreMode } from '../../../platform/core/access.ts';
import type { Reader } from '../../../platform/db/database.ts';
import { MADE } from '../../money/transactions/made.rules.ts';

/** More test stores are not looked at: so this costs the same however many there are. */
const TEST_STORES_MAX = 20;
/** Of mails that wait, the oldest are those that were tried. */
const WAITING_MAX = 20;
/** Of mails that nobody took, the newest. */
const FAILED_MAX = 20;

const exists = (name: string, where: string) =>
  `CASE WHEN EXISTS (SELECT 1 FROM ${where}) THEN 1 ELSE 0 END AS ${name}`;

// Each is found with the first entry of an index.
const HAS_BOUGHT = exists(
  'has_bought',
  `transactions t WHERE t.store_id = s.store_id AND t.status IN ${MADE}`,
);
const HAS_REFUNDED = exists(
  'has_refunded',
  `transactions t WHERE t.store_id = s.store_id AND t.status IN ('refunded', 'partially_refunded')`,
);

const STORE = `SELECT s.number, s.mode, s.provider, s.brand, s.tax_settings, s.mail_settings,
  s.mail_taken_at,
  ${HAS_BOUGHT}, ${HAS_REFUNDED},
  ${exists('has_product', `products p WHERE p.store_id = s.store_id AND p.status = 'active'`)},
  ${exists('has_link', 'payment_links l WHERE l.store_id = s.store_id')}
  FROM stores s WHERE s.store_id = :store_id`;

/** A store as it says and has done so far. */
export interface StoreFactsRow {
  number: number;
  mode: StoreMode;
  provider: string | null;
  brand: string;
  tax_settings: string;
  mail_settings: string;
  /** When the server took one that is deleted, or none of this store; null: not known of any. */
  mail_taken_at: number | null;
  has_bought: number;
  has_refunded: number;
  has_product: number;
  has_link: number;
}

export const findStoreFacts = (reader: Reader) => reader.maybe<StoreFactsRow>(STORE);

const MAY_ENTER = exists(
  'may_enter',
  `people p WHERE p.person_id = :person_id AND (p.is_owner = 1 OR EXISTS (
    SELECT 1 FROM members m WHERE m.store_id = s.store_id AND m.person_id = p.person_id))`,
);

const TRIED_OUT = `SELECT s.number, ${HAS_BOUGHT}, ${HAS_REFUNDED}, ${MAY_ENTER}
  FROM stores s WHERE s.mode = 'test' ORDER BY s.number DESC LIMIT ${TEST_STORES_MAX}`;

interface TriedOutRow {
  number: number;
  has_bought: number;
  has_refunded: number;
  /** Whether whoever asks may see it in the dashboard. */
  may_enter: number;
}

/** What was tried out in the newest test stores of this installation. */
export const listTriedOut = (reader: Reader, person_id: string | null) =>
  reader.all<TriedOutRow>(TRIED_OUT, { person_id: person_id ?? '' });

/** A mail that somebody or something sent, as far as it came. */
export interface MailTryRow {
  kind: string;
  recipient: string;
  status: string;
  response: string | null;
  last_attempt_at: number | null;
}

const MAIL = 'SELECT m.kind, m.recipient, m.status, m.response, m.last_attempt_at FROM mails m';

const NEWEST_SENT = `${MAIL} WHERE m.store_id = :store_id AND m.status = 'sent'
  ORDER BY m.mail_id DESC LIMIT 1`;
const NEWEST_TEST = `${MAIL} WHERE m.store_id = :store_id AND m.kind = 'test'
  ORDER BY m.mail_id DESC LIMIT 1`;
const FAILED = `${MAIL} WHERE m.store_id = :store_id AND m.status = 'failed'
  ORDER BY m.mail_id DESC LIMIT ${FAILED_MAX}`;
const WAITING = `${MAIL} WHERE m.store_id = :store_id AND m.status = 'queued'
  ORDER BY m.mail_id LIMIT ${WAITING_MAX}`;

/** The mails that say whether the mail server takes any. */
export async function listMailTries(reader: Reader): Promise<MailTryRow[]> {
  const found = [NEWEST_SENT, NEWEST_TEST, FAILED, WAITING].map((sql) =>
    reader.all<MailTryRow>(sql),
  );
  return (await Promise.all(found)).flat();
}
