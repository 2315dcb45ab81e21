import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DAY_MS } from '../../../src/platform/core/time.ts';
import { setGatewayFault } from '../../../src/shop/money/payments/test-gateway.sql.ts';
import { type MailServerProcess, startMailServer } from '../../stand-ins/mail-server.ts';
import { type Receiver, startReceiver } from '../../stand-ins/receiver.ts';
import { cards } from '../cast.ts';
import type { ProcessShop } from '../process-shop.ts';
import { until } from '../until.ts';

// A shop at work: one store sells and gives back, another one has subscribers whose clock is moved.
// Both send mails and webhooks. What became of it is compared in test/harness/sales/trade-books.ts.

type Body = Awaited<ReturnType<ProcessShop['call']>>['body'];

/** Asks for something and returns the answer with status 200. The key names this request. */
export type Ask = (path: string, input: object, key: string) => Promise<Body>;

const PRODUCT = { name: 'Editor', description: '', price: 20, currency: 'USD' };
const PLAN = { ...PRODUCT, name: 'Daily', billing_type: 'recurring', billing_interval: 'day' };
/** A renewal takes a moment, so that there is something under way when a fault comes. */
const RENEWAL = { fault: 'slow_after', delay_ms: 60 } as const;
const BETWEEN_SALES_MS = 250; // Each has an invoice to be made and a mail to be sent.
const REFUND_EVERY = 3;

export interface Trade {
  shop: ProcessShop;
  /** Of every instance: where mails and webhooks go. */
  settings: Record<string, string>;
  mail_server: MailServerProcess;
  receiver: Receiver;
  product_id: string;
  /** The store with subscribers. It sells nothing more: an open checkout would expire. */
  renewing: { store_id: string; api_key: string };
  subscribers: number;
  /** How often a day has passed for the subscribers. */
  days: number;
  /** Sessions that were answered as paid. */
  paid: Set<string>;
  /** Payments that were answered as refunded. */
  refunded: Set<string>;
}

/** Before the shop is started, which needs the settings. */
export async function makeTrade(shop: ProcessShop): Promise<Trade> {
  const mail_server = await startMailServer(join(shop.place.data_dir, 'arrived'));
  const settings = {
    KASSA_SMTP_URL: `smtp://127.0.0.1:${mail_server.port}`,
    KASSA_MAIL_FROM: 'shop@example.com',
    KASSA_WEBHOOK_ALLOW: '127.0.0.0/8',
    KASSA_LOG_LEVEL: 'off',
  };
  return {
    ...{ shop, settings, mail_server, receiver: await startReceiver(), product_id: '' },
    renewing: await shop.makeStore(),
    ...{ subscribers: 0, days: 0, paid: new Set(), refunded: new Set() },
  };
}

/** Products, webhooks and subscribers, once the shop has started. */
export async function openTrade(trade: Trade, subscribers: number): Promise<void> {
  const { shop, receiver, renewing } = trade;
  const here = asking(shop);
  const there = asking(shop, { 'x-api-key': renewing.api_key });
  for (const ask of [here, there]) await ask('/create-webhook', { url: receiver.url }, 'hook');
  trade.product_id = (await here('/create-product', PRODUCT, 'product')).product_id;
  const { product_id } = await there('/create-product', PLAN, 'plan');
  for (let at = 0; at < subscribers; at++) await buy(there, product_id, `subscriber-${at}`);
  trade.subscribers = subscribers;
  const { store_id } = renewing;
  await shop.db.write({ store_id }, async (tx) => setGatewayFault(tx, RENEWAL));
}

/** Every answer must be 200, at the first time of asking. */
const asking =
  (shop: ProcessShop, headers: Record<string, string> = {}): Ask =>
  async (path, input) => {
    const { status, body } = await shop.call(path, input, headers);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  };

/** Asks again with the same Idempotency-Key until it is answered: the database may be away. */
export const insisting =
  (shop: ProcessShop, headers: Record<string, string> = {}): Ask =>
  async (path, input, key) => {
    let body: Body;
    await until(async () => {
      const named = { ...headers, 'idempotency-key': key };
      const answer = await shop.call(path, input, named).catch(() => undefined);
      const status = answer?.status ?? 500;
      assert.ok(status === 200 || status === 500, `${path}: ${JSON.stringify(answer?.body)}`);
      body = answer?.body;
      return status === 200;
    }, `${path} is answered`);
    return body;
  };

async function buy(ask: Ask, product_id: string, name: string): Promise<Body> {
  const buyer = { customer_id: name, customer_email: `${name}@example.com` };
  const sold = { product_id, quantity: 1, ...buyer };
  const { checkout_session_id } = await ask('/create-checkout', sold, `open-${name}`);
  const payment = { checkout_session_id, payment_method: cards.pays };
  const session = await ask('/complete-checkout', payment, `pay-${name}`);
  assert.equal(session.status, 'completed');
  return session;
}

export interface Selling {
  /** What went wrong; the seller that it happened to goes on with the next sale. */
  failures: string[];
  /** Waits until so many more sales were answered. */
  untilSold(more: number): Promise<void>;
  end(): Promise<void>;
}

/** Each of these sells again and again, and gives the money back now and then. */
export function startSelling(trade: Trade, asks: Ask[]): Selling {
  const failures: string[] = [];
  let sales = 0;
  let is_over = false;
  async function sell(ask: Ask, name: string): Promise<void> {
    const session = await buy(ask, trade.product_id, name);
    trade.paid.add(session.checkout_session_id);
    sales += 1;
    if (sales % REFUND_EVERY !== 0) return;
    const { transaction_id } = session;
    await ask('/refund-transaction', { transaction_id }, `refund-${name}`);
    trade.refunded.add(transaction_id);
  }
  const sellers = asks.map(async (ask, seller) => {
    for (let at = 0; !is_over; at++) {
      await sell(ask, `buyer-${seller}-${at}`).catch((error) => failures.push(String(error)));
      await setTimeout(BETWEEN_SALES_MS);
    }
  });
  return {
    failures,
    async untilSold(more) {
      const wanted = sales + more;
      await until(() => sales >= wanted || failures.length > 0, `${more} sales are answered`);
    },
    async end() {
      is_over = true;
      await Promise.all(sellers);
    },
  };
}

/** A day passes for the subscribers: whichever instance looks first renews what is due. */
export async function passDay(trade: Trade): Promise<void> {
  const { shop, renewing } = trade;
  trade.days += 1;
  const ahead_ms = trade.days * DAY_MS;
  const MOVE = 'UPDATE stores SET clock_ahead_ms = :ahead_ms WHERE store_id = :store_id';
  const move = () => shop.db.write(renewing, async (tx) => tx.run(MOVE, { ahead_ms }));
  // After a fault, connections of this test may have been lost too.
  await until(async () => (await move().catch(() => 0)) === 1, 'a day passes');
}

/** Only while no process of the shop runs: what a dead or lost one had claimed is free at once. */
export const endLeases = ({ shop }: Trade) =>
  shop.db.write(null, async (tx) => {
    const now = Date.now();
    await tx.run(`UPDATE mails SET next_attempt_at = :now WHERE status IN ('queued', 'sending')`, {
      now,
    });
    await tx.run(
      `UPDATE webhook_deliveries SET claimed_until = 0, next_attempt_at = :now
       WHERE status = 'pending'`,
      { now },
    );
    await tx.run('UPDATE subscriptions SET claimed_until = 0');
  });
