import type { Language } from '../../platform/core/languages.ts';
import type { Reader } from '../../platform/db/database.ts';
import { reads } from '../../platform/db/rows.ts';

/** Whom a mail is for. */
interface Addressee {
  email: string | null;
  name: string | null;
  language: Language | null;
  /** How the store sends its mails, as JSON. */
  mail_settings: string;
}

const FIND = reads('customers', 'customer_id')
  .reads('stores', 'store_id')
  .reads('customer_billings', 'customer_id')`
  SELECT COALESCE(c.email, b.email) AS email, COALESCE(c.name, b.name) AS name, c.language,
    s.mail_settings
  FROM customers c JOIN stores s ON s.store_id = c.store_id LEFT JOIN customer_billings b
    ON b.store_id = c.store_id AND b.customer_id = c.customer_id
  WHERE c.store_id = :store_id AND c.customer_id = :customer_id`;

/** Both in one query: every purchase asks for them. */
export const findAddressee = (reader: Reader, customer_id: string) =>
  reader.maybe<Addressee>(FIND, { customer_id });
