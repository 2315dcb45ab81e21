import type { Reader, Tx } from '../../../platform/db/database.ts';
import { changes, locks } from '../../../platform/db/rows.ts';
import { table } from '../../../platform/db/table.ts';
import type { CardBehavior } from './test-card.rules.ts';

// The test gateway's own records. Nothing else uses these tables.

interface GatewayCardRow {
  token: string;
  behavior: CardBehavior;
  brand: string;
  last_four: string;
}

// Cards from before a token said what its card does.
const cards = table<GatewayCardRow>('test_gateway_cards', 'c', {
  token: 'key',
  behavior: 'fixed',
  brand: 'fixed',
  last_four: 'fixed',
});

const FIND_CARD = `${cards.select} AND c.token = :token`;

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

const charges = table<GatewayChargeRow>(
  'test_gateway_charges',
  'c',
  {
    reference: 'key',
    charge_key: 'fixed',
    token: 'fixed',
    amount_minor: 'fixed',
    refunded_minor: 'separate',
    currency: 'fixed',
    status: 'separate',
    decline_code: 'separate',
    action_token: 'fixed',
    return_url: 'fixed',
    ends_as: 'fixed',
    ends_at: 'fixed',
    details: 'fixed',
    created_at: 'fixed',
  },
  { unread: ['key_forgotten'] },
);

const FIND_CHARGE = `${charges.select} AND c.reference = :reference`;

export const findGatewayCharge = (reader: Reader, reference: string) =>
  reader.maybe<GatewayChargeRow>(FIND_CHARGE, { reference });

const LOCK_CHARGE = locks('test_gateway_charges', 'reference')`${FIND_CHARGE} FOR UPDATE`;

export const lockGatewayCharge = (tx: Tx, reference: string) =>
  tx.maybe<GatewayChargeRow>(LOCK_CHARGE, { reference });

const LOCK_CHARGE_BY_KEY = locks('test_gateway_charges', 'charge_key = :key')`
  ${charges.select} AND c.charge_key = :key
  AND c.key_forgotten = 0 FOR UPDATE`;

/** The charge that was started with this key, unless the key is forgotten. */
export const lockChargeByKey = (tx: Tx, key: string) =>
  tx.maybe<GatewayChargeRow>(LOCK_CHARGE_BY_KEY, { key });

const FORGET_CHARGE_KEY = changes('test_gateway_charges', 'reference')`
  UPDATE test_gateway_charges SET key_forgotten = 1
  WHERE store_id = :store_id AND reference = :reference`;

export const forgetChargeKey = (tx: Tx, reference: string) =>
  tx.run(FORGET_CHARGE_KEY, { reference });

const SEARCH_CHARGE = `${charges.select} AND c.charge_key = :key
  ORDER BY c.created_at, c.reference LIMIT 1`;

/** Finds a charge by its key, also when the key is forgotten. */
export const searchGatewayCharge = (reader: Reader, key: string) =>
  reader.maybe<GatewayChargeRow>(SEARCH_CHARGE, { key });

const FIND_BY_ACTION = `SELECT c.store_id, ${charges.columns} FROM test_gateway_charges c
  WHERE c.action_token = :action_token`;

/** Finds the store too: the bank's page knows only the token in its address. */
export const findChargeByAction = (reader: Reader, action_token: string) =>
  reader.maybe<GatewayChargeRow & { store_id: string }>(FIND_BY_ACTION, { action_token });

export const insertGatewayCharge = charges.insert;

const END_CHARGE = changes('test_gateway_charges', 'reference')`
  UPDATE test_gateway_charges SET status = :status, decline_code = :decline_code
  WHERE store_id = :store_id AND reference = :reference AND status IN ('waiting', 'pending')`;

/** Returns 0 when it has ended already. */
export const endCharge = (
  tx: Tx,
  end: { reference: string; status: 'paid' | 'declined'; decline_code: string | null },
) => tx.run(END_CHARGE, end);

const ADD_REFUNDED = changes('test_gateway_charges', 'reference')`
  UPDATE test_gateway_charges SET refunded_minor = refunded_minor + :amount_minor
  WHERE store_id = :store_id AND reference = :reference AND status = 'paid'
    AND refunded_minor + :amount_minor <= amount_minor`;

/** Adds to the refunded amount, or subtracts (below 0). Returns 0 when less is left to refund. */
export const addRefundedAmount = (tx: Tx, refund: { reference: string; amount_minor: number }) =>
  tx.run(ADD_REFUNDED, refund);

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

const refunds = table<GatewayRefundRow>(
  'test_gateway_refunds',
  'r',
  {
    reference: 'key',
    refund_key: 'fixed',
    charge_reference: 'fixed',
    amount_minor: 'fixed',
    currency: 'fixed',
    status: 'separate',
    ends_as: 'fixed',
    ends_at: 'fixed',
    created_at: 'fixed',
  },
  { unread: ['key_forgotten'] },
);

const FIND_REFUND = `${refunds.select} AND r.reference = :reference`;

export const findGatewayRefund = (reader: Reader, reference: string) =>
  reader.maybe<GatewayRefundRow>(FIND_REFUND, { reference });

const FIND_REFUND_BY_KEY = `${refunds.select} AND r.refund_key = :key AND r.key_forgotten = 0`;

export const findRefundByKey = (reader: Reader, key: string) =>
  reader.maybe<GatewayRefundRow>(FIND_REFUND_BY_KEY, { key });

const FORGET_REFUND_KEY = changes('test_gateway_refunds', 'reference')`
  UPDATE test_gateway_refunds SET key_forgotten = 1
  WHERE store_id = :store_id AND reference = :reference`;

export const forgetRefundKey = (tx: Tx, reference: string) =>
  tx.run(FORGET_REFUND_KEY, { reference });

const SEARCH_REFUND = `${refunds.select} AND r.refund_key = :key
  ORDER BY r.created_at, r.reference LIMIT 1`;

export const searchGatewayRefund = (reader: Reader, key: string) =>
  reader.maybe<GatewayRefundRow>(SEARCH_REFUND, { key });

export const insertGatewayRefund = refunds.insert;

const END_REFUND = changes('test_gateway_refunds', 'reference')`
  UPDATE test_gateway_refunds SET status = :status
  WHERE store_id = :store_id AND reference = :reference AND status <> :status`;

/** Returns 0 when it has ended already. */
export const endRefund = (tx: Tx, end: { reference: string; status: 'paid' | 'declined' }) =>
  tx.run(END_REFUND, end);

/** A fault to simulate: before the work, after it, or instead of it. */
export interface GatewayFault {
  fault: 'slow_before' | 'slow_after' | 'answer_lost' | 'unavailable' | 'search_missing';
  delay_ms: number;
}

// One for each store at most: the store is its key.
const faults = table<GatewayFault>('test_gateway_faults', 'f', {
  fault: 'changes',
  delay_ms: 'changes',
});

export const findGatewayFault = (reader: Reader) => reader.maybe<GatewayFault>(faults.select);

const CLEAR_FAULT = changes('test_gateway_faults', 'store_id')`
  DELETE FROM test_gateway_faults WHERE store_id = :store_id`;

/** Switches a fault on, or off with undefined; it works at once, also in a running process. */
export const setGatewayFault = (tx: Tx, fault: GatewayFault | undefined) =>
  fault === undefined ? tx.run(CLEAR_FAULT) : faults.save(tx, fault);
