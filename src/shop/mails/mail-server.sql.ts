import type { Reader, Tx } from '../../platform/db/database.ts';
import { changes } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';

/** The mail server as it was set in the dashboard. */
export interface MailServerRow {
  store_id: '';
  host: string;
  port: number;
  tls: 'from_start' | 'required' | 'optional' | 'off';
  user_name: string | null;
  sealed_password: string | null;
  from_name: string | null;
  from_address: string;
  updated_at: number;
}

const servers = table<MailServerRow>(
  'mail_servers',
  'm',
  {
    store_id: 'key',
    host: 'changes',
    port: 'changes',
    tls: 'changes',
    user_name: 'changes',
    sealed_password: 'changes',
    from_name: 'changes',
    from_address: 'changes',
    updated_at: 'changes',
  },
  { has_store: false },
);

const FIND = `${servers.select} WHERE m.store_id = ''`;

export const findMailServer = (reader: Reader) => reader.maybe<MailServerRow>(FIND);

export const saveMailServer = servers.save;

const REMOVE = changes('mail_servers')`DELETE FROM mail_servers WHERE store_id = ''`;

export const removeMailServer = (tx: Tx) => tx.run(REMOVE);

const TAKEN = changes('stores')`
  UPDATE stores SET mail_taken_at = :now WHERE mail_taken_at IS NULL OR mail_taken_at < :now`;

/** That the server takes mails, which is so for every store. */
export const rememberTaken = (tx: Tx, now: number) => tx.run(TAKEN, { now });
