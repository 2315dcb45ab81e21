import { setImmediate } from 'node:timers/promises';
import type { Static, TObject, TSchema } from 'typebox';
import { Refusal } from '../../platform/core/errors.ts';
import type { List } from '../../platform/core/fields.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { PageRequest } from '../../platform/http/page.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import { route } from '../shared/router.ts';
import { type Choices, options } from './choices.ts';
import { csvAnswer } from './csv.ts';
import { dashboardPage, type States } from './layout.ts';
import { type SectionName, sectionName } from './menu.ts';
import type { Handler, Visit } from './visit.ts';

const PAGE_ROWS = 50;
const CSV_ROWS = 100;

/** What may be looked for. Its name is that of the operation's parameter, and in the address. */
interface Filter {
  name: string;
  label: string;
  /** Of one of these; otherwise a text, or a day. */
  choices?: Choices;
  /** The same, of what the store has now. */
  choose?(visit: Visit): Promise<Choices>;
  is_day?: boolean;
}

/** A filter by state. */
export const stateFilter = (states: States): Filter => ({
  ...{ name: 'status', label: 'State' },
  choices: Object.entries(states).map(([value, [, label]]) => ({ value, label })),
});

export interface Column<Row> {
  title: string;
  /** What stands in the table; undefined: it is in the CSV alone. */
  cell?(row: Row, visit: Visit, more: ReadonlyMap<string, string>): Html | string | number | null;
  /** What stands in the CSV; undefined: it is not there. */
  csv?(row: Row): string | number | null;
  is_number?: boolean;
  /** A longer text: it wraps, so that what comes after it is still in sight. */
  wraps?: boolean;
  /** What can be done: it stays in sight where the table is wider than the screen. */
  is_action?: boolean;
}

interface ListOf<T extends TSchema> {
  section: SectionName;
  /** That of its section, if not said. The CSV of `/customers` is at `/customers.csv`. */
  path: `/${string}`;
  title: string;
  filters: readonly Filter[];
  /** Ways to order it beside newest first, as the operation names them in `order`. */
  orders?: Choices;
  columns: readonly Column<Static<T>>[];
  operation: Operation<TObject, ReturnType<typeof List<T>>>;
  /** What else the cells of a page show, by keys of their own; asked for once a page. */
  more?(visit: Visit, rows: Static<T>[]): Promise<ReadonlyMap<string, string>>;
  /** Parameters that are always sent. */
  always?: Record<string, string>;
  /** Where the list is empty and nothing was looked for. */
  empty: Html | string;
  actions?(visit: Visit): Html | false;
}

type NamedList<T extends TSchema> = Partial<ListOf<T>> & Omit<ListOf<T>, 'path' | 'title'>;

/** A list with its filters in the address, its pages, and what is filtered as CSV. */
export function listRoutes<T extends TSchema>(named: NamedList<T>) {
  const { section } = named;
  const list: ListOf<T> = { path: `/${section}`, title: sectionName(section), ...named };
  const show: Handler = async (visit, request) => {
    const query = filtersIn(list, request);
    const cursor = request.readQuery().get('cursor');
    const more = { limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) };
    const page = await readOn(visit, list, { ...query, ...more }).catch(refusedPage(list));
    const { data, next_cursor } = page;
    const filters = await chosen(visit, list.filters);
    const more_of = await list.more?.(visit, data);
    return dashboardPage(visit, {
      ...{ section, title: list.title, back: false },
      refusal: 'refusal' in page ? page.refusal : undefined,
      actions: list.actions?.(visit),
      main: html`${filterForm(visit, { ...list, filters }, query)}
${data.length > 0 && rowsTable(visit, list, data, more_of)}
${data.length === 0 && nothing(visit, list, { query, next_cursor })}
${pageLinks(visit, list, { query, next_cursor, is_first: cursor === undefined })}`,
    });
  };
  const download: Handler = async (visit, request) => {
    const query = filtersIn(list, request);
    const readNext = (cursor: string | null) =>
      readPage(visit, list, { ...query, limit: CSV_ROWS, ...(cursor !== null && { cursor }) });
    // Before the answer begins: what is refused is answered by a page.
    const first = await readNext(null);
    const readPages = async (cursor: string | null) => (cursor === null ? first : readNext(cursor));
    return csvAnswer({ name: list.path.slice(1), columns: list.columns, readPage: readPages });
  };
  return [route(list.path, { GET: show }), route(`${list.path}.csv`, { GET: download })];
}

const chosen = (visit: Visit, filters: readonly Filter[]): Promise<Filter[]> =>
  Promise.all(
    filters.map(async (one) => (one.choose ? { ...one, choices: await one.choose(visit) } : one)),
  );

/** What cannot be looked for: the filters stay as they are, and nothing is found. */
const refusedPage =
  ({ filters }: { filters: readonly Filter[] }) =>
  (error: unknown) => {
    if (!(error instanceof Refusal) || error.status !== 400) throw error;
    const title = 'This cannot be looked for';
    const mistakes = mistakesAt(filters, error.details);
    const refusal = mistakes.length > 0 ? { title, mistakes } : { title, text: error.message };
    return { data: [], next_cursor: null, refusal };
  };

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

