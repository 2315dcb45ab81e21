import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';

export interface OwnerLinkRow {
  kind: 'setup' | 'recovery';
  token_hash: string;
  /** Of a recovery link: which owner it lets in. */
  person_id: string | null;
  expires_at: number;
}

const links = table<OwnerLinkRow>(
  'owner_links',
  'l',
  { kind: 'key', token_hash: 'changes', person_id: 'changes', expires_at: 'changes' },
  { has_store: false },
);

/** A new one instead of the last of its kind. */
export const saveOwnerLink = links.save;

const FIND = `${links.select} WHERE l.token_hash = :token_hash`;

export const findOwnerLink = (reader: Reader, token_hash: string) =>
  reader.maybe<OwnerLinkRow>(FIND, { token_hash });

const TAKE = changes('owner_links', 'token_hash')`
  DELETE FROM owner_links WHERE token_hash = :token_hash AND expires_at > :now`;

/** Returns 1 for the one who uses the link, and 0 for everybody after that. */
export const takeOwnerLink = (tx: Tx, token_hash: string, now: number) =>
  tx.run(TAKE, { token_hash, now });

const FORGET = changes('owner_links')`DELETE FROM owner_links WHERE expires_at <= :now`;

export const forgetOwnerLinks = (tx: Tx, now: number) => tx.run(FORGET, { now });
