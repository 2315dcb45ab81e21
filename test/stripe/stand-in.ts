// A stand-in for Stripe: a stateful process that speaks the endpoints which Kassa uses, hosts a
// payment page, sends signed webhooks, and can be made to fail.
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
  control: Control;
  stop(): Promise<void>;
}

interface Place {
  port: number;
  control_port: number;
  account: string;
  keys: { test: string; live: string };
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
  const { port, control_port, close } = await listen(world);
  return { place: { port, control_port, account, keys }, close };
}

function standIn({ port, control_port, account, keys }: Place, stop: () => Promise<void>): StandIn {
  const host = '127.0.0.1';
  const control = Object.fromEntries(
    COMMAND_NAMES.map((name) => [
      name,
      (args: unknown = {}) => command(`http://${host}:${control_port}/${name}`, args),
    ]),
  );
  const url = `http://${host}:${port}`;
  return { host, port, url, account, keys, control: control as unknown as Control, stop };
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
