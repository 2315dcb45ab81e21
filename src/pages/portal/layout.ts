import { type Html, html } from '../shared/html.ts';
import { htmlPage } from '../shared/layout.ts';
import { noticePage } from '../shared/notice.ts';
import type { PageAnswer, PageReader } from '../shared/page.ts';
import { shopFooter } from '../shared/shop-footer.ts';
import { shopHeader } from '../shared/shop-header.ts';
import { testMark } from '../shared/test-mark.ts';
import type { Visit } from './visit.ts';

interface Content {
  title: string;
  main: Html;
  status?: number;
  /** What has just been done, by its name in the address. */
  note?: string | undefined;
  can_copy?: boolean;
  /** Other origins that a form may end at. */
  forms_lead_to?: readonly string[];
  is_home?: boolean;
}

/** Every page of the portal: the shop, the way back, and what the page is about. */
export function portalPage(visit: Visit, content: Content): PageAnswer {
  const { base_path, store, address, return_url, words } = visit;
  const {
    title,
    main,
    status = 200,
    can_copy = false,
    is_home = false,
    forms_lead_to = [],
  } = content;
  const note = NOTES[content.note ?? ''];
  return htmlPage(
    status,
    `${title} · ${store.name}`,
    html`<body class="checkout portal">
${store.mode === 'test' && testMark(words)}
${shopHeader(
  visit,
  return_url !== null &&
    html`<p class="screen"><a href="${return_url}">Back to ${store.name}</a></p>`,
)}
<main>
  ${!is_home && html`<p class="screen"><a href="${address}">${words.portal.allPurchases}</a></p>`}
  ${note && html`<p class="note" role="status">${note}</p>`}
  ${main}
</main>
${shopFooter(visit)}
</body>`,
    { base_path, words, store, is_portal: true, can_copy, forms_lead_to },
  );
}

const NOTES: Record<string, string> = {
  'billing-saved': 'Your billing details are saved.',
  'invoice-corrected': 'Your invoice is corrected. You find the new one below.',
  'card-saved': 'Your card is saved. It is used for the next payments.',
  'card-paid': 'Your card is saved, and what was due is paid.',
  'device-freed': 'The device is free. Its place can be used by another one.',
  changed: 'Your subscription is changed.',
  canceled: 'Your subscription is canceled. Nothing more is charged.',
  resumed: 'Your subscription goes on.',
  busy: 'A payment of this subscription is under way. Try again in a moment.',
  waiting: 'The payment is still under way. Look again in a moment: this page shows how it ended.',
};

/** What a form does, and the way to leave it. */
export const formActions = (does: string, { leave, at }: { leave: string; at: string }): Html =>
  html`<p class="actions">
  <button class="button">${does}</button>
  <a href="${at}">${leave}</a>
</p>`;

/** The same page for what does not exist and for what belongs to another customer. */
export const notFoundPage = (visit: Visit): PageAnswer =>
  portalPage(visit, {
    status: 404,
    title: 'There is nothing here',
    main: html`<h1>There is nothing here</h1>
<p>This address shows nothing of yours. Go back to all your purchases.</p>`,
  });

/** For a link that has expired or never existed. */
export const linkExpiredPage = (
  asked: PageReader,
  link: { name: string; number: number; return_url: string | null } | undefined,
  base_path: string,
): Promise<PageAnswer> =>
  noticePage(asked, { base_path, status: 404 }, ({ linkExpired: { title, text, back } }) => {
    const sign_in = `${base_path}/portal${link ? `/store/${link.number}` : ''}`;
    const anew = text((words) => html`<a href="${sign_in}">${words}</a>`);
    const go_back = link?.return_url && html`<a href="${link.return_url}">${back(link.name)}</a>`;
    return { title, text: html`${anew} ${go_back}` };
  });
