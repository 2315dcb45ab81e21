import type { Reader, Tx } from '../db/database.ts';
import type { CardBehavior } from './test-card.rules.ts';

// The test gateway's own record. Nothing else knows these tables.

export interface GatewayCardRow {
  token: string;
  behavior: CardBehavior;
  brand: string;
  last_four: string;
}

const INSERT_CARD = `
  INSERT INTO test_gateway_cards (store_id, token, behavior, brand, last_four)
  VALUES (:store_id, :token, :behavior, :brand, :last_four)`;

export const insertGatewayCard = (tx: Tx, card: GatewayCardRow) => tx.run(INSERT_CARD, { ...card });

const FIND_CARD = `SELECT token, behavior, brand, last_four FROM test_gateway_cards
  WHERE store_id = :store_id AND token = :token`;

export const findGatewayCard = (reader: Reader, token: string) =>
  reader.maybe<GatewayCardRow>(FIND_CARD, { token });

export interface GatewayChargeRow {
  reference: string;
  charge_key: string;
  token: string;
  amount_minor: number;
  refunded_minor: number;
  currency: string;
  status: 'waiting' | 'pending' | 'paid' | 'declined';
  decline_code: string | null;
  action_token: string | null;
  return_url: string | null;
  ends_as: 'paid' | 'declined' | null;
  ends_at: number | null;
  details: string;
  created_at: number;
}

const CHARGE_NAMES = [
  'reference',
  'charge_key',
  'token',
  'amount_minor',
  'refunded_minor',
  'currency',
  'status',
  'decline_code',
  'action_token',
  'return_url',
  'ends_as',
  'ends_at',
  'details',
  'created_at',
] as const satisfies (keyof GatewayChargeRow)[];

const CHARGE = `SELECT store_id, ${CHARGE_NAMES.join(', ')} FROM test_gateway_charges`;

const FIND_CHARGE = `${CHARGE} WHERE store_id = :store_id AND reference = :reference`;

export const findGatewayCharge = (reader: Reader, reference: string) =>
  reader.maybe<GatewayChargeRow>(FIND_CHARGE, { reference });

const LOCK_CHARGE = `${FIND_CHARGE} FOR UPDATE`;

export const lockGatewayCharge = (tx: Tx, reference: string) =>
  tx.maybe<GatewayChargeRow>(LOCK_CHARGE, { reference });

const LOCK_CHARGE_BY_KEY = `${CHARGE} WHERE store_id = :store_id AND charge_key = :key
  AND key_forgotten = 0 FOR UPDATE`;

/** The charge that a key stands for, if it was not forgotten. */
export const lockChargeByKey = (tx: Tx, key: string) =>
  tx.maybe<GatewayChargeRow>(LOCK_CHARGE_BY_KEY, { key });

const FORGET_CHARGE_KEY = `UPDATE test_gateway_charges SET key_forgotten = 1
  WHERE store_id = :store_id AND reference = :reference`;

export const forgetChargeKey = (tx: Tx, reference: string) =>
  tx.run(FORGET_CHARGE_KEY, { reference });

const SEARCH_CHARGE = `${CHARGE} WHERE store_id = :store_id AND charge_key = :key
  ORDER BY created_at, reference LIMIT 1`;

/** By what was said about it, however long ago. */
export const searchGatewayCharge = (reader: Reader, key: string) =>
  reader.maybe<GatewayChargeRow>(SEARCH_CHARGE, { key });

const FIND_BY_ACTION = `${CHARGE} WHERE action_token = :action_token`;

/** For the bank's page, which knows no store: the token in its address is all it has. */
export const findChargeByAction = (reader: Reader, action_token: string) =>
  reader.maybe<GatewayChargeRow & { store_id: string }>(FIND_BY_ACTION, { action_token });

const INSERT_CHARGE = `
  INSERT INTO test_gateway_charges (store_id, ${CHARGE_NAMES.join(', ')})
  VALUES (:store_id, ${CHARGE_NAMES.map((name) => `:${name}`).join(', ')})`;

export const insertGatewayCharge = (tx: Tx, charge: GatewayChargeRow) =>
  tx.run(INSERT_CHARGE, { ...charge });

const END_CHARGE = `
  UPDATE test_gateway_charges SET status = :status, decline_code = :decline_code
  WHERE store_id = :store_id AND reference = :reference AND status IN ('waiting', 'pending')`;

