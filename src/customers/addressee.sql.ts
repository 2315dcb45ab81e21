import type { Language } from '../core/languages.ts';
import type { Reader } from '../db/database.ts';

/** Whom a mail is for. */
interface Addressee {
  email: string | null;
  name: string | null;
  language: Language | null;
}

const FIND = `
  SELECT COALESCE(c.email, b.email) AS email, COALESCE(c.name, b.name) AS name, c.language
  FROM customers c LEFT JOIN customer_billings b
    ON b.store_id = c.store_id AND b.customer_id = c.customer_id
  WHERE c.store_id = :store_id AND c.customer_id = :customer_id`;

export const findAddressee = (reader: Reader, customer_id: string) =>
  reader.maybe<Addressee>(FIND, { customer_id });
