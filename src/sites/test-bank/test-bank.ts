import { html } from '../../platform/core/html.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PageAnswer, PageRequest, ServedPath } from '../../platform/http/page.ts';
import type { TestGateway } from '../../shop/money/payments/test-gateway.ts';
import { withBrand } from '../../shop/store/brand.rules.ts';
import { findStore } from '../../shop/store/store.sql.ts';
import { wordsFor } from '../shared/choose-words.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { noticePage } from '../shared/notice.ts';
import { area, route } from '../shared/router.ts';
import { shopPage } from '../shared/shop-page.ts';

interface Dependencies {
  db: Database;
  gateway: TestGateway;
  base_path: string;
}

interface Visit extends Dependencies {
  token: string;
}

const ROUTES = [route('/', { GET: showPayment, POST: answerPayment })];

/** The simulated bank of test stores, where a buyer confirms a payment or refuses it. */
export const testBankPage = (given: Dependencies): ServedPath =>
  area({
    at: '/test-bank/:token',
    base_path: given.base_path,
    enter: (_, { token }, open) => open({ ...given, token }),
    routes: ROUTES,
    notFoundPage: (request) => nothingToConfirm(request, given.base_path),
  });

async function answerPayment(visit: Visit, request: PageRequest): Promise<PageAnswer> {
  const confirmed = request.form.get('answer') === 'confirm';
  const charge = await visit.gateway.answerBank(visit.token, confirmed);
  return charge?.return_url ? redirectAfterForm(charge.return_url) : showPayment(visit, request);
}

async function showPayment(
  { db, gateway, token, base_path }: Visit,
  request: PageRequest,
): Promise<PageAnswer> {
  const charge = await gateway.findWaitingCharge(token);
  const row = charge && (await findStore(db.reader(charge)));
  if (!charge || !row) return nothingToConfirm(request, base_path);
  const store = withBrand(row);
  const words = await wordsFor(request, store.brand.default_language);
  const { pay } = words;
  const amount = words.money(charge.amount_minor, charge.currency);
  return shopPage(
    { base_path, store, words },
    {
      title: pay.bank,
      may_be_framed: true,
      main: html`
    <p class="quiet">${pay.bank}</p>
    <h1>${pay.bankTitle}</h1>
    <p>${pay.bankText({ amount, shop: store.name })}</p>
    <p class="quiet">${pay.bankIsTest}</p>
    <form class="choice" method="post" action="${base_path}/test-bank/${token}">
      <button class="button" name="answer" value="confirm">${pay.bankConfirm}</button>
      <button class="plain" name="answer" value="refuse">${pay.bankRefuse}</button>
    </form>`,
    },
  );
}

const nothingToConfirm = (request: PageRequest, base_path: string): Promise<PageAnswer> =>
  noticePage(request, { base_path, status: 404 }, ({ nothingToConfirm }) => nothingToConfirm);
