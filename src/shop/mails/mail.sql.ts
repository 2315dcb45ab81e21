import type { Reader, Tx } from '../../platform/db/database.ts';
import type { Filter } from '../../platform/db/filters.ts';
import { listFiltered } from '../../platform/db/list-filtered.ts';
import { changes, locks } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';
import type { MailRow } from './mail.rules.ts';

const mails = table<MailRow>(
  'mails',
  'm',
  {
    mail_id: 'key',
    kind: 'fixed',
    customer_id: 'fixed',
    recipient: 'fixed',
    language: 'fixed',
    message_id: 'fixed',
    data: 'fixed',
    sealed_secrets: 'changes',
    secret_names: 'fixed',
    attachments: 'fixed',
    resend_of: 'fixed',
    status: 'changes',
    attempts: 'changes',
    response: 'changes',
    queued_at: 'fixed',
    next_attempt_at: 'changes',
    give_up_at: 'fixed',
    send_before: 'fixed',
    last_attempt_at: 'changes',
    sent_at: 'changes',
    created_at: 'fixed',
  },
  { unread: ['claimed_by'] },
);

export const insertMail = mails.insert;

const FIND = `${mails.select} AND m.mail_id = :mail_id`;

export const findMail = (reader: Reader, mail_id: string) =>
  reader.maybe<MailRow>(FIND, { mail_id });

const FILTERS = ['customer_id', 'recipient', 'kind', 'status'] as const;

const LIST = {
  select: mails.select,
  alias: 'm',
  table: 'mails',
  key: 'mail_id',
  names: FILTERS,
};

export const listMailRows = (
  reader: Reader,
  filter: Filter<(typeof FILTERS)[number]>,
  range: { before: string; limit: number },
) => listFiltered<MailRow, (typeof FILTERS)[number]>(reader, LIST, filter, range);

const PURCHASES = `${mails.select} AND m.customer_id = :customer_id AND m.mail_id >= :since
  AND m.kind = 'purchase' AND m.resend_of IS NULL ORDER BY m.mail_id DESC LIMIT 20`;

/** The newest mails about what a customer has bought since, as they were first sent. */
export const listPurchaseMails = (reader: Reader, of: { customer_id: string; since: string }) =>
  reader.all<MailRow>(PURCHASES, of);

const IS_DUE = `m.status IN ('queued', 'sending') AND m.next_attempt_at <= :now`;

const STORES_WITH_DUE = `SELECT s.store_id FROM stores s
  WHERE EXISTS (SELECT 1 FROM mails m WHERE m.store_id = s.store_id AND ${IS_DUE})`;

export const listStoresWithDueMails = (reader: Reader, now: number) =>
  reader.all<{ store_id: string }>(STORES_WITH_DUE, { now });

const DUE = locks('mails', 'store_id')`${mails.select} AND ${IS_DUE}
  ORDER BY m.next_attempt_at, m.mail_id LIMIT :limit FOR UPDATE SKIP LOCKED`;

const CLAIM = changes('mails', 'mail_id')`
  UPDATE mails SET status = 'sending', next_attempt_at = :until, claimed_by = :owner
  WHERE store_id = :store_id AND mail_id = :mail_id`;

/** Claims mails that are due, also those whose process did not come back from sending them. */
export async function claimMails(
  tx: Tx,
  claim: { now: number; until: number; owner: string; limit: number },
): Promise<MailRow[]> {
  const { now, until, owner, limit } = claim;
  const due = await tx.all<MailRow>(DUE, { now, limit });
  for (const { mail_id } of due) await tx.run(CLAIM, { mail_id, until, owner });
  return due;
}

const SETTLE = changes('mails', 'mail_id')`
  UPDATE mails SET ${mails.changes}, claimed_by = NULL
  WHERE store_id = :store_id AND mail_id = :mail_id AND status = 'sending'
    AND claimed_by = :owner`;

/** Returns 0 when somebody else has taken it over meanwhile. */
export const settleMail = (tx: Tx, row: MailRow, owner: string) =>
  tx.run(SETTLE, { ...row, owner });

const FAIL_OVERDUE = changes('mails')`
  UPDATE mails SET status = 'failed', next_attempt_at = NULL, response = :response
  WHERE (store_id, mail_id) IN (
    SELECT m.store_id, m.mail_id FROM mails m
    WHERE ${IS_DUE} AND m.give_up_at <= :now LIMIT :most)`;

/** In all stores: mails that nobody could send in time. */
export const failOverdueMails = (
  tx: Tx,
  overdue: { now: number; response: string; most: number },
) => tx.run(FAIL_OVERDUE, overdue);

interface BounceRow {
  email_folded: string;
  response: string;
  bounced_at: number;
}

const bounces = table<BounceRow>('bounced_addresses', 'b', {
  email_folded: 'key',
  response: 'changes',
  bounced_at: 'changes',
});

export const markBounced = bounces.save;

const CLEAR_BOUNCE = changes('bounced_addresses', 'email_folded')`
  DELETE FROM bounced_addresses WHERE store_id = :store_id AND email_folded = :email_folded`;

export const clearBounce = (tx: Tx, email_folded: string) => tx.run(CLEAR_BOUNCE, { email_folded });

const FORGET = changes('mails')`
  DELETE FROM mails WHERE (store_id, mail_id) IN (
    SELECT m.store_id, m.mail_id FROM mails m
    WHERE m.status NOT IN ('queued', 'sending') AND m.queued_at <= :before LIMIT :most)`;

const TAKEN = `
  SELECT m.store_id FROM mails m JOIN stores s ON s.store_id = m.store_id
  WHERE m.status NOT IN ('queued', 'sending') AND m.queued_at <= :before
    AND m.status = 'sent' AND s.mail_taken_at IS NULL LIMIT :most`;

const REMEMBER_TAKEN = changes('stores')`
  UPDATE stores SET mail_taken_at = :before
  WHERE store_id = :of_store AND mail_taken_at IS NULL`;

/** That the mail server has taken mails of a store is remembered without them. */
export async function deleteOldMails(tx: Tx, before: number, most: number): Promise<number> {
  const taken = await tx.all<{ store_id: string }>(TAKEN, { before, most });
  for (const of_store of new Set(taken.map(({ store_id }) => store_id))) {
    await tx.run(REMEMBER_TAKEN, { before, of_store });
  }
  return tx.run(FORGET, { before, most });
}

const SETTINGS = 'SELECT name, mode, brand, mail_settings FROM stores WHERE store_id = :store_id';

export interface MailSettingsRow {
  name: string;
  mode: 'test' | 'live';
  brand: string;
  mail_settings: string;
}

export const findMailSettings = (reader: Reader) => reader.maybe<MailSettingsRow>(SETTINGS);

const LOCK_SETTINGS = locks('stores', 'store_id')`${SETTINGS} FOR UPDATE`;

export const lockMailSettings = (tx: Tx) => tx.maybe<MailSettingsRow>(LOCK_SETTINGS);

const SAVE_SETTINGS = changes('stores', 'store_id')`
  UPDATE stores SET mail_settings = :mail_settings WHERE store_id = :store_id`;

export const saveMailSettings = (tx: Tx, mail_settings: string) =>
  tx.run(SAVE_SETTINGS, { mail_settings });
