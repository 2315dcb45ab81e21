// What tests may do to the stand-in, from this process or another: POST /<command> with JSON.
import type Stripe from 'stripe';
import { booksOf } from './books.ts';
import { runDue } from './charging.ts';
import { type TypedCard, tokenFor } from './confirmation-tokens.ts';
import * as dashboard from './dashboard.ts';
import { makeEvent } from './events.ts';
import type { Fault, FaultKind } from './faults.ts';
import { validateAll } from './payment-method-domains.ts';
import { Refusal } from './refusals.ts';
import { ROUTES } from './routes.ts';
import {
  queueDelivery,
  sendAgain,
  sendOnce,
  sendToEndpoints,
  sendWaiting,
} from './webhook-sending.ts';
import {
  addAccount,
  addKey,
  byItself,
  type Call,
  type Delivery,
  dataOf,
  type Endpoint,
  must,
  newId,
  nowMs,
  type Seller,
  type WebhookSending,
  type World,
} from './world.ts';

interface Where {
  account?: string;
  livemode?: boolean;
}

const whereOf = (world: World, { account, livemode = false }: Where) => {
  const [first = ''] = world.accounts.keys();
  return dataOf(world, account ?? first, livemode);
};

const endpointOf = (world: World, id: string): Endpoint =>
  must(
    [...world.data.values()].flatMap(({ webhook_endpoints }) => webhook_endpoints.get(id) ?? [])[0],
    id,
  );

