import type { Refusal } from '../../platform/core/errors.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { htmlPage } from '../shared/layout.ts';
import { type RefusalText, refusalBox, refusedTitle } from '../shared/refusal.ts';
import { pictureAddress } from '../shared/shop.ts';
import { guideLink } from './guide-link.ts';
import { isShown, MENU, type SectionName, sectionName, sectionPage } from './menu.ts';
import type { Visit } from './visit.ts';

export const DASHBOARD_STYLE = '/dashboard.css';
/** Of pages of records: rows, timelines, sums. */
export const RECORDS_STYLE = '/dashboard-records.css';
/** Of lists: tabs, filters, rows. */
export const LISTS_STYLE = '/dashboard-lists.css';

/** Keys that lead somewhere. */
export const KEYS_SCRIPT = '/dashboard-keys.js';

interface Content {
  /** Where in the menu it is. */
  section: SectionName;
  /** Left out on the page that the menu leads to. */
  title?: string;
  main: Html;
  status?: number;
  /** Why what was asked for was not done: the first thing on the page, and in its title. */
  refusal?: RefusalText | undefined;
  /** What has just been done. */
  note?: Html | string | undefined;
  /** Beside the title: what can be done here. */
  actions?: Html | false | undefined;
  /** The page above it, if that is not the one of its section. */
  back?: { at: string; name: string } | false | undefined;
  /** Stylesheets and scripts of this page alone. */
  files?: readonly `/${string}`[];
  can_copy?: boolean;
  /** Whether its script asks us for something. */
  asks_server?: boolean;
  /** Whether another page of ours is shown in it. */
  shows_frames?: boolean;
  pictures?: readonly string[];
}

/** Every page of the dashboard: the menu, the search box, and what the page is about. */
export function dashboardPage(visit: Visit, content: Content): PageAnswer {
  const { base_path, store, words } = visit;
  const { section, main, refusal, note, actions, files = [] } = content;
  const {
    title = sectionName(section),
    back = content.title !== undefined && section !== 'none' && sectionPage(visit, section),
    status = refusal ? 400 : 200,
    can_copy = false,
    asks_server = false,
    shows_frames = false,
    pictures = [],
  } = content;
  return htmlPage(
    status,
    refusedTitle(refusal, `${title} · ${store.name}`),
    html`<body class="dashboard">
<a class="skip" href="#main">Skip to content</a>
${store.mode === 'test' && testBar(visit)}
<div class="shell">
${side(visit, section)}
<div class="content">
<header class="top">
  <a class="menu-link" href="#menu">Menu</a>
  ${searchBox(visit)}
  ${guideLink(visit, section)}
</header>
<main id="main">
  ${back && html`<p class="back"><a href="${back.at}">${back.name}</a></p>`}
  ${refusal && refusalBox(refusal)}
  ${note && html`<p class="note" role="status">${note}</p>`}
  <div class="heading"><h1>${title}</h1>
    ${actions && html`<div class="actions">${actions}</div>`}</div>
  ${main}
</main>
</div>
</div>
${keys}
</body>`,
    {
      ...{ base_path, words, can_copy, asks_server, shows_frames, pictures },
      store: { number: store.number, brand: { ...store.brand, accent_color: null } },
      files: [DASHBOARD_STYLE, RECORDS_STYLE, LISTS_STYLE, KEYS_SCRIPT, ...files],
    },
  );
}

/** Shown by its key, and to nobody who has none. */
const keys = html`<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2>
<dl><div><dt><kbd>/</kbd></dt><dd>Search</dd></div>
<div><dt><kbd>?</kbd></dt><dd>Show this list</dd></div>
<div><dt><kbd>Esc</kbd></dt><dd>Close what is open</dd></div></dl>
<form method="dialog"><button class="button second">Close</button></form></dialog>`;

/** Nobody takes a test store for the real one, or the other way round. */
const testBar = ({ address }: Visit): Html =>
  html`<aside class="test-bar" aria-label="Test store"><strong>Test store</strong> No money moves
  here. <a href="${address}/clock">Test clock</a></aside>`;

