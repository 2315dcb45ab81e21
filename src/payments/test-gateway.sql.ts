import type { Reader, Tx } from '../db/database.ts';
import type { CardBehavior } from './test-card.rules.ts';

// The test gateway's own record: these statements and those of `kassa verify` are the only ones
// that know it.

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
  charge_key: string;
  token: string;
  amount_minor: number;
  refunded_minor: number;
  currency: string;
  status: 'waiting' | 'paid' | 'declined';
  decline_code: string | null;
  action_token: string | null;
  return_url: string | null;
  created_at: number;
}

const CHARGE_COLUMNS = `c.charge_key, c.token, c.amount_minor, c.refunded_minor, c.currency,
  c.status, c.decline_code, c.action_token, c.return_url, c.created_at`;

const LOCK_CHARGE = `SELECT ${CHARGE_COLUMNS} FROM test_gateway_charges c
  WHERE c.store_id = :store_id AND c.charge_key = :charge_key FOR UPDATE`;

export const lockGatewayCharge = (tx: Tx, charge_key: string) =>
  tx.maybe<GatewayChargeRow>(LOCK_CHARGE, { charge_key });

const FIND_BY_ACTION = `SELECT c.store_id, ${CHARGE_COLUMNS} FROM test_gateway_charges c
  WHERE c.action_token = :action_token`;

/** For the bank's page, which knows no store: the token in its address is all it has. */
export const findChargeByAction = (reader: Reader, action_token: string) =>
  reader.maybe<GatewayChargeRow & { store_id: string }>(FIND_BY_ACTION, { action_token });

const INSERT_CHARGE = `
  INSERT INTO test_gateway_charges (store_id, charge_key, token, amount_minor, refunded_minor,
    currency, status, decline_code, action_token, return_url, created_at)
  VALUES (:store_id, :charge_key, :token, :amount_minor, :refunded_minor, :currency, :status,
    :decline_code, :action_token, :return_url, :created_at)`;

export const insertGatewayCharge = (tx: Tx, charge: GatewayChargeRow) =>
  tx.run(INSERT_CHARGE, { ...charge });

const END_WAITING = `
  UPDATE test_gateway_charges SET status = :status, decline_code = :decline_code
  WHERE store_id = :store_id AND charge_key = :charge_key AND status = 'waiting'`;

export const endWaitingCharge = (
  tx: Tx,
  end: { charge_key: string; status: 'paid' | 'declined'; decline_code: string | null },
) => tx.run(END_WAITING, end);

const GIVE_BACK = `
  UPDATE test_gateway_charges SET refunded_minor = refunded_minor + :amount_minor
  WHERE store_id = :store_id AND charge_key = :charge_key AND status = 'paid'
    AND refunded_minor + :amount_minor <= amount_minor`;

export const giveBackCharge = (tx: Tx, refund: { charge_key: string; amount_minor: number }) =>
  tx.run(GIVE_BACK, refund);

export interface GatewayRefundRow {
  refund_key: string;
  charge_key: string;
  amount_minor: number;
  status: 'paid' | 'declined';
  created_at: number;
}

const FIND_REFUND = `
  SELECT refund_key, charge_key, amount_minor, status, created_at FROM test_gateway_refunds
  WHERE store_id = :store_id AND refund_key = :refund_key`;

export const findGatewayRefund = (reader: Reader, refund_key: string) =>
  reader.maybe<GatewayRefundRow>(FIND_REFUND, { refund_key });

const INSERT_REFUND = `
  INSERT INTO test_gateway_refunds (store_id, refund_key, charge_key, amount_minor, status,
    created_at)
  VALUES (:store_id, :refund_key, :charge_key, :amount_minor, :status, :created_at)`;

export const insertGatewayRefund = (tx: Tx, refund: GatewayRefundRow) =>
  tx.run(INSERT_REFUND, { ...refund });

/** What can be made to go wrong: before the effect, after it, or instead of it. */
export interface GatewayFault {
  fault: 'slow_before' | 'slow_after' | 'answer_lost' | 'unavailable';
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
