import { Refusal } from '../../platform/core/errors.ts';
import type { PageRequest } from '../../platform/http/page.ts';
import { getCustomer } from '../../shop/customers/get-customer.ts';
import { listCustomers } from '../../shop/customers/list-customers.ts';
import { type Choices, chosenOf } from './choices.ts';
import type { States } from './layout.ts';
import type { Visit } from './visit.ts';

/** What may be looked for. Its name is that of the operation's parameter, and in the address. */
export interface Filter {
  name: string;
  label: string;
  /** Of one of these; otherwise a text, or a day. */
  choices?: Choices;
  /** The same, of what the store has now, and what is chosen. */
  choose?(visit: Visit, chosen: string | undefined): Promise<Choices>;
  is_day?: boolean;
  /** Beside the button behind which all others are folded. */
  in_sight?: boolean;
  /** It has no field: links of other pages set it, and it can be taken off. */
  is_linked?: boolean;
  /** It is an address, by which the customer is looked for whose identifier the operation takes. */
  finds_customer?: boolean;
}

/** By the address of a customer, and what the links of other pages set. */
export const customer_filters: readonly Filter[] = [
  { name: 'email', label: 'E-mail', in_sight: true, finds_customer: true },
  linkedFilter('customer_id', 'Customer', async (visit, customer_id) => {
    const { name, email } = await visit.ask(getCustomer, { customer_id });
    return name || email || customer_id;
  }),
];

/** A filter that links of other pages set, shown by the name of what it names. */
export function linkedFilter(
  name: string,
  label: string,
  nameOf: (visit: Visit, id: string) => Promise<string>,
): Filter {
  const choose = async (visit: Visit, value: string | undefined) => {
    if (value === undefined) return [];
    try {
      return [{ value, label: await nameOf(visit, value) }];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return []; // Whoever typed it is answered by the list.
    }
  };
  return { name, label, is_linked: true, choose };
}

type Sent = Record<string, string | number | boolean>;

/** One state of a list, as a link with how many are in it. */
interface Tab {
  /** What stands in the address; nothing: all. */
  value: string;
  label: string;
  /** Sent instead of the state alone. */
  sends?: Sent;
  /** The state of `count-records` that has its number, if that has another name. */
  counted_as?: string;
}

export interface Tabs {
  /** The parameter of the operation, and in the address. */
  name: string;
  /** All records first. */
  tabs: readonly Tab[];
}

/** A tab for each state, after all of them. */
export const stateTabs = (states: States): Tabs => ({
  name: 'status',
  tabs: [
    { value: '', label: 'All' },
    ...Object.entries(states).map(([value, [, label]]) => ({ value, label })),
  ],
});

interface Filtered {
  filters: readonly Filter[];
  orders?: Choices | undefined;
  tabs?: Tabs | undefined;
}

/** The filters, the tab and the order in the address that a list knows, without the empty ones. */
export function filtersIn({ filters, orders, tabs }: Filtered, request: PageRequest) {
  const given = request.readQuery();
  const names = filters.map(({ name }) => name);
  if (tabs) names.push(tabs.name);
  if (orders) names.push('order');
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = given.get(name)?.trim();
    if (value) values[name] = value;
  }
  return values;
}

export const queryText = (values: Record<string, string>): string => {
  const text = new URLSearchParams(values).toString();
  return text === '' ? '' : `?${text}`;
};

/** Without one of them. */
export const withoutOne = (values: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));

/** What an address finds: one customer, none, or some of the same address to choose from. */
export type Finding =
  | { kind: 'query'; sent: Sent }
  | { kind: 'nobody'; email: string }
  | { kind: 'several'; email: string; customers: { customer_id: string; name: string }[] };

const SAME_ADDRESS_MAX = 20;

/** What the operation is sent for what stands in the address. */
export async function sentFor(
  visit: Visit,
  { filters, tabs }: Filtered,
  query: Record<string, string>,
): Promise<Finding> {
  const by_email = filters.find(({ finds_customer }) => finds_customer)?.name;
  const tab = tabs?.tabs.find(({ value }) => value === (query[tabs.name] ?? ''));
  const sent: Sent = { ...query, ...tab?.sends };
  const email = by_email === undefined ? undefined : query[by_email];
  if (by_email === undefined || email === undefined) return { kind: 'query', sent };
  const { [by_email]: _, ...others_sent } = sent;
  if (sent.customer_id !== undefined) return { kind: 'query', sent: others_sent };
  const { data } = await visit.ask(listCustomers, { email, limit: SAME_ADDRESS_MAX });
  const [first, ...others] = data;
  if (!first) return { kind: 'nobody', email };
  if (others.length === 0) {
    return { kind: 'query', sent: { ...others_sent, customer_id: first.customer_id } };
  }
  const customers = data.map(({ customer_id, name }) => ({
    ...{ customer_id, name: name ? `${name} (${customer_id})` : customer_id },
  }));
  return { kind: 'several', email, customers };
}

/** What is wrong with each filter, under its label; none if something else is wrong, too. */
function mistakesAt(filters: readonly Filter[], details: Refusal['details']) {
  const labels = new Map(filters.map(({ name, label }) => [name, label]));
  if (!details.every(({ param }) => labels.has(param))) return [];
  // A message may name another filter: `must not be before created_from`.
  const readable = (text: string) =>
    text.replaceAll(/\b\w+_\w+/g, (name) => labels.get(name) ?? name);
  return details.map(({ param, message }) => ({
    field: `filter-${param}`,
    message: `${labels.get(param)}: ${readable(message)}`,
  }));
}

/** What cannot be looked for, above the filters, which stay as they are. */
export function refusalOf({ filters }: Filtered, error: unknown) {
  if (!(error instanceof Refusal) || error.status !== 400) throw error;
  const title = 'This cannot be looked for';
  const mistakes = mistakesAt(filters, error.details);
  return mistakes.length > 0 ? { title, mistakes } : { title, text: error.message };
}

/** What a filter is set to, as it is read: `Product: Editor`. */
export function setText({ label, choices, is_day }: Filter, value: string, visit: Visit): string {
  const chosen = choices && chosenOf(choices, value)?.label;
  const day = is_day && !Number.isNaN(Date.parse(value)) ? visit.words.day(value) : undefined;
  return `${label}: ${chosen ?? day ?? value}`;
}
