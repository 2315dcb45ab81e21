import { ProviderUnanswered } from '../../platform/core/errors.ts';
import type { PageAnswer, PageRequest, ServedPath } from '../../platform/http/page.ts';
import type { SavedCard } from '../../shop/money/payments/gateway.ts';
import { findHold } from '../../shop/money/payments/held-charges.sql.ts';
import { hasFields, lookAtToken } from '../../shop/money/payments/look-at-token.ts';
import { withTimeout } from '../../shop/money/payments/with-timeout.ts';
import { isUnderWay } from '../../shop/subscriptions/card-update.rules.ts';
import { findCardUpdate, findStoreOfCardUpdate } from '../../shop/subscriptions/card-update.sql.ts';
import {
  keepCard,
  openCardPage,
  saveTypedCard,
  settleCardUpdate,
} from '../../shop/subscriptions/settle-card-update.ts';
import { type CardProblems, readCard, type TypedCard } from '../shared/card-form.ts';
import { declineText } from '../shared/decline-text.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { hostOf, mayLeadTo } from '../shared/hosted.ts';
import { noticePage } from '../shared/notice.ts';
import { tryLater, waitPage } from '../shared/page-limits.ts';
import { portalCameFrom } from '../shared/portal-cookie.ts';
import { mistakesIn, type RefusalText, waitText } from '../shared/refusal.ts';
import { area, route } from '../shared/router.ts';
import { goBack, type SiteParts, shopVisit } from '../shared/shop-visit.ts';
import { type CardView, cardPage, overPage, underWayPage } from './card-view.ts';

interface Visit extends CardView {
  /** Where the customer came from, and goes to afterwards. */
  portal: string | undefined;
  waitToTry(): number;
}

const showCard = (visit: Visit): Promise<PageAnswer> => show(visit);

const ROUTES = [
  route('/', { GET: showCard, POST: giveCard }),
  route('/return', { GET: comeBack, POST: goBack }),
];

/** Where a customer gives another card. Its address is the key to it. */
export function cardPages(parts: SiteParts): ServedPath {
  const { db, limits, base_path } = parts;
  const notFoundPage = (request: PageRequest) =>
    noticePage(request, { base_path, status: 404 }, ({ noCardLink }) => noCardLink);
  return area({
    at: '/card/:card_update_id',
    base_path,
    routes: ROUTES,
    notFoundPage,
    async enter(request, { card_update_id }, open) {
      const store = await findStoreOfCardUpdate(db.reader(null), card_update_id);
      const found = store && (await findCardUpdate(db.reader(store), card_update_id));
      if (!found) return notFoundPage(request);
      const wait_seconds = limits.ofLink(card_update_id);
      if (wait_seconds > 0) return waitPage(request, wait_seconds, base_path);
      const path = ['/card', card_update_id] as const;
      const { customer_id } = found;
      return open({
        ...(await shopVisit(request, parts, { path, store, customer_id })),
        update: found,
        portal: portalCameFrom(request, base_path),
        waitToTry: () => limits.ofTry(request, card_update_id),
      });
    },
  });
}

async function show(
  visit: Visit,
  more: { refusal?: RefusalText | undefined; typed?: TypedCard; problems?: CardProblems } = {},
): Promise<PageAnswer> {
  const { update, work } = visit;
  const gateway = work.services.gatewayOf(work.store, update.provider);
  if (isUnderWay(update)) return underWayPage({ ...visit, back: backFrom(visit) });
  const is_over = update.status !== 'open' || update.expires_at <= work.now;
  if (is_over || !gateway) return overPage({ ...visit, back: backFrom(visit) });
  const is_held = (await findHold(work.reader)) !== null;
  const fields = await gateway.fieldsOf?.(work.store.store_id);
  return cardPage(
    { ...visit, back: backFrom(visit) },
    { host: hostOf(visit.words, gateway), fields, is_held, ...more },
  );
}

const backFrom = ({ update, portal }: Visit): string | undefined =>
  update.return_url ?? portal ?? undefined;