const COMMANDS = {
  ...{ pay: dashboard.payAsBuyer, authenticate: dashboard.authenticateAsBuyer },
  ...{
    changeTotal: dashboard.changeTotal,
    settle: dashboard.settle,
    refund: dashboard.refundInDashboard,
  },
  verifyDeposits: dashboard.verifyDeposits,
  ...{ endRefund: dashboard.endRefund, dispute: dashboard.dispute },
  ...{ decideDispute: dashboard.decideDispute, updateCard: dashboard.updateCard },
  ...{ changeHabit: dashboard.changeHabit, detach: dashboard.detachInDashboard },
  ...{ warnOfFraud: dashboard.warnOfFraud, object: dashboard.objectOf },
  deleteCustomer: dashboard.deleteCustomer,
  holdBalanceTransactions: dashboard.holdBalanceTransactions,
  books: booksOf,

  /** Milliseconds by the clock of the stand-in. */
  clock: (world: World): number => nowMs(world),
  /** Moves the clock, does what is due by then, and sends webhooks again whose time has come. */
  async advance(world: World, { seconds }: { seconds: number }): Promise<number> {
    world.clock_ahead_ms += seconds * 1000;
    runDue({ world });
    await sendAgain(world);
    return nowMs(world);
  },

  addAccount: (world: World, seller: Partial<Seller>): Seller => addAccount(world, seller),
  changeAccount(world: World, { id, ...change }: Partial<Seller>): void {
    const [first = ''] = world.accounts.keys();
    Object.assign(must(world.accounts.get(id ?? first), 'the account'), change);
  },
  /** A key; a restricted one if permissions are given. */
  addKey(world: World, { permissions, ...where }: Where & { permissions?: string[] }): string {
    const { seller, livemode } = whereOf(world, where);
    return addKey(world, { account: seller.id, livemode, permissions: permissions ?? 'all' });
  },
  /** A key for pages. */
  addPublishableKey(world: World, where: Where): string {
    const { seller, livemode } = whereOf(world, where);
    return addKey(world, { account: seller.id, livemode, permissions: [], is_publishable: true });
  },
  /** What a buyer types into Stripe's fields on a page: the token that the page gets for it. */
  typeCard(world: World, typed: Where & TypedCard = {}): string {
    return tokenFor(byItself(world, whereOf(world, typed)), typed).id;
  },
  /** Looks at every registered host again, as Stripe does now and then. */
  validateDomains(world: World, where: Where = {}): void {
    validateAll(byItself(world, whereOf(world, where)));
  },
  expireKey(world: World, { key }: { key: string }): void {
    must(world.keys.get(key), 'the key').expired = true;
  },
  /** From now on it is for other addresses than this. */
  moveKey(world: World, { key }: { key: string }): void {
    must(world.keys.get(key), 'the key').is_elsewhere = true;
  },
  /** As the seller does in the dashboard. */
  changeKey(world: World, { key, permissions }: { key: string; permissions: string[] }): void {
    must(world.keys.get(key), 'the key').permissions = permissions;
  },
  /** Every endpoint, with what a restricted key needs for it. */
  routes: (_world: World): { call: string; permission: string; or?: string | undefined }[] =>
    ROUTES.map(({ call, permission, or }) => ({ call, permission, or })),

  fault(world: World, fault: Partial<Fault> & { kind: FaultKind }): void {
    world.faults.push({ call: '*', times: 1, skip: 0, delay_ms: 0, ...fault });
  },
  /** All of them, or those of one account. */
  clearFaults(world: World, { account }: { account?: string } = {}): void {
    world.faults = world.faults.filter((one) => account !== undefined && one.account !== account);
  },
  /** Ends the waiting of all requests that a fault slows down. */
  hurry(world: World): void {
    for (const goOn of world.waiting) goOn();
  },
  calls: (world: World): Call[] => world.calls,
  forgetCalls(world: World): void {
    world.calls.length = 0;
  },
  wantPublicUrls(world: World, { wanted }: { wanted: boolean }): void {
    world.wants_public_urls = wanted;
  },

  /** How webhooks are sent from now on. */
  webhooks(world: World, sending: Partial<WebhookSending>): void {
    Object.assign(world.sending, sending);
  },
  deliveries: (world: World): Delivery[] => world.deliveries,
  /** Sends what was held back, and holds nothing back any more. */
  async release(world: World): Promise<void> {
    world.sending.held = false;
    await sendWaiting(world);
  },
  /** These, in this order; the same one again if it is named again. */
  async deliver(world: World, { ids }: { ids: string[] }): Promise<Delivery[]> {
    const chosen = ids.map((id) =>
      must(
        world.deliveries.find((each) => each.id === id),
        id,
      ),
    );
    for (const delivery of chosen) await sendOnce(world, delivery);
    return chosen;
  },
  async resendFailed(world: World): Promise<void> {
    await sendAgain(world, true);
  },
  /** An event out of nothing: of another account, an unknown type, years old. */
  async sendEvent(
    world: World,
    event: Where & {
      type: string;
      object: object;
      of_account?: string;
      created?: number;
      endpoint?: string;
    },
  ): Promise<Stripe.Event> {
    const { type, object, of_account, created, endpoint } = event;
    const data = whereOf(world, event);
    const made = makeEvent(byItself(world, data), type, object, {
      request: null,
      ...(of_account !== undefined && { account: of_account }),
      ...(created !== undefined && { created }),
    });
    if (endpoint === undefined) sendToEndpoints(world, data, made);
    else await sendOnce(world, queueDelivery(world, data, made, endpoint));
    return made;
  },
  /** Waits until no webhook is on its way. */
  async quiet(world: World): Promise<void> {
    while (world.underway.size > 0) await Promise.all(world.underway);
  },
  /** A new secret beside the old one: both sign until the old one is dropped. */
  rotateSecret(world: World, { endpoint }: { endpoint: string }): string {
    const secret = newId('whsec', 32);
    endpointOf(world, endpoint).secrets.unshift(secret);
    return secret;
  },
  dropOldSecret(world: World, { endpoint }: { endpoint: string }): void {
    endpointOf(world, endpoint).secrets.length = 1;
  },
};

type Command<F> = F extends (...args: infer P) => infer R
  ? P extends [World]
    ? () => Promise<Awaited<R>>
    : P extends [World, (infer A)?]
      ? object extends A
        ? (args?: A) => Promise<Awaited<R>>
        : (args: A) => Promise<Awaited<R>>
      : never
  : never;

export type Control = { [K in keyof typeof COMMANDS]: Command<(typeof COMMANDS)[K]> };

export const COMMAND_NAMES = Object.keys(COMMANDS) as (keyof Control)[];

export async function answerControl(
  world: World,
  path: string,
  body: string,
): Promise<{ status: number; answer: unknown }> {
  const name = path.slice(1);
  if (!Object.hasOwn(COMMANDS, name)) return { status: 404, answer: `There is no command ${name}` };
  const run = COMMANDS[name as keyof typeof COMMANDS] as (world: World, args: unknown) => unknown;
  try {
    return { status: 200, answer: await run(world, body === '' ? {} : JSON.parse(body)) };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, answer: error.message };
    return { status: 500, answer: error instanceof Error ? error.stack : String(error) };
  }
}
