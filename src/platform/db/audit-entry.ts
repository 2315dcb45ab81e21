import type { AuditRow } from '../core/audit-chain.ts';
import type { Values } from './database.ts';
import { adds } from './rows.ts';

export const INSERT_ENTRY = adds('audit_entries', 'sequence')`
  INSERT INTO audit_entries (store_id, sequence, created_at, actor_kind,
    actor_id, actor_address, action, request_id, target, changes, first_event, last_event, hash)
  VALUES (:store_id, :sequence, :created_at, :actor_kind, :actor_id, :actor_address, :action,
    :request_id, :target, :changes, :first_event, :last_event, :hash)`;

export const INSERT_EVENT = adds('events', 'sequence')`INSERT INTO events
    (store_id, sequence, event_id, type, data, customer_id, created_at)
  VALUES (:store_id, :sequence, :event_id, :type, :data, :customer_id, :created_at)`;

export const entryValues = (store_id: string, row: AuditRow): Values => ({ store_id, ...row });
