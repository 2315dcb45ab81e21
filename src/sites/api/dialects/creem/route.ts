import type { Static, TObject, TProperties } from 'typebox';
import { type Detail, Refusal, refuseParameters } from '../../../../platform/core/errors.ts';
import { type InputOf, parameters } from '../../../../platform/operation/parameters.ts';
import type { DialectRequest } from '../../dialect.ts';
import { type CreemMode, creemMode } from './entities.rules.ts';

/** What a route is asked, besides its parameters. */
export interface CreemRequest extends Pick<DialectRequest, 'ask' | 'headers' | 'store'> {
  mode: CreemMode;
  /** The part of the path that is a name; empty where it has none. */
  id: string;
  /** The store's time. */
  now: number;
  /** Of the request; for the one operation of a route that changes something. */
  idempotency_key: string | undefined;
}

export type Serve = (request: DialectRequest, id: string, wall: number) => Promise<object>;
export type Routes = Record<`${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`, Serve>;

interface Declared<P extends TProperties> {
  /** Creem's parameters, in the query string or the body. */
  input?: TObject<P>;
  /** Its parameters that we cannot do: refused unless they ask for nothing. */
  unsupported?: readonly string[];
  check?(input: Partial<Static<TObject<P>>>): Detail[];
  /** Our names of parameters, and Creem's: a refusal names what was sent. */
  names?: Record<string, string>;
  serve(input: InputOf<TObject<P>>, request: CreemRequest): Promise<object>;
}

/** Declares a path of Creem's: its parameters are checked, then it is translated. */
export function route<P extends TProperties>(declared: Declared<P>): Serve {
  const { unsupported = [], names = {}, check } = declared;
  const schema = declared.input ?? ({ type: 'object', properties: {} } as TObject<P>);
  const rules = check ? { check } : {};
  const read = parameters(schema, rules);
  return async (request, id, wall) => {
    const sent = request.readJson();
    const query = request.query_text === '' ? undefined : new Map(request.readQuery());
    const no = unsupported.filter((name) => !asksNothing(sent[name] ?? query?.get(name)));
    if (no.length > 0) throw refuseParameters(no.map(notSupported));
    const rest = Object.entries(sent).filter(([name]) => !unsupported.includes(name));
    for (const name of unsupported) query?.delete(name);
    const { ask, headers, store } = request;
    const [key] = [headers['idempotency-key']].flat();
    try {
      return await declared.serve(read.read(Object.fromEntries(rest), query), {
        ...{ ask, headers, store, id, idempotency_key: key },
        mode: creemMode(store.mode),
        now: wall + store.clock_ahead_ms,
      });
    } catch (error) {
      throw error instanceof Refusal ? renamed(error, names) : error;
    }
  };
}

/** The API key of the request. */
export function apiKeyIn(headers: CreemRequest['headers']): string {
  const [key] = [headers['x-api-key']].flat();
  return key || (headers.authorization?.replace(/^bearer[\t ]+/i, '') ?? '');
}

/** `false`, `null`, `[]`, or nothing at all. */
const asksNothing = (value: unknown): boolean =>
  (value ?? null) === null ||
  value === false ||
  value === 'false' ||
  (Array.isArray(value) && value.length === 0);

export const notSupported = (param: string): Detail => ({
  param,
  code: 'not_supported',
  message: 'is not supported by Kassa',
});

/** The same refusal in Creem's words. */
function renamed(refusal: Refusal, names: Record<string, string>): Refusal {
  const { code, details } = refusal;
  if (details.length === 0) return refusal;
  const translated = details.map((detail) => {
    const [first = '', ...below] = detail.param.split(/(?=[.[/])/);
    // What was sent may be called `constructor`, which every object has.
    const name = Object.hasOwn(names, first) ? names[first] : first;
    return { ...detail, param: [name, ...below].join('') };
  });
  return new Refusal(code, translated);
}