async function giveCard(visit: Visit, { form }: PageRequest): Promise<PageAnswer> {
  const { update, work, address } = visit;
  const gateway = work.services.gatewayOf(work.store, update.provider);
  const is_over = update.status !== 'open' || update.expires_at <= work.now;
  if (is_over || !gateway) return redirectAfterForm(address);
  const { words } = visit;
  const filled = gateway.takes_cards ? readCard(form, { words, now: work.now }) : undefined;
  const { card, problems = {} } = filled ?? {};
  const again = filled && { typed: filled.typed };
  if (Object.keys(problems).length > 0) {
    return show(visit, { ...again, problems, refusal: mistakesIn(words, problems) });
  }
  const wait_seconds = visit.waitToTry();
  if (wait_seconds > 0) {
    const refusal = waitText(words, wait_seconds);
    return tryLater(await show(visit, { ...again, refusal }), wait_seconds);
  }
  try {
    const typed = card ? undefined : await typedIn(visit, form);
    if (typed) return await saveTyped(visit, typed);
    if (!card) {
      const { action_url } = await openCardPage(work, update);
      const leads_to = action_url === null ? undefined : mayLeadTo(gateway, action_url);
      return redirectAfterForm(leads_to ?? address);
    }
    const saved = await withTimeout(gateway.saveCard(card));
    if (saved.refused) {
      return show(visit, { ...again, refusal: declineText(words, saved.refused) });
    }
    return afterwards({ ...visit, update: await keepCard(work, update, saved) });
  } catch (error) {
    if (!(error instanceof ProviderUnanswered)) throw error;
    const { notices, pay } = words;
    return show(visit, {
      ...again,
      refusal: { title: notices.refused.title, text: pay.tryAgain },
    });
  }
}

/** What was typed into the provider's fields on this page; undefined where it has none. */
async function typedIn(
  { update, work }: Visit,
  form: PageRequest['form'],
): Promise<SavedCard | undefined> {
  const token = (form.get('payment_token') ?? '').slice(0, 300);
  if (token === '' || !(await hasFields(work))) return undefined;
  return lookAtToken(work, { key: update.card_update_id, token });
}

async function saveTyped(visit: Visit, typed: SavedCard): Promise<PageAnswer> {
  const { words, work, address } = visit;
  const gateway = work.services.gatewayOf(work.store, visit.update.provider);
  const { card_update_id } = visit.update;
  const tried =
    typed.refused === undefined
      ? await saveTypedCard(work, visit.update, typed)
      : { update: visit.update, refused: typed.refused };
  const { update, refused } = { refused: undefined, ...tried };
  // The same form, sent twice: the first has saved the card.
  const now = refused === undefined ? update : await findCardUpdate(work.reader, card_update_id);
  if (now?.status === 'completed') return afterwards({ ...visit, update: now });
  if (refused !== undefined) return show(visit, { refusal: declineText(words, refused) });
  const { action_url } = update;
  const leads_to = gateway && action_url !== null && mayLeadTo(gateway, action_url);
  return leads_to ? redirectAfterForm(leads_to) : afterwards({ ...visit, update, address });
}

/** Back from the provider's page, or from the bank. */
async function comeBack(visit: Visit): Promise<PageAnswer> {
  try {
    const update = await settleCardUpdate(visit.work, visit.update);
    const was_refused = visit.update.in_fields === 1 && update.in_fields === 0;
    if (was_refused && update.status === 'open') {
      const refusal = declineText(visit.words, 'authentication_failed');
      return await show({ ...visit, update }, { refusal });
    }
    return afterwards({ ...visit, update });
  } catch (error) {
    if (!(error instanceof ProviderUnanswered)) throw error;
    return redirectAfterForm(visit.address);
  }
}

/** To the shop or the portal, if the card is there; else the page says what is missing. */
function afterwards({ update, portal, address }: Visit): PageAnswer {
  if (update.status !== 'completed') return redirectAfterForm(address);
  const back = update.return_url ?? (portal && `${portal}/note/card-saved`);
  return redirectAfterForm(back ?? address);
}
