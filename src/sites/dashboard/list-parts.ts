import { type Html, html } from '../../platform/core/html.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import type { Count } from '../../shop/insight/counts/count.rules.ts';
import { type Choices, chosenOf, options } from './choices.ts';
import { type Filter, queryText, setText, type Tabs, withoutOne } from './list-filters.ts';
import type { Visit } from './visit.ts';

/** What all parts of a list's page go by. */
export interface Listed {
  path: `/${string}`;
  title: string;
  /** With the choices that the store has now. */
  filters: readonly Filter[];
  orders?: Choices | undefined;
  tabs?: Tabs | undefined;
}

type Query = Record<string, string>;

const addressOf = (visit: Visit, { path }: Listed, query: Query): string =>
  visit.address + path + queryText(query);

/** The number of a tab: `48`, and `1,000+` where there are more than were counted. */
const countText = ({ words }: Visit, { count, has_more }: Count): string =>
  words.number(count) + (has_more ? '+' : '');

/**
 * The states as links. One that nothing is in is left out; numbers are shown where nothing else is
 * looked for, of which alone they are true.
 */
export function tabLinks(
  visit: Visit,
  list: Listed,
  { query, counts }: { query: Query; counts: readonly Count[] },
): Html | false {
  const { tabs } = list;
  if (!tabs) return false;
  const present = query[tabs.name] ?? '';
  const others = withoutOne(query, tabs.name);
  const is_narrowed = Object.keys(others).some((name) => name !== 'order');
  const shown = tabs.tabs.map((tab) => {
    const state = tab.counted_as ?? (tab.value === '' ? 'all' : tab.value);
    return { ...tab, count: counts.find((one) => one.state === state) };
  });
  const filled = shown.filter(
    ({ value, count }) =>
      counts.length === 0 || value === '' || value === present || (count && count.count > 0),
  );
  return html`<nav class="tabs" aria-label="State">${filled.map(({ value, label, count }) => {
    const at = addressOf(visit, list, { ...others, ...(value !== '' && { [tabs.name]: value }) });
    return html`<a href="${at}"${value === present && html` aria-current="page"`}>${label}${
      count && !is_narrowed && html` <span>${countText(visit, count)}</span>`
    }</a>\n`;
  })}</nav>`;
}

/** One field in sight, all others behind a button, and beside it what is set. */
export function filterForm(
  visit: Visit,
  list: Listed,
  { query, is_open }: { query: Query; is_open: boolean },
): Html | false {
  const { filters, orders, path, tabs, title } = list;
  const choice = (name: string, first: string, choices: Choices) =>
    html`<select id="filter-${name}" name="${name}"><option value="">${first}</option>
    ${options(choices, query[name])}</select>`;
  const field = ({ name, label, choices, is_day }: Filter) =>
    html`<div><label for="filter-${name}">${label}</label>
  ${
    choices
      ? choice(name, 'All', choices)
      : html`<input id="filter-${name}" name="${name}" type="${is_day ? 'date' : 'text'}"
      value="${query[name] ?? ''}">`
  }</div>`;
  const open = filters.filter(({ in_sight }) => in_sight);
  const folded = filters.filter(({ in_sight, is_linked }) => !in_sight && !is_linked);
  const kept = filters.filter(({ is_linked }) => is_linked).map(({ name }) => name);
  if (tabs) kept.push(tabs.name);
  if (filters.length === 0 && !orders) return false;
  return html`<form class="list-filters" action="${visit.address}${path}" role="search"
  aria-label="${title}">
  ${kept.map(
    (name) =>
      query[name] !== undefined &&
      html`<input type="hidden" name="${name}" value="${query[name]}">`,
  )}
  ${open.map(
    ({ name, label }) =>
      html`<input id="filter-${name}" name="${name}" type="search" aria-label="${label}"
    placeholder="${label}" value="${query[name] ?? ''}">`,
  )}
  ${
    (folded.length > 0 || orders) &&
    html`<details${is_open && html` open`}><summary>Filter</summary><div>
    ${folded.map(field)}
    ${
      orders &&
      html`<div><label for="filter-order">Order</label>
    ${choice('order', 'Newest first', orders)}</div>`
    }
    <button class="button">Show ${title.toLowerCase()}</button></div></details>`
  }
  ${setFilters(visit, list, query)}
</form>`;
}

