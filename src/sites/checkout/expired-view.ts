import { html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { backButton, type CheckoutView, checkoutPage } from './checkout-page.ts';

/** The page of a session that is over and unpaid. `problem`: why its last payment failed. */
export function expiredPage(
  view: CheckoutView & { problem: { title: string; text: string } | undefined },
): PageAnswer {
  const { checkout, store, problem, words } = view;
  const { after } = words;
  const shop = store.name;
  return checkoutPage(
    view,
    200,
    after.expired,
    html`
<div class="receipt">
  <h1>${after.expired}</h1>
  ${problem && html`<p><strong>${problem.title}.</strong> ${problem.text}</p>`}
  <p>${after.expiredText({ shop, product: checkout.product_name })}</p>
  ${checkout.cancel_url && backButton(checkout.cancel_url, after.backTo(shop))}
</div>`,
  );
}
