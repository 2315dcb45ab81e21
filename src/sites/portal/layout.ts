import type { Words } from '../../../texts/words.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer, PageReader, PageRequest } from '../../platform/http/page.ts';
import type { ProviderFields } from '../../shop/money/payments/provider-fields.rules.ts';
import { htmlPage } from '../shared/layout.ts';
import { noticePage } from '../shared/notice.ts';
import { type RefusalText, refusalBox, refusedTitle } from '../shared/refusal.ts';
import { shopFooter } from '../shared/shop-footer.ts';
import { shopHeader } from '../shared/shop-header.ts';
import { testMark } from '../shared/test-mark.ts';
import { type Handler, ownSubscription, type SubscriptionRecord, type Visit } from './visit.ts';

interface Content {
  title: string;
  main: Html;
  status?: number;
  /** Why what was asked for was not done: the first thing on the page, and in its title. */
  refusal?: RefusalText | undefined;
  /** What has just been done, by its name in the address. */
  note?: string | undefined;
  can_copy?: boolean;
  /** Pictures of products. */
  pictures?: readonly string[];
  /** Other origins that a form may end at. */
  forms_lead_to?: readonly string[];
  files?: readonly `/${string}`[];
  provider?: ProviderFields['origins'] | undefined;
  /** Where "back" leads to; without it, to the first page. */
  back?: { at: string; name: string };
  is_home?: boolean;
}

/** Every page of the portal: the shop, the way back, and what the page is about. */
export function portalPage(visit: Visit, content: Content): PageAnswer {
  const { base_path, store, address, return_url, words } = visit;
  const { title, main, refusal, can_copy = false, pictures = [], is_home = false } = content;
  const { status = refusal ? 400 : 200, forms_lead_to = [], files = [], provider } = content;
  const back = content.back ?? { at: address, name: words.portal.allPurchases };
  const leave =
    return_url !== null &&
    html`<p class="screen"><a href="${return_url}">${words.portal.backTo(store.name)}</a></p>`;
  return htmlPage(
    status,
    refusedTitle(refusal, `${title} · ${store.name}`),
    html`<body class="checkout portal">
${store.mode === 'test' && testMark(words)}
${shopHeader(visit, leave)}
<main>
  ${!is_home && html`<p class="back screen"><a href="${back.at}">${back.name}</a></p>`}
  ${noteBox(words, content.note)}
  ${refusal && refusalBox(refusal)}
  ${main}
</main>
${shopFooter(visit)}
</body>`,
    {
      ...{ base_path, words, store, is_portal: true, can_copy, pictures },
      ...{ forms_lead_to, files, provider },
    },
  );
}

function noteBox({ portal: { notes } }: Words, note: string | undefined): Html | undefined {
  if (note === undefined) return undefined;
  const text = Object.entries(notes).find(([name]) => name === note)?.[1];
  return text === undefined ? undefined : html`<p class="note" role="status">${text}</p>`;
}

/** What a form does, and the way to leave it. */
export const formActions = (
  does: Html | string,
  { leave, at }: { leave: string; at: string },
): Html =>
  html`<p class="actions">
  <button class="button">${does}</button>
  <a class="plain" href="${at}">${leave}</a>
</p>`;

/** The same page for what does not exist and for what belongs to another customer. */
export function notFoundPage(visit: Visit): PageAnswer {
  const { title, text } = visit.words.portal.notFound;
  const main = html`<div class="panel"><h1>${title}</h1>
<p>${text}</p></div>`;
  return portalPage(visit, { status: 404, title, main });
}

/** For a subscription of this customer; another's is answered like one that does not exist. */
export const ofSubscription =
  (
    answer: (
      visit: Visit,
      subscription: SubscriptionRecord,
      request: PageRequest,
      note: string | undefined,
    ) => Promise<PageAnswer>,
  ): Handler<{ subscription_id: string; note?: string }> =>
  async (visit, request, { subscription_id, note }) => {
    const subscription = await ownSubscription(visit, subscription_id);
    return subscription ? answer(visit, subscription, request, note) : notFoundPage(visit);
  };

/** For a link that has expired or never existed. */
export const linkExpiredPage = (
  request: PageReader,
  link: { name: string; number: number; return_url: string | null } | undefined,
  base_path: string,
): Promise<PageAnswer> =>
  noticePage(request, { base_path, status: 404 }, ({ linkExpired: { title, text, back } }) => {
    const sign_in = `${base_path}/portal${link ? `/store/${link.number}` : ''}`;
    const anew = text((words) => html`<a href="${sign_in}">${words}</a>`);
    const go_back = link?.return_url && html`<a href="${link.return_url}">${back(link.name)}</a>`;
    return { title, text: html`${anew} ${go_back}` };
  });
