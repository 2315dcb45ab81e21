import { setImmediate } from 'node:timers/promises';
import type { Static, TObject, TSchema } from 'typebox';
import { refuseParameter } from '../../platform/core/errors.ts';
import type { List } from '../../platform/core/fields.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { SentTo } from '../../platform/operation/ask.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import { countRecords } from '../../shop/insight/counts/count-records.ts';
import { route } from '../shared/router.ts';
import type { Choices } from './choices.ts';
import { csvAnswer } from './csv.ts';
import { type Known, NOTHING_KNOWN, readKnown } from './known.ts';
import { dashboardPage } from './layout.ts';
import {
  type Filter,
  type Finding,
  filtersIn,
  queryText,
  refusalOf,
  sentFor,
  type Tabs,
} from './list-filters.ts';
import {
  chooseCustomer,
  type Empty,
  emptyList,
  filterForm,
  isExplained,
  nobodyHas,
  nothingFits,
  pageLinks,
  tabLinks,
} from './list-parts.ts';
import { type SectionName, sectionName } from './menu.ts';
import type { Handler, Visit } from './visit.ts';

const PAGE_ROWS = 50;
const CSV_ROWS = 100;

export interface Column<Row> {
  title: string;
  /** What stands in the table; undefined: it is in the CSV alone. */
  cell?(row: Row, visit: Visit, known: Known): Html | string | number | null;
  /** What stands in the CSV; undefined: it is not there. */
  csv?(row: Row, known: Known): string | number | null;
  /**
   * Where it is on the card that a row becomes on a phone: who and what it is worth, what it is,
   * when and how it is. All else is left out there. The link of `who` is that of the whole row.
   */
  place?: 'who' | 'when' | 'what' | 'state' | 'amount';
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
  /** The states of its records, all of them first. */
  tabs?: Tabs;
  /** The list of `count-records` that has the numbers of the tabs. */
  counted?: SentTo<typeof countRecords>['list'];
  /** Ways to order it beside newest first, as the operation names them in `order`. */
  orders?: Choices;
  columns: readonly Column<Static<T>>[];
  operation: Operation<TObject, ReturnType<typeof List<T>>>;
  /** What its cells say of other records; asked for once a page. */
  knows?: readonly (keyof Known)[];
  /** The same for what stands in its CSV alone. */
  csv_knows?: readonly (keyof Known)[];
  /** Parameters that are always sent. */
  always?: Record<string, string>;
  /** Where the list is empty and nothing was looked for. */
  empty: Empty | Html | string;
  actions?(visit: Visit): Html | false;
}

type NamedList<T extends TSchema> = Partial<ListOf<T>> & Omit<ListOf<T>, 'path' | 'title'>;
type Sent = Record<string, string | number | boolean>;

/** A list with its tabs and filters in the address, its pages, and what is filtered as CSV. */
export function listRoutes<T extends TSchema>(named: NamedList<T>) {
  const { section } = named;
  const list: ListOf<T> = { path: `/${section}`, title: sectionName(section), ...named };
  const show: Handler = async (visit, request) => {
    const query = filtersIn(list, request);
    const cursor = request.readQuery().get('cursor');
    const read = await readFound(visit, list, { query, cursor });
    const { data, next_cursor, finding, refusal } = read;
    const listed = { ...list, filters: await chosen(visit, list.filters, query) };
    const known = await readKnown(visit, data, list.knows ?? []);
    const is_empty = data.length === 0 && finding.kind === 'query';
    const csv = `${visit.address}${list.path}.csv${queryText(query)}`;
    const counts = await countsOf(visit, list);
    const page = { section, title: list.title, back: false, refusal } as const;
    const is_bare = is_empty && Object.keys(query).length === 0 && next_cursor === null;
    if (is_bare && isExplained(list.empty) && counts.every(({ count }) => count === 0)) {
      // One thing to press, and nothing to look for.
      return dashboardPage(visit, { ...page, main: emptyList(visit, list.empty) });
    }
    return dashboardPage(visit, {
      ...page,
      actions: html`<a href="${csv}" download>Download CSV</a> ${list.actions?.(visit)}`,
      main: html`${tabLinks(visit, listed, { query, counts })}
${filterForm(visit, listed, { query, is_open: refusal !== undefined })}
${data.length > 0 && rowsTable(visit, list, data, known)}
${finding.kind === 'nobody' && nobodyHas(visit, finding.email)}
${finding.kind === 'several' && chooseCustomer(visit, listed, { ...finding, query })}
${is_empty && nothing(visit, listed, { query, next_cursor })}
${pageLinks(visit, listed, { query, next_cursor, is_first: cursor === undefined })}`,
    });
  };
  const download: Handler = async (visit, request) => {
    const finding = await sentFor(visit, list, filtersIn(list, request));
    if (finding.kind === 'several') throw refuseParameter('email', 'is that of several customers');
    const readNext = (cursor: string | null) =>
      finding.kind === 'nobody'
        ? NO_PAGE
        : readPage(visit, list, {
            ...{ ...finding.sent, limit: CSV_ROWS },
            ...(cursor !== null && { cursor }),
          });
    // Before the answer begins: what is refused is answered by a page.
    const first = await readNext(null);
    const readPages = async (cursor: string | null) => (cursor === null ? first : readNext(cursor));
    const names = list.csv_knows ?? list.knows ?? [];
    const readMore = (rows: readonly object[]) => readKnown(visit, rows, names);
    return csvAnswer({
      ...{ name: list.path.slice(1), columns: list.columns },
      ...{ readPage: readPages, readKnown: readMore },
    });
  };
  return [route(list.path, { GET: show }), route(`${list.path}.csv`, { GET: download })];
}

