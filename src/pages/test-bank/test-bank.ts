import type { TestGateway } from '../../payments/test-gateway.ts';
import { amountText, localeOf } from '../shared/amounts.ts';
import { cameFromHere, refusedForm, seeOther } from '../shared/forms.ts';
import { html } from '../shared/html.ts';
import { htmlPage } from '../shared/layout.ts';
import { notice } from '../shared/notice.ts';
import type { Page } from '../shared/page.ts';

/** The simulated bank of test stores, where a buyer confirms a payment or refuses it. */
export function testBankPage(gateway: TestGateway, base_path: string): Page {
  return {
    path: '/test-bank/',
    is_prefix: true,
    takes_forms: true,
    refused: refusedForm(base_path),
    async serve(asked) {
      const { method, rest: token, form, headers } = asked;
      if (method === 'POST' && cameFromHere(asked)) {
        const charge = await gateway.answerBank(token, form.get('answer') === 'confirm');
        if (charge?.return_url) return seeOther(charge.return_url);
      }
      const charge = await gateway.waiting(token);
      if (!charge) {
        return notice({
          base_path,
          status: 404,
          title: 'Nothing to confirm here',
          text: 'Go back to the shop and look again.',
        });
      }
      const amount = amountText(
        charge.amount_minor,
        charge.currency,
        localeOf(headers['accept-language']),
      );
      return htmlPage(
        200,
        'Test bank',
        html`<body class="checkout"><main><div class="receipt">
<p class="shop">Test bank</p>
<h1>Do you confirm this payment?</h1>
<p>A shop wants ${amount} from your card. This bank is simulated: no money moves.</p>
<form method="post" action="${base_path}/test-bank/${token}">
<button class="button" name="answer" value="confirm">Confirm</button>
<button class="plain" name="answer" value="refuse">Refuse</button>
</form>
</div></main></body>`,
        { base_path, is_checkout: true },
      );
    },
  };
}
