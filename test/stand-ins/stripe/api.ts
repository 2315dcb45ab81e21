// A request to the API from its key to its answer: authentication, permission, idempotency,
// faults, the endpoint itself.
import type { IncomingMessage } from 'node:http';
import { runDue } from './charging.ts';
import { expanded, permissionsFor } from './expand.ts';
import { takeFault } from './faults.ts';
import { asText, type Form, readForm } from './form.ts';
import { checkParameters } from './parameters.ts';
import {
  elsewhere,
  forbidden,
  hidden,
  invalid,
  keyInUse,
  lockTimeout,
  noSuchUrl,
  otherEndpoint,
  otherParameters,
  otherSecret,
  Refusal,
  rateLimited,
  refusedAs,
  secretKeyRequired,
  serverError,
  unauthorized,
} from './refusals.ts';
import type { Route } from './route.ts';
import { findRoute } from './routes.ts';
import {
  type AccountData,
  API_VERSION,
  type Call,
  type Context,
  dataOf,
  type Key,
  newId,
  nowMs,
  runAfterwards,
  type World,
} from './world.ts';

const KEYS_KEPT_MS = 24 * 3_600_000;
const KEY_MAX = 255;
const CONFIRMING = ['confirm', 'off_session', 'return_url', 'confirmation_token', 'use_stripe_sdk'];
/** Of the newest calls; a long run forgets the oldest. */
const CALLS_MAX = 20_000;

interface Answer {
  status: number;
  body: string;
  headers: Record<string, string>;
}

/** What becomes of a request: an answer, half of one, none, or a broken connection. */
export type Outcome = { answer: Answer; cut?: true } | 'silence' | 'drop';

/** A request that may be done. */
interface Asked {
  world: World;
  data: AccountData;
  route: Route;
  id: string;
  form: Form;
  call: Call;
}

export async function answerApi(
  world: World,
  request: IncomingMessage,
  body: string,
): Promise<Outcome> {
  runDue({ world });
  const { pathname, search } = new URL(request.url ?? '/', 'http://stand-in');
  const method = request.method ?? 'GET';
  const request_id = newId('req', 14);
  const form = readForm(method === 'POST' ? body : search.slice(1));
  const call: Call = {
    call: `${method} ${pathname}`,
    account: null,
    path: pathname,
    status: 'none',
    fault: null,
    replayed: false,
    idempotency_key: textOf(request.headers['idempotency-key']),
    request_id,
    parameters: structuredClone({ ...form }),
    answer: null,
  };
  world.calls.push(call);
  if (world.calls.length > CALLS_MAX) world.calls.splice(0, CALLS_MAX / 2);
  const outcome = await serve(world, request, form, call).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    return { answer: refused(error, call) };
  });
  if (typeof outcome === 'object') {
    call.status = outcome.answer.status;
    call.answer = JSON.parse(outcome.answer.body);
  }
  return outcome;
}

async function serve(
  world: World,
  request: IncomingMessage,
  form: Form,
  call: Call,
): Promise<Outcome> {
  const key = keyOf(world, textOf(request.headers.authorization));
  call.account = key.account;
  const version = textOf(request.headers['stripe-version']);
  if (version !== null && version !== API_VERSION) {
    throw invalid(`Invalid Stripe API version: ${version}. The stand-in speaks ${API_VERSION}.`);
  }
  const found = findRoute(request.method ?? 'GET', call.path);
  if (found === undefined) throw noSuchUrl(request.method ?? 'GET', call.path);
  const { route, id } = found;
  call.call = route.call;
  if (key.is_elsewhere) throw elsewhere();
  if (key.is_publishable) checkPage(found, form, dataOf(world, key.account, key.livemode));
  else if (!mayCall(key, route)) throw forbidden(key.key, key.account, namesOf(route));
  const fault = takeFault(world.faults, { call: route.call, account: key.account });
  call.fault = fault?.kind ?? null;
  if (fault?.kind === 'rate_limit') throw rateLimited();
  if (fault?.kind === 'rate_limit_400') throw rateLimited(400);
  if (fault?.kind === 'lock_timeout') throw lockTimeout();
  if (fault?.kind === 'key_in_use') throw keyInUse(call.idempotency_key ?? '');
  if (fault?.kind === 'error_503') throw serverError(503);
  if (fault?.kind === 'timeout_before') return 'silence';
  if (fault?.kind === 'drop_before') return 'drop';
  const data = dataOf(world, key.account, key.livemode);
  const asked: Asked = { world, data, route, id, form, call };
  checkNames(asked);
  const { expand } = checkParameters<{ expand?: string[] }>(route.parameters as object, form);
  for (const permission of permissionsFor(expand)) {
    if (!hasPermission(key, permission)) throw forbidden(key.key, key.account, [permission]);
  }
  const answer = await once(asked, async () => {
    if (fault?.kind === 'slow_before') await wait(world, fault.delay_ms);
    if (fault?.kind === 'error_500_before') return refused(serverError(), call);
    if (fault?.refusal) return refused(refusedAs(fault.refusal), call);
    if (fault?.kind === 'error_500_halfway') {
      const unconfirmed = Object.entries(form).filter(([name]) => !CONFIRMING.includes(name));
      execute({ ...asked, form: Object.fromEntries(unconfirmed) });
      return refused(serverError(), call);
    }
    const made = execute(asked);
    if (fault?.kind === 'slow_after') await wait(world, fault.delay_ms);
    return fault?.kind === 'error_500_after' ? refused(serverError(), call) : made;
  });
  if (fault?.kind === 'timeout_after') return 'silence';
  if (fault?.kind === 'drop_after') return 'drop';
  return fault?.kind === 'cut_answer' ? { answer, cut: true } : { answer };
}

