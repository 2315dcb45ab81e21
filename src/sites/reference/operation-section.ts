import { type Deprecation, deprecationText } from '../../platform/core/deprecation.ts';
import { ERRORS, type ErrorCode } from '../../platform/core/errors.ts';
import { type Html, html } from '../../platform/core/html.ts';
import { exampleAnswer, requiredParameters } from '../../platform/operation/examples.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import { PROVIDER_FACTS } from '../../shop/money/payments/provider-facts.ts';
import { PROVIDER_NAMES } from '../../shop/money/payments/provider-names.rules.ts';
import { inline, json, part, samples } from './blocks.ts';
import { parameterList } from './parameter-list.ts';
import { FIRST } from './preparation.ts';
import { callOf, curl, providerKey, type SampleServer, typeScript } from './samples.ts';

export const anchor = (operation: Operation): string => operation.path.slice(1);

/** An operation: what it does, takes, answers and refuses, and samples that run. */
export function operationSection(operation: Operation, server: SampleServer): Html {
  const { method, path, errors } = operation;
  const call = callOf(operation);
  return part(
    anchor(operation),
    html`<span class="method ${method.toLowerCase()}">${method}</span> ${path}`,
    html`  <div class="sides">
    <div class="told">
      <p><strong>${operation.summary}.</strong> ${inline(operation.description)}</p>
      ${operation.deprecated && endOf(operation.deprecated)}
      <p class="quiet">Key: ${scopesOf(operation)}</p>
      <h4>Parameters</h4>
      ${parameterList(operation.input.properties, requiredParameters(operation))}
      ${errors.length > 0 && html`<h4>Errors</h4>${errorList(errors)}`}
    </div>
    <div class="shown">
      <h4>Request</h4>
      ${noteOn(path, '#')}
      ${samples(curl(call, server), typeScript(call))}
      <h4>Answer</h4>
      ${json(exampleAnswer(operation))}
    </div>
  </div>`,
  );
}

/** The scopes of the keys that may call it. */
export const scopesOf = ({ scope }: Operation): Html[] =>
  [...new Set([scope, 'full'])].map((one, at) => html`${at > 0 && ' or '}<code>${one}</code>`);

export const endOf = (deprecated: Deprecation): Html =>
  html`<p><strong>${deprecationText(deprecated)}.</strong></p>`;

const NOTES: Record<string, string> = {
  '/connect-provider': PROVIDER_NAMES.map(
    (name) =>
      `\`${providerKey(name)}\` is a key of your own account at ${PROVIDER_FACTS[name].title}.`,
  ).join(' '),
  '/retry-payment':
    'For a subscription that is `past_due`; any other is refused with `subscription_status`.',
  '/resolve-transaction':
    'For a transaction that `needs_review`; any other is refused with `review_not_needed`.',
};

/** What must be done before, with `to` before the name of another operation in its address. */
export function noteOn(path: string, to: string): Html | false {
  const { [path]: first } = FIRST;
  const { [path]: note } = NOTES;
  if (first) return html`<p class="quiet">After <a href="${to}${first}">${first}</a>.</p>`;
  return note !== undefined && html`<p class="quiet">${inline(note)}</p>`;
}

export const errorList = (codes: readonly ErrorCode[]): Html =>
  html`<dl>${codes.map((code) => {
    const [status, message] = ERRORS[code];
    return html`<dt><code>${code}</code> <span class="quiet">${status}</span></dt>
<dd>${inline(message)}</dd>`;
  })}</dl>`;