/** Returns 0 when it has ended already. */
export const endCharge = (
  tx: Tx,
  end: { reference: string; status: 'paid' | 'declined'; decline_code: string | null },
) => tx.run(END_CHARGE, end);

const GIVE_BACK = `
  UPDATE test_gateway_charges SET refunded_minor = refunded_minor + :amount_minor
  WHERE store_id = :store_id AND reference = :reference AND status = 'paid'
    AND refunded_minor + :amount_minor <= amount_minor`;

/** Takes a part of a charge for a refund, or puts it back (below 0); 0 when so much is not left. */
export const giveBackCharge = (tx: Tx, refund: { reference: string; amount_minor: number }) =>
  tx.run(GIVE_BACK, refund);

export interface GatewayRefundRow {
  reference: string;
  refund_key: string;
  charge_reference: string;
  amount_minor: number;
  currency: string;
  status: 'pending' | 'paid' | 'declined';
  ends_as: 'paid' | 'declined' | null;
  ends_at: number | null;
  created_at: number;
}

const REFUND_NAMES = [
  'reference',
  'refund_key',
  'charge_reference',
  'amount_minor',
  'currency',
  'status',
  'ends_as',
  'ends_at',
  'created_at',
] as const satisfies (keyof GatewayRefundRow)[];

const REFUND = `SELECT ${REFUND_NAMES.join(', ')} FROM test_gateway_refunds
  WHERE store_id = :store_id`;

const FIND_REFUND = `${REFUND} AND reference = :reference`;

export const findGatewayRefund = (reader: Reader, reference: string) =>
  reader.maybe<GatewayRefundRow>(FIND_REFUND, { reference });

const FIND_REFUND_BY_KEY = `${REFUND} AND refund_key = :key AND key_forgotten = 0`;

export const findRefundByKey = (reader: Reader, key: string) =>
  reader.maybe<GatewayRefundRow>(FIND_REFUND_BY_KEY, { key });

const FORGET_REFUND_KEY = `UPDATE test_gateway_refunds SET key_forgotten = 1
  WHERE store_id = :store_id AND reference = :reference`;

export const forgetRefundKey = (tx: Tx, reference: string) =>
  tx.run(FORGET_REFUND_KEY, { reference });

const SEARCH_REFUND = `${REFUND} AND refund_key = :key ORDER BY created_at, reference LIMIT 1`;

export const searchGatewayRefund = (reader: Reader, key: string) =>
  reader.maybe<GatewayRefundRow>(SEARCH_REFUND, { key });

const INSERT_REFUND = `
  INSERT INTO test_gateway_refunds (store_id, ${REFUND_NAMES.join(', ')})
  VALUES (:store_id, ${REFUND_NAMES.map((name) => `:${name}`).join(', ')})`;

export const insertGatewayRefund = (tx: Tx, refund: GatewayRefundRow) =>
  tx.run(INSERT_REFUND, { ...refund });

const END_REFUND = `UPDATE test_gateway_refunds SET status = :status
  WHERE store_id = :store_id AND reference = :reference AND status = 'pending'`;

/** Returns 0 when it has ended already. */
export const endRefund = (tx: Tx, end: { reference: string; status: 'paid' | 'declined' }) =>
  tx.run(END_REFUND, end);

/** What can be made to go wrong: before the effect, after it, or instead of it. */
export interface GatewayFault {
  fault: 'slow_before' | 'slow_after' | 'answer_lost' | 'unavailable' | 'search_missing';
  delay_ms: number;
}

const FIND_FAULT = `
  SELECT fault, delay_ms FROM test_gateway_faults WHERE store_id = :store_id`;

export const findGatewayFault = (reader: Reader) => reader.maybe<GatewayFault>(FIND_FAULT);

const SET_FAULT = `
  INSERT INTO test_gateway_faults (store_id, fault, delay_ms)
  VALUES (:store_id, :fault, :delay_ms)
  ON CONFLICT (store_id) DO UPDATE SET fault = excluded.fault, delay_ms = excluded.delay_ms`;

const CLEAR_FAULT = 'DELETE FROM test_gateway_faults WHERE store_id = :store_id';

/** Switches a fault on, or off with undefined; it works at once, also in a running process. */
export const setGatewayFault = (tx: Tx, fault: GatewayFault | undefined) =>
  fault === undefined ? tx.run(CLEAR_FAULT) : tx.run(SET_FAULT, { ...fault });