/** The answer to the first request with this key, for a day; other parameters are refused. */
async function once(
  { world, data, route, form, call }: Asked,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const key = route.call.startsWith('POST') ? call.idempotency_key : null;
  if (key === null) return run();
  if (key.length > KEY_MAX) throw invalid(`Idempotency keys may have up to ${KEY_MAX} characters`);
  const kept = data.answers.get(key);
  if (kept !== undefined && kept.kept_at > nowMs(world) - KEYS_KEPT_MS) {
    if (kept.method_and_path !== `POST ${call.path}`) {
      throw otherEndpoint(key, kept.method_and_path.slice('POST '.length));
    }
    if (kept.parameters !== asText(form)) throw otherParameters(key);
    if (kept.answer === undefined) throw keyInUse(key);
    call.replayed = true;
    const { status, body, request_id } = kept.answer;
    const headers = { 'Idempotent-Replayed': 'true', 'Original-Request': request_id };
    return { status, body, headers: { ...headersOf(call), ...headers } };
  }
  const method_and_path = `POST ${call.path}`;
  const place = {
    method_and_path,
    parameters: asText(form),
    answer: undefined,
    kept_at: nowMs(world),
  };
  data.answers.set(key, place);
  const answer = await run();
  const { status, body } = answer;
  Object.assign(place, { answer: { status, body, request_id: call.request_id } });
  return answer;
}

/** Before anything is kept: a request whose parameters are wrong never began. */
function checkNames({ route, form }: Asked): void {
  const gone = route.gone.find((name) => Object.hasOwn(form, name));
  if (gone !== undefined) {
    throw invalid(`The parameter \`${gone}\` is no longer supported on this version of the API.`, {
      code: `${gone}_no_longer_supported`,
      param: gone,
    });
  }
  checkParameters(route.parameters, form);
}

function execute({ world, data, route, id, form, call }: Asked): Answer {
  const request = { id: call.request_id, idempotency_key: call.idempotency_key };
  const context: Context = { world, data, request, afterwards: [] };
  const parameters = checkParameters<{ expand?: string[] }>(route.parameters as object, form);
  const { expand, ...given } = parameters;
  try {
    const made = expanded(data, route.handle(context, given, id), expand);
    return { status: 200, body: `${JSON.stringify(made, null, 2)}\n`, headers: headersOf(call) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused(error, call);
  } finally {
    runAfterwards(context);
  }
}

function keyOf(world: World, authorization: string | null): Key {
  const [scheme = '', given = ''] = (authorization ?? '').split(' ');
  const key = /^basic$/i.test(scheme)
    ? (Buffer.from(given, 'base64').toString().split(':')[0] ?? '')
    : given;
  if (key === '') {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  const known = world.keys.get(key);
  if (known?.expired) {
    throw unauthorized(`Expired API Key provided: ${hidden(key)}`, 'api_key_expired');
  }
  if (known === undefined) throw unauthorized(`Invalid API Key provided: ${hidden(key)}`);
  return known;
}

const namesOf = ({ permission, or }: Route): string[] => (or ? [permission, or] : [permission]);

const mayCall = (key: Key, route: Route): boolean =>
  namesOf(route).some((permission) => hasPermission(key, permission));

/** A page reads what it has the secret of, and makes tokens; everything else is the server's. */
function checkPage({ route, id }: { route: Route; id: string }, form: Form, data: AccountData) {
  if (route.with_publishable_key === undefined) throw secretKeyRequired();
  const known = data.payment_intents.get(id) ?? data.setup_intents.get(id);
  if (route.with_publishable_key === 'always' || known === undefined) return;
  if (form.client_secret !== known.client_secret) throw otherSecret(known.object);
}

/** To write includes to read. */
const hasPermission = ({ permissions }: Key, permission: string): boolean =>
  permissions === 'all' ||
  permissions.includes(permission) ||
  permissions.includes(permission.replace(/_read$/, '_write'));

/** As long as that, or until a test hurries everybody. */
function wait(world: World, delay_ms: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      world.waiting.delete(goOn);
      resolve();
    };
    const timer = setTimeout(goOn, delay_ms);
    world.waiting.add(goOn);
  });
}

function refused({ status, error }: Refusal, call: Call): Answer {
  const request_log_url = `https://dashboard.stripe.com/logs/${call.request_id}`;
  const body = `${JSON.stringify({ error: { ...error, request_log_url } }, null, 2)}\n`;
  const headers = headersOf(call);
  if (status === 429) {
    const reason = error.code === 'lock_timeout' ? 'lock-timeout' : 'global-rate';
    return { status, body, headers: { ...headers, 'Stripe-Rate-Limited-Reason': reason } };
  }
  if (status === 409)
    return { status, body, headers: { ...headers, 'Stripe-Should-Retry': 'true' } };
  return { status, body, headers };
}

const headersOf = ({ request_id, idempotency_key }: Call): Record<string, string> => ({
  'Content-Type': 'application/json',
  'Request-Id': request_id,
  'Stripe-Version': API_VERSION,
  ...(idempotency_key !== null && {
    'Idempotency-Key': idempotency_key,
    'Original-Request': request_id,
  }),
});

const textOf = (header: string | string[] | undefined): string | null =>
  Array.isArray(header) ? header.join(', ') : (header ?? null);
