import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';

// What the test gateway reports later: refunds that fail, and disputes. Nothing else uses these tables.

export interface GatewayDisputeRow {
  reference: string;
  charge_reference: string;
  amount_minor: number;
  currency: string;
  reason: string;
  ends_as: 'won' | 'lost';
  opens_at: number;
  ends_at: number;
}

const disputes = table<GatewayDisputeRow>('test_gateway_disputes', 'd', {
  reference: 'key',
  charge_reference: 'fixed',
  amount_minor: 'fixed',
  currency: 'fixed',
  reason: 'fixed',
  ends_as: 'fixed',
  opens_at: 'fixed',
  ends_at: 'fixed',
});

export const insertGatewayDispute = disputes.insert;

const FIND_DISPUTE = `${disputes.select} AND d.reference = :reference`;

export const findGatewayDispute = (reader: Reader, reference: string) =>
  reader.maybe<GatewayDisputeRow>(FIND_DISPUTE, { reference });

const LIST_DISPUTES = `${disputes.select} AND d.opens_at >= :since ORDER BY d.reference`;

export const listGatewayDisputes = (reader: Reader, since: number) =>
  reader.all<GatewayDisputeRow>(LIST_DISPUTES, { since });

interface MessageRow {
  message_id: string;
  kind: 'refund' | 'dispute';
  reference: string;
  due_at: number;
}

const messages = table<MessageRow>('test_gateway_messages', 'm', {
  message_id: 'key',
  kind: 'fixed',
  reference: 'fixed',
  due_at: 'changes',
});

export const insertMessage = messages.insert;

const NEXT_DUE = `SELECT m.due_at FROM test_gateway_messages m WHERE m.store_id = :store_id
  ORDER BY m.due_at LIMIT 1`;

export const nextMessageDueAt = async (reader: Reader): Promise<number | undefined> =>
  (await reader.maybe<{ due_at: number }>(NEXT_DUE))?.due_at;

/** A Hint of the port. */
interface DueMessageRow {
  message_id: string;
  of: 'refund' | 'dispute';
  reference: string;
  key: null;
}

const DUE = `SELECT m.message_id, m.kind AS "of", m.reference, CAST(NULL AS text) AS key
  FROM test_gateway_messages m WHERE m.store_id = :store_id AND m.due_at <= :now
  ORDER BY m.due_at LIMIT :limit`;

export const listDueMessages = (reader: Reader, due: { now: number; limit: number }) =>
  reader.all<DueMessageRow>(DUE, due);

const FORGET = changes('test_gateway_messages', 'message_id')`DELETE FROM test_gateway_messages
  WHERE store_id = :store_id AND message_id = :message_id`;

export const forgetMessage = (tx: Tx, message_id: string) => tx.run(FORGET, { message_id });

const POSTPONE = changes('test_gateway_messages', 'message_id')`
  UPDATE test_gateway_messages SET due_at = :due_at
  WHERE store_id = :store_id AND message_id = :message_id`;

export const postponeMessage = (tx: Tx, later: { message_id: string; due_at: number }) =>
  tx.run(POSTPONE, later);
