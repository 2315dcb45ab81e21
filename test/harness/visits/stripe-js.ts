import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { Page, Route } from 'playwright-core';
import type { StandIn } from '../../stand-ins/stripe/stand-in.ts';

// Stripe's script, played: at Stripe's own addresses, so that the policy of our page is the one that
// buyers have, and speaking to the stand-in for Stripe's servers.

const made = new Map<string, string>();

function scriptOf(name: string): string {
  const entry = fileURLToPath(new URL(`../../stand-ins/stripe-js/${name}.ts`, import.meta.url));
  const known = made.get(name);
  if (known !== undefined) return known;
  const options = { bundle: true, format: 'iife', write: false } as const;
  const { outputFiles } = buildSync({ entryPoints: [entry], ...options });
  const text = outputFiles[0]?.text ?? '';
  made.set(name, text);
  return text;
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body>${body}</html>`;

/** Where the bank asks, in a frame over the page. */
const CHALLENGE = `<h1>3-D Secure</h1>
<button value="1">Complete authentication</button><button value="">Fail authentication</button>
<script>
document.body.style.background = 'white';
addEventListener('click', async ({ target }) => {
  if (!('value' in target)) return;
  const body = new URLSearchParams({ intent: location.hash.slice(1), approve: target.value });
  await (await fetch('https://api.stripe.com/authenticate', { method: 'POST', body })).text();
  parent.postMessage({ type: 'answered' }, '*');
});
</script>`;

/** What may be wrong on the way to the fields. */
export type Trouble = 'blocked' | 'silent' | 'loaderror' | 'no_stripe';
/** A device with Apple Pay and Google Pay. */
export type Device = Trouble | 'wallets' | 'none';

const FRAMES: Partial<Record<Device, string>> = {
  silent: '',
  loaderror: "<script>parent.postMessage({ type: 'loaderror' }, '*')</script>",
};

const NO_WALLETS = "parent.postMessage({ type: 'ready', height: 0 }, '*')";
const inScript = (text: string): string => `<script>${text}</script>`;

interface Playing {
  /** What of it was asked for, by address. */
  asked: string[];
}

/** Until the end of the test, Stripe's addresses answer in the windows of this one. */
export async function playStripe(
  { page: shown }: { page: Page },
  stand_in: StandIn,
  device: Device = 'none',
): Promise<Playing> {
  const context = shown.context();
  const asked: string[] = [];
  const files = filesFor(device);
  const serveFile = (route: Route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    const [contentType, body] = files[pathname] ?? [];
    if (device === 'blocked' || body === undefined) return route.abort('blockedbyclient');
    return route.fulfill({ contentType: `${contentType}; charset=utf-8`, body });
  };
  const callApi = async (route: Route) => {
    asked.push(new URL(route.request().url()).pathname);
    const { status, body } = await answerOf(route, stand_in);
    const headers = { 'Access-Control-Allow-Origin': '*' };
    await route.fulfill({ status, body, contentType: 'application/json', headers });
  };
  await context.route('https://js.stripe.com/**', serveFile);
  await context.route('https://api.stripe.com/**', callApi);
  after(() => shown.isClosed() || context.unrouteAll({ behavior: 'ignoreErrors' }));
  return { asked };
}

function filesFor(device: Device): Record<string, [type: string, text: string]> {
  const fields = inScript(scriptOf('fields'));
  const script = device === 'no_stripe' ? '' : scriptOf('stripe');
  const wallets = device === 'wallets' ? scriptOf('express') : NO_WALLETS;
  return {
    '/endive/stripe.js': ['text/javascript', script],
    '/v3/elements-inner-payment.html': ['text/html', page('Card', FRAMES[device] ?? fields)],
    '/v3/elements-inner-express.html': ['text/html', page('Wallets', inScript(wallets))],
    '/v3/three-ds-2-challenge.html': ['text/html', page('3-D Secure', CHALLENGE)],
  };
}

/** As Stripe's own script calls: with the publishable key among the parameters. */
async function answerOf(
  route: Route,
  { url: origin, control }: StandIn,
): Promise<{ status: number; body: string }> {
  const request = route.request();
  const url = new URL(request.url());
  const sent = new URLSearchParams(request.postData() ?? '');
  if (url.pathname === '/authenticate') {
    const { intent = '', approve } = Object.fromEntries(sent);
    await control.authenticate({ intent, approve: approve !== '' });
    return { status: 200, body: '{}' };
  }
  const key = sent.get('key') ?? url.searchParams.get('key') ?? '';
  sent.delete('key');
  url.searchParams.delete('key');
  const answer = await fetch(origin + url.pathname + url.search, {
    method: request.method(),
    headers: { Authorization: `Bearer ${key}` },
    ...(request.method() === 'POST' && { body: sent }),
  });
  return { status: answer.status, body: await answer.text() };
}
