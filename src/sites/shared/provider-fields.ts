import { type Html, html } from '../../platform/core/html.ts';
import type { ProviderFields } from '../../shop/money/payments/provider-fields.rules.ts';

/**
 * What says one thing where the buyer pays on this page, in the provider's fields, and another
 * where a button leads to the provider's: a script decides, when the fields are there.
 */
export const hereOr = (
  fields: ProviderFields | undefined,
  { here, away }: { here: string; away: string | Html },
): string | Html =>
  fields === undefined
    ? away
    : html`<span class="away">${away}</span><span class="here">${here}</span>`;

interface Place {
  /** Undefined where nothing is paid now. */
  currency: string | undefined;
  /** What else its script is told: attributes, each with the space before it. */
  more?: Html | undefined;
  content?: Html | undefined;
}

/** Where the provider's script puts its fields, and what it is told; empty without scripts. */
export const fieldsPlace = (
  { script, public_key, methods }: ProviderFields,
  { currency, more, content }: Place,
): Html => html`<div class="fields" data-script="${script}" data-key="${public_key}"${
  currency !== undefined && html` data-currency="${currency.toLowerCase()}"`
} data-methods="${methods.join(' ')}"${more}>
  <div></div>
  ${content}
</div>`;

/**
 * For a card that is saved, with a payment or without: its form is sent with the token of what was
 * typed. `amount`: what is paid with it now, as the provider counts it.
 */
export const cardFields = (
  fields: ProviderFields,
  { currency, amount = 0 }: { currency: string | undefined; amount?: number | undefined },
): Html => html`<input type="hidden" name="payment_token" value="">
    ${fieldsPlace(fields, { currency, more: html` data-amount="${amount}"` })}
    <p class="problem" role="alert" hidden></p>`;

/** What a page with such a form needs. */
export const forFields = (fields: ProviderFields | undefined) =>
  fields === undefined ? {} : { files: ['/card-fields.mjs'] as const, provider: fields.origins };