/** The same for a list that depends on who asks, or on what the store has. */
export function listRoutesFor<T extends TSchema>(
  path: ListOf<T>['path'],
  make: (visit: Visit) => Promise<NamedList<T>> | NamedList<T>,
) {
  const answerAt =
    (at: 0 | 1): Handler =>
    async (visit, request) => {
      const own = listRoutes({ ...(await make(visit)), path })[at];
      const answered = own?.answer(visit, request, at === 0 ? path : `${path}.csv`);
      if (!answered) throw new Error('a list answers at its own address');
      return answered;
    };
  return [route(path, { GET: answerAt(0) }), route(`${path}.csv`, { GET: answerAt(1) })];
}

/** What is in the address was typed by somebody: the operation checks it. */
const readPage = <T extends TSchema>(
  visit: Visit,
  { operation, always }: ListOf<T>,
  request: Record<string, string | number>,
) => visit.ask(operation, { ...always, ...request });

/** How many pages of a list are read on, where what is looked for is rare. */
const READ_ON_MAX = 10;

/** The first page that has something on it: some lists answer an empty one before it. */
async function readOn<T extends TSchema>(
  visit: Visit,
  list: ListOf<T>,
  request: Record<string, string | number>,
) {
  let page = await readPage(visit, list, request);
  for (let n = 1; n < READ_ON_MAX && page.data.length === 0 && page.next_cursor !== null; n++) {
    await setImmediate(); // Others have their turn.
    page = await readPage(visit, list, { ...request, cursor: page.next_cursor });
  }
  return page;
}

/** The filters and the order in the address that this list knows, without the empty ones. */
function filtersIn<T extends TSchema>({ filters, orders }: ListOf<T>, request: PageRequest) {
  const given = request.readQuery();
  const names = [...filters.map(({ name }) => name), ...(orders ? ['order'] : [])];
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = given.get(name)?.trim();
    if (value) values[name] = value;
  }
  return values;
}

const queryText = (values: Record<string, string>): string => {
  const text = new URLSearchParams(values).toString();
  return text === '' ? '' : `?${text}`;
};

function filterForm<T extends TSchema>(
  visit: Visit,
  list: ListOf<T>,
  query: Record<string, string>,
): Html {
  const { filters, orders, path } = list;
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
  return html`<form class="filters" action="${visit.address}${path}">
  ${filters.map(field)}
  ${
    orders &&
    html`<div><label for="filter-order">Order</label>
    ${choice('order', 'Newest first', orders)}</div>`
  }
  <div class="actions"><button class="button small">Apply</button>
  ${Object.keys(query).length > 0 && html`<a href="${visit.address}${path}">Clear</a>`}
  <a href="${visit.address}${path}.csv${queryText(query)}" download>CSV</a></div>
</form>`;
}

const nothing = <T extends TSchema>(
  visit: Visit,
  list: ListOf<T>,
  { query, next_cursor }: Pick<PageLinks, 'query' | 'next_cursor'>,
): Html => {
  if (Object.keys(query).length === 0) return html`<div class="empty">${list.empty}</div>`;
  const all = html`<a href="${visit.address}${list.path}">Show all ${list.title.toLowerCase()}</a>`;
  return next_cursor === null
    ? html`<p class="empty">Nothing fits. ${all}</p>`
    : html`<p class="empty">Nothing fits among the newest. The next page looks further. ${all}</p>`;
};

function pageLinks<T extends TSchema>(
  visit: Visit,
  { path }: ListOf<T>,
  { query, next_cursor, is_first }: PageLinks,
): Html | false {
  const at = (more: Record<string, string>) =>
    `${visit.address}${path}${queryText({ ...query, ...more })}`;
  if (is_first && next_cursor === null) return false;
  return html`<nav class="pages" aria-label="Pages">
  ${!is_first && html`<a href="${at({})}">First page</a>`}
  ${next_cursor !== null && html`<a rel="next" href="${at({ cursor: next_cursor })}">Next page</a>`}
</nav>`;
}

interface PageLinks {
  query: Record<string, string>;
  next_cursor: string | null;
  is_first: boolean;
}

type Looks = Pick<Column<never>, 'is_number' | 'is_action' | 'wraps'>;

const classOf = ({ is_number, is_action, wraps }: Looks) => {
  const names = [is_number && 'number', is_action && 'action', wraps && 'wraps'].filter(Boolean);
  return names.length > 0 && html` class="${names.join(' ')}"`;
};

interface Table<Row> {
  title: string;
  columns: readonly Column<Row>[];
  /** In its place, if there are no rows. */
  empty?: Html | string;
}

/** A table that scrolls by itself where it is wider than the screen. */
export const rowsTable = <Row>(
  visit: Visit,
  { title, columns, empty }: Table<Row>,
  rows: readonly Row[],
  more: ReadonlyMap<string, string> = new Map(),
): Html => {
  if (rows.length === 0 && empty !== undefined) return html`<p class="quiet">${empty}</p>`;
  const shown = columns.filter(({ cell }) => cell !== undefined);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr>${shown.map(
    (one) => html`<th scope="col"${classOf(one)}>${one.title}</th>`,
  )}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr>${shown.map(
        (one) => html`<td${classOf(one)}>${one.cell?.(row, visit, more)}</td>`,
      )}</tr>\n`,
  )}</tbody></table></div>`;
};