const searchBox = ({ address }: Visit): Html =>
  html`<form class="search" role="search" action="${address}/search">
  <input type="search" name="query" maxlength="200" aria-label="Search this store"
    aria-keyshortcuts="/"
    placeholder="Customer, e-mail, license key, invoice number, last four digits">
</form>`;

function side(visit: Visit, section: SectionName): Html {
  const { address, store, base_path, person, role } = visit;
  const groups = MENU.map(({ title, entries }) => {
    const shown = Object.entries(entries).filter(([name]) => isShown(visit, name));
    return html`${title && html`<h2>${title}</h2>`}
<ul>${shown.map(
      ([name, label]) =>
        html`<li><a href="${address}${name !== 'overview' && `/${name}`}"${
          name === section && html` aria-current="page"`
        }>
    ${label}</a></li>`,
    )}</ul>`;
  });
  return html`<nav class="side" id="menu" aria-label="Store">
  <a class="close" href="#main">Close menu</a>
  ${storeSwitch(visit)}
  ${groups}
  <div class="who">
    <a href="${base_path}/account">${person.name || person.email}</a>
    <span class="quiet">${role}${role !== 'owner' && html` of ${store.name}`}</span>
    <form method="post" action="${base_path}/account/sign-out">
      <button class="plain">Sign out</button></form>
  </div>
</nav>`;
}

/** The store one is in, and the way to the others. */
function storeSwitch(visit: Visit): Html {
  const { store, stores, base_path } = visit;
  const mode = (one: { mode: string }) => (one.mode === 'test' ? 'Test' : 'Live');
  const mark = store.brand.logo
    ? html`<img class="logo" src="${pictureAddress(visit, store.brand.logo)}" alt="">`
    : html`<span class="initial" aria-hidden="true">${[...store.name][0] ?? ''}</span>`;
  const present = html`${mark}<span><strong>${store.name}</strong>
    <span class="mode ${store.mode}">${mode(store)}</span></span>`;
  const others = stores.filter(({ number }) => number !== store.number);
  if (others.length === 0) return html`<p class="store">${present}</p>`;
  return html`<details class="store">
  <summary>${present}</summary>
  <ul>${others.map(
    (one) => html`<li><a href="${base_path}/dashboard/${one.number}">${one.name}
      <span class="mode ${one.mode}">${mode(one)}</span></a></li>`,
  )}</ul>
</details>`;
}

/** The same page for what does not exist and for what belongs to another store. */
export const notFoundPage = (visit: Visit): PageAnswer =>
  dashboardPage(visit, {
    status: 404,
    title: 'Not found',
    section: 'none',
    main: html`<p>There is nothing at this address in ${visit.store.name}.</p>`,
  });

/** What an operation refused, where no form shows it. */
export const refusedPage = (visit: Visit, { status, message }: Refusal): PageAnswer =>
  dashboardPage(visit, {
    status,
    title: status === 403 ? 'Not allowed' : 'Not done',
    section: 'none',
    refusal: { title: 'This was not done', text: message },
    main: html`<p>Nothing has changed. <a href="${visit.address}">To the overview</a></p>`,
  });

type Mood = 'good' | 'warn' | 'bad' | 'over';

/** A state in a word: never by colour alone. */
export const chip = (mood: Mood, text: string): Html =>
  html`<span class="chip ${mood}">${text}</span>`;

/** States by their words, with what is shown of each. */
export type States<Word extends string = string> = Readonly<Record<Word, readonly [Mood, string]>>;

/** Something with a heading. */
export const card = (title: string, content: Html, more?: Html | false): Html =>
  html`<section class="card"><header><h2>${title}</h2>${more}</header>
${content}</section>`;

/** What is known of a record: names and values; what is empty is left out. */
export const facts = (entries: [string, Html | string | number | null | undefined | false][]) =>
  html`<dl class="facts">${entries.map(
    ([name, value]) =>
      value !== null &&
      value !== undefined &&
      value !== false &&
      value !== '' &&
      html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
