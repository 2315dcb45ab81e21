import { type Html, html } from '../../platform/core/html.ts';
import { exampleOf } from '../../platform/operation/examples.ts';
import type { SentEvents } from '../../platform/operation/openapi-webhooks.ts';
import { json, part, sentence } from './blocks.ts';

export interface EventKind {
  /** What the types of its events begin with. */
  kind: string;
  types: string[];
  text: Html;
}

/** The events about each kind of record: when they happen, and what `data` of one looks like. */
export function eventKinds(sent: SentEvents): EventKind[] {
  const kinds = Map.groupBy(Object.keys(sent.types), (type) => type.split('.')[0] ?? '');
  return [...kinds].map(([kind, types]) => {
    const [first = ''] = types;
    return {
      kind,
      types,
      text: part(
        `${kind}-events`,
        html`${kind}.*`,
        html`  <div class="sides">
    <div class="told">
      <dl>${types.map(
        (type) => html`<dt id="${type}"><code>${type}</code></dt>
<dd>${sentence(sent.types[type]?.when ?? '')}</dd>`,
      )}</dl>
    </div>
    <div class="shown">
      <h4><code>data</code> of ${first}</h4>
      ${json(sent.types[first] && exampleOf(sent.types[first].record))}
    </div>
  </div>`,
      ),
    };
  });
}

/** What is common to all events. */
export const eventsIntroduction = ({ event }: SentEvents): Html =>
  part(
    'events',
    'How events arrive',
    html`  <div class="sides">
    <div class="told">
      <p>Everything that happens in a store is an event, numbered by <code>sequence</code> without
      gaps. Read them with <a href="#list-events">list-events</a>, or have them sent to you:
      <a href="#create-webhook">create-webhook</a>.</p>
      <p>What is sent is a POST with this body, signed as
      <a href="https://www.standardwebhooks.com">Standard Webhooks</a> says, in the headers
      <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>.
      Answer with any 2xx within 15 seconds. Anything else is tried again for three days.</p>
      <p><code>data</code> is the record as it then was, as the operation would have answered it.
      The same event may arrive twice: keep the <code>webhook-id</code>s you have worked on.</p>
    </div>
    <div class="shown">
      <h4>An event</h4>
      ${json(exampleOf(event))}
    </div>
  </div>`,
  );
