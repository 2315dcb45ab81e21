import { EVENT_TYPES } from '../../../platform/core/events.ts';
import { html } from '../../../platform/core/html.ts';
import { CREEM_EVENT_TYPES } from '../../../shop/events/webhooks/creem-events.rules.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { field } from '../field.ts';
import { type Filled, inputs, part } from '../form.ts';
import { dashboardPage } from '../layout.ts';
import type { Visit } from '../visit.ts';

const ticks = (types: readonly string[]) => ({
  label: 'Only these; none ticked: all, also those of later versions',
  choices: types.map((type) => ({ value: type, label: type })),
});

export const WEBHOOK_FIELDS = {
  name: field.optionalText({ label: 'Name', hint: 'What you call it' }),
  url: field.text({
    label: 'Address',
    hint: 'A public https:// address of yours. In a test store also what KASSA_WEBHOOK_ALLOW names',
    type: 'url',
    placeholder: 'https://example.com/webhooks/kassa',
  }),
  format: field.choice({
    label: 'Format',
    hint: 'Creem: bodies, names and signatures as Creem sends them, for programs written for it',
    choices: [
      { value: 'kassa', label: 'Kassa' },
      { value: 'creem', label: 'Creem' },
    ],
  }),
  events: field.several(ticks(EVENT_TYPES)),
  creem_events: field.several(ticks(CREEM_EVENT_TYPES)),
};

interface Wanted {
  format: 'kassa' | 'creem';
  events: string[];
  creem_events: string[];
}

/** As operations take it: those ticked for the chosen format; null is all. */
export const wantedEvents = ({ format, events, creem_events }: Wanted) =>
  format === 'kassa'
    ? allIfNone(EVENT_TYPES.filter((type) => events.includes(type)))
    : allIfNone(CREEM_EVENT_TYPES.filter((type) => creem_events.includes(type)));

const allIfNone = <Type>(known: Type[]): Type[] | null => (known.length === 0 ? null : known);

interface Form {
  title: string;
  /** Where it is sent. */
  action: string;
  button: string;
  back: { at: string; name: string };
}

export const webhookForm = (visit: Visit, { title, action, button, back }: Form, filled: Filled) =>
  dashboardPage(visit, {
    ...{ title, back },
    section: 'webhooks',
    refusal: filled.refusal,
    main: html`<form class="form" method="post" action="${action}" novalidate>
${attemptField()}
${part('Where to', inputs(WEBHOOK_FIELDS, filled, ['url', 'name', 'format']))}
${part('Events in the format of Kassa', inputs(WEBHOOK_FIELDS, filled, ['events']))}
${part('Events in the format of Creem', inputs(WEBHOOK_FIELDS, filled, ['creem_events']))}
<div class="actions"><button class="button">${button}</button>
<a href="${back.at}">Cancel</a></div>
</form>`,
  });
