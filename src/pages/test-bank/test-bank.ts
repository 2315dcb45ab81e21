import type { TestGateway } from '../../payments/test-gateway.ts';
import { amountText, localeOf } from '../shared/amounts.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { html } from '../shared/html.ts';
import { htmlPage } from '../shared/layout.ts';
import { noticePage } from '../shared/notice.ts';
import type { PageAnswer, PageRequest, ServedPath } from '../shared/page.ts';
import { area, route } from '../shared/router.ts';

interface Visit {
  gateway: TestGateway;
  token: string;
  base_path: string;
}

const ROUTES = [route('/', { GET: showPayment, POST: answerPayment })];

/** The simulated bank of test stores, where a buyer confirms a payment or refuses it. */
export const testBankPage = (gateway: TestGateway, base_path: string): ServedPath =>
  area({
    at: '/test-bank/:token',
    base_path,
    enter: (_, { token }, open) => open({ gateway, token, base_path }),
    routes: ROUTES,
    notFoundPage: (asked) => nothingToConfirm(asked, base_path),
  });

async function answerPayment(visit: Visit, asked: PageRequest): Promise<PageAnswer> {
  const confirmed = asked.form.get('answer') === 'confirm';
  const charge = await visit.gateway.answerBank(visit.token, confirmed);
  return charge?.return_url ? redirectAfterForm(charge.return_url) : showPayment(visit, asked);
}

async function showPayment(
  { gateway, token, base_path }: Visit,
  asked: PageRequest,
): Promise<PageAnswer> {
  const charge = await gateway.findWaitingCharge(token);
  if (!charge) return nothingToConfirm(asked, base_path);
  const locale = localeOf(asked.headers['accept-language']);
  const amount = amountText(charge.amount_minor, charge.currency, locale);
  return htmlPage(
    200,
    'Test bank',
    html`<body class="checkout">
<main>
  <div class="receipt">
    <p class="shop">Test bank</p>
    <h1>Do you confirm this payment?</h1>
    <p>A shop wants ${amount} from your card. This bank is simulated: no money moves.</p>
    <form method="post" action="${base_path}/test-bank/${token}">
      <button class="button" name="answer" value="confirm">Confirm</button>
      <button class="plain" name="answer" value="refuse">Refuse</button>
    </form>
  </div>
</main>
</body>`,
    { base_path, is_checkout: true },
  );
}

const nothingToConfirm = (asked: PageRequest, base_path: string): Promise<PageAnswer> =>
  noticePage(asked, { base_path, status: 404 }, ({ nothingToConfirm }) => nothingToConfirm);
