import { type Html, html, type Part } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import type { CheckoutRow } from '../../shop/checkout/checkout.rules.ts';
import type { RequiredAddress } from '../../shop/checkout/tax.rules.ts';
import type { ProviderFields } from '../../shop/money/payments/provider-fields.rules.ts';
import { htmlPage } from '../shared/layout.ts';
import type { RefusalText } from '../shared/refusal.ts';
import { shopFooter } from '../shared/shop-footer.ts';
import { shopHeader } from '../shared/shop-header.ts';
import type { ShopVisit } from '../shared/shop-visit.ts';
import { testMark } from '../shared/test-mark.ts';
import type { Kept, Problems } from './checkout-form.ts';

export interface CheckoutView extends Omit<ShopVisit, 'work'> {
  checkout: CheckoutRow;
}

export interface PaymentView extends CheckoutView, Kept {
  /** The provider with a page of its own on which the buyer pays; undefined: on this page. */
  hosted: { name: string; origins: readonly string[] } | undefined;
  /** Its fields, which a script shows on this page instead; undefined: they pay on that page. */
  fields: ProviderFields | undefined;
  problems: Problems;
  /** Whether the law of a country protects them as a consumer. */
  is_consumer: boolean;
  /** What they have to agree to, if anything. */
  consent_text: string | undefined;
  /** What the tax depends on; nothing where there is none for anybody. */
  required: RequiredAddress;
  /** Whether nobody has said where the buyer is: the country is a guess. */
  is_suggested: boolean;
  /** Whether it cannot be decided yet which tax that is. */
  is_undecided: boolean;
  /** What is to be said about the tax number. */
  number_note: string | undefined;
  /** What went wrong as a whole, such as a decline. Mistakes in fields are in `problems`. */
  refusal: RefusalText | undefined;
  /** Whether a form was refused just now. */
  is_refused: boolean;
  /** What has happened otherwise. */
  note: string | undefined;
  /** The same for every sending of this form: sending it twice pays once. */
  attempt: string;
}

/**
 * What depends on where the buyer is: the script of the page shows it anew when they say it.
 * `keeps`: what they have typed there stays, also while it is not asked for. `is_live`: what is
 * new there is read out.
 */
export const part = (name: string, content: Part, options: PartOptions = {}): Html => {
  const { keeps, is_live } = options;
  const more = [keeps && html` data-keeps`, is_live && html` aria-live="polite"`];
  return html`<div class="part" data-part="${name}"${more}>${content}</div>`;
};

interface PartOptions {
  keeps?: boolean;
  is_live?: boolean;
}

/** With tax on top, nobody can be told what they pay before they say where they are. */
export const isPriceKnown = ({
  is_undecided,
  checkout,
}: Pick<PaymentView, 'is_undecided' | 'checkout'>): boolean =>
  !is_undecided || checkout.includes_tax === 1;

/** The frame of the pages of a session that have one thing on them. */
export function checkoutPage(
  view: CheckoutView,
  status: number,
  title: string,
  main: Html,
  options: Partial<Omit<Parameters<typeof checkoutBody>[1], 'status' | 'title' | 'main'>> = {},
): PageAnswer {
  return checkoutBody(view, {
    status,
    title: `${title} · ${view.store.name}`,
    main: html`<main>
  ${shopHeader(view)}
  ${main}
  ${shopFooter(view)}
</main>`,
    ...options,
  });
}

/** What all pages of a session have. */
export function checkoutBody(
  { base_path, checkout, store, words }: CheckoutView,
  {
    status,
    title,
    main,
    ...options
  }: {
    status: number;
    title: string;
    main: Html;
    can_copy?: boolean;
    is_sale?: boolean;
    asks_server?: boolean;
    files?: readonly `/${string}`[];
    forms_lead_to?: readonly string[];
    provider?: ProviderFields['origins'] | undefined;
  },
): PageAnswer {
  return htmlPage(
    status,
    title,
    html`<body class="checkout">
${store.mode === 'test' && testMark(words)}
${main}
</body>`,
    {
      base_path,
      words,
      store,
      is_checkout: true,
      picture_url: checkout.product_image_url,
      ...options,
    },
  );
}

/** The way back to the shop. */
export const backButton = (address: string, text: string): Html =>
  html`<p><a class="button" href="${address}">${text}</a></p>`;