const NO_PAGE = { data: [], next_cursor: null };
const NOT_ASKED: Finding = { kind: 'query', sent: {} };

interface Found<Row> {
  data: Row[];
  next_cursor: string | null;
  finding: Finding;
  refusal?: ReturnType<typeof refusalOf>;
}

/** A page of what stands in the address, or why there is none. */
async function readFound<T extends TSchema>(
  visit: Visit,
  list: ListOf<T>,
  { query, cursor }: { query: Record<string, string>; cursor: string | undefined },
): Promise<Found<Static<T>>> {
  try {
    const finding = await sentFor(visit, list, query);
    if (finding.kind !== 'query') return { ...NO_PAGE, finding };
    const more = { limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) };
    const { data, next_cursor } = await readOn(visit, list, { ...finding.sent, ...more });
    return { data, next_cursor, finding };
  } catch (error) {
    return { ...NO_PAGE, finding: NOT_ASKED, refusal: refusalOf(list, error) };
  }
}

const chosen = (
  visit: Visit,
  filters: readonly Filter[],
  query: Record<string, string>,
): Promise<Filter[]> =>
  Promise.all(
    filters.map(async (one) =>
      one.choose ? { ...one, choices: await one.choose(visit, query[one.name]) } : one,
    ),
  );

const countsOf = async (visit: Visit, { counted: list }: Pick<ListOf<TSchema>, 'counted'>) =>
  list === undefined ? [] : (await visit.ask(countRecords, { list })).counts;

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
  request: Sent,
) => visit.ask(operation, { ...always, ...request });

/** How many pages of a list are read on, where what is looked for is rare. */
const READ_ON_MAX = 10;

/** The first page that has something on it: some lists answer an empty one before it. */
async function readOn<T extends TSchema>(visit: Visit, list: ListOf<T>, request: Sent) {
  let page = await readPage(visit, list, request);
  for (let n = 1; n < READ_ON_MAX && page.data.length === 0 && page.next_cursor !== null; n++) {
    await setImmediate(); // Others have their turn.
    page = await readPage(visit, list, { ...request, cursor: page.next_cursor });
  }
  return page;
}

const nothing = <T extends TSchema>(
  visit: Visit,
  list: ListOf<T>,
  { query, next_cursor }: { query: Record<string, string>; next_cursor: string | null },
): Html =>
  Object.keys(query).length === 0 && next_cursor === null
    ? emptyList(visit, list.empty)
    : nothingFits(visit, list, { has_more: next_cursor !== null });

type Looks = Pick<Column<never>, 'is_number' | 'is_action' | 'wraps' | 'place'>;

const classOf = ({ is_number, is_action, wraps, place }: Looks) => {
  const names = [
    ...[is_number && 'number', is_action && 'action', wraps && 'wraps'],
    place !== undefined && `at-${place}`,
  ].filter(Boolean);
  return names.length > 0 && html` class="${names.join(' ')}"`;
};

interface Table<Row> {
  title: string;
  columns: readonly Column<Row>[];
  /** In its place, if there are no rows. */
  empty?: Html | string;
}

/**
 * A table that scrolls by itself where it is wider than the screen. Where a column says `who`, the
 * whole row leads where that does, and each is a card on a phone; the roles are written out: what
 * is shown as a block is no table any more.
 */
export const rowsTable = <Row>(
  visit: Visit,
  { title, columns, empty }: Table<Row>,
  rows: readonly Row[],
  known: Known = NOTHING_KNOWN,
): Html => {
  if (rows.length === 0 && empty !== undefined) return html`<p class="quiet">${empty}</p>`;
  const shown = columns.filter(({ cell }) => cell !== undefined);
  const has_cards = shown.some(({ place }) => place === 'who');
  const role = (name: string) => has_cards && html` role="${name}"`;
  return html`<div class="scroll${has_cards && ' cards'}" tabindex="0" role="region"
aria-label="${title}"><table${role('table')}>
<thead${role('rowgroup')}><tr${role('row')}>${shown.map(
    (one) => html`<th scope="col"${role('columnheader')}${classOf(one)}>${one.title}</th>`,
  )}</tr></thead>
<tbody${role('rowgroup')}>${rows.map(
    (row) =>
      html`<tr${role('row')}>${shown.map(
        (one) => html`<td${role('cell')}${classOf(one)}>${one.cell?.(row, visit, known)}</td>`,
      )}</tr>\n`,
  )}</tbody></table></div>`;
};