/** What is set, each with a way to take it off. */
function setFilters(visit: Visit, list: Listed, query: Query): Html {
  const { filters, orders } = list;
  const texts: [string, string][] = filters.flatMap((one) => {
    const value = query[one.name];
    return value === undefined ? [] : [[one.name, setText(one, value, visit)]];
  });
  const { order } = query;
  if (orders && order !== undefined) {
    texts.push(['order', chosenOf(orders, order)?.label ?? order]);
  }
  return html`${texts.map(
    ([name, text]) =>
      html`<a class="set" href="${addressOf(visit, list, withoutOne(query, name))}">${text}
    <span aria-hidden="true">×</span><span class="hidden">Remove this filter</span></a>\n`,
  )}`;
}

/** Where there is nothing yet: what will be there, and the one thing that leads to it. */
export interface Empty {
  title: string;
  text: string;
  /** The button, for whoever may do it. */
  step?: {
    label: string;
    path: `/${string}`;
    operation: Pick<Operation, 'path' | 'method'>;
  };
}

export const isExplained = (empty: Empty | Html | string): empty is Empty =>
  typeof empty !== 'string' && 'title' in empty;

export function emptyList(visit: Visit, empty: Empty | Html | string): Html {
  if (!isExplained(empty)) return html`<div class="empty">${empty}</div>`;
  const { title, text, step } = empty;
  return html`<section class="card empty"><h2>${title}</h2><p>${text}</p>${
    step &&
    visit.may(step.operation) &&
    html`<p><a class="button" href="${visit.address}${step.path}">${step.label}</a></p>`
  }</section>`;
}

/** Where nothing fits what was looked for. */
export const nothingFits = (
  visit: Visit,
  list: Listed,
  { has_more }: { has_more: boolean },
): Html => {
  const all = html`<a href="${visit.address}${list.path}">Show all ${list.title.toLowerCase()}</a>`;
  return has_more
    ? html`<p class="empty">Nothing fits among the newest. The next page looks further. ${all}</p>`
    : html`<p class="empty">Nothing fits. ${all}</p>`;
};

/** An address that no customer has: where there may be a hit all the same. */
export const nobodyHas = ({ address }: Visit, email: string): Html =>
  html`<p class="empty">No customer has the address ${email}.
  <a href="${address}/search?${new URLSearchParams({ query: email }).toString()}">Search
  everything for it</a></p>`;

/** Customers of one address: whose records are meant. */
export const chooseCustomer = (
  visit: Visit,
  list: Listed,
  {
    query,
    email,
    customers,
  }: { query: Query; email: string; customers: { customer_id: string; name: string }[] },
): Html => html`<section class="card"><h2>Several customers have the address ${email}</h2>
<p>Whose ${list.title.toLowerCase()} do you want to see?</p>
<ul class="rows">${customers.map(
  ({ customer_id, name }) =>
    html`<li><a href="${addressOf(visit, list, {
      ...withoutOne(query, 'email'),
      customer_id,
    })}">${name}</a></li>`,
)}</ul></section>`;

export function pageLinks(
  visit: Visit,
  list: Listed,
  { query, next_cursor, is_first }: { query: Query; next_cursor: string | null; is_first: boolean },
): Html | false {
  const at = (more: Query) => addressOf(visit, list, { ...query, ...more });
  if (is_first && next_cursor === null) return false;
  return html`<nav class="pages" aria-label="Pages">
  ${!is_first && html`<a href="${at({})}">First page</a>`}
  ${next_cursor !== null && html`<a rel="next" href="${at({ cursor: next_cursor })}">Next page</a>`}
</nav>`;
}
