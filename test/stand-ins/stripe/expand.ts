// `expand[]`: ids in an answer become the objects that they name, up to four levels deep.
import { invalid } from './refusals.ts';
import { type AccountData, must } from './world.ts';

const LEVELS_MAX = 4;

/** A copy of the answer with these paths expanded. */
export function expanded(data: AccountData, answer: object, paths: string[] = []): object {
  const copy = structuredClone(answer);
  for (const path of paths) {
    const names = path.split('.');
    if (names.filter((name) => name !== 'data').length > LEVELS_MAX) {
      throw invalid(`You cannot expand more than ${LEVELS_MAX} levels of a property: ${path}.`, {
        code: 'property_expansion_max_depth',
      });
    }
    expandInside(data, copy, names, path);
  }
  return copy;
}

/** What a restricted key needs to see what these paths name, whether or not there is any. */
export const permissionsFor = (paths: string[] = []): string[] =>
  paths.flatMap((path) => path.split('.').flatMap((name) => NEEDED[name] ?? []));

const NEEDED: Record<string, string> = {
  balance_transaction: 'rak_balance_transaction_source_read',
  charge: 'rak_charge_read',
  customer: 'rak_customer_read',
  latest_attempt: 'rak_setup_intent_read',
  latest_charge: 'rak_charge_read',
  payment_intent: 'rak_payment_intent_read',
  payment_method: 'rak_payment_method_read',
  setup_intent: 'rak_setup_intent_read',
};

type Json = Record<string, unknown>;

function expandInside(data: AccountData, object: unknown, names: string[], path: string): void {
  const [name, ...rest] = names;
  if (name === undefined || object === null || object === undefined) return;
  if (Array.isArray(object)) {
    for (const item of object) expandInside(data, item, names, path);
    return;
  }
  const holder = object as Json;
  const value = Object.hasOwn(holder, name) ? holder[name] : included(data, holder, name);
  if (value === undefined || typeof value === 'number' || typeof value === 'boolean') {
    throw cannotExpand(path);
  }
  if (typeof value === 'string') {
    const found = byId(data, value);
    if (found === undefined) throw cannotExpand(path);
    holder[name] = structuredClone(found);
  } else holder[name] = value;
  expandInside(data, holder[name], rest, path);
}

const cannotExpand = (path: string) =>
  invalid(
    `This property cannot be expanded (${path}). You may want to try expanding 'data.${path}' if this is a list, or check the documentation.`,
  );

/** What an object has only when it is asked for. */
function included(data: AccountData, holder: Json, name: string): unknown {
  if (holder.object === 'checkout.session' && name === 'line_items') {
    const items = must(data.line_items.get(String(holder.id)), 'line items');
    const url = `/v1/checkout/sessions/${holder.id}/line_items`;
    return structuredClone({ object: 'list', data: items, has_more: false, url });
  }
  if (holder.object === 'charge' && name === 'refunds') {
    const refunds = [...data.refunds.values()].filter(({ charge }) => charge === holder.id);
    const url = `/v1/charges/${holder.id}/refunds`;
    return structuredClone({ object: 'list', data: refunds.toReversed(), has_more: false, url });
  }
  return undefined;
}

function byId(data: AccountData, id: string): object | undefined {
  const kept = {
    cus: data.customers,
    pm: data.payment_methods,
    pi: data.payment_intents,
    seti: data.setup_intents,
    setatt: data.setup_attempts,
    ch: data.charges,
    py: data.charges,
    re: data.refunds,
    pyr: data.refunds,
    du: data.disputes,
    txn: data.balance_transactions,
    cs: data.sessions,
  };
  const [prefix = ''] = id.split('_');
  return Object.hasOwn(kept, prefix) ? kept[prefix as keyof typeof kept].get(id) : undefined;
}
