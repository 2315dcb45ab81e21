import { EVENT_TYPES, type EventType } from '../../../core/events.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { html } from '../../shared/html.ts';
import { field } from '../field.ts';
import { type Filled, inputs, part } from '../form.ts';
import { dashboardPage } from '../layout.ts';
import type { Visit } from '../visit.ts';

export const WEBHOOK_FIELDS = {
  url: field.text({
    label: 'Address',
    hint: 'A public https:// address of yours. In a test store also what KASSA_WEBHOOK_ALLOW names',
    type: 'url',
    placeholder: 'https://example.com/webhooks/kassa',
  }),
  events: field.several({
    label: 'Only these; none ticked: all, also those of later versions',
    choices: EVENT_TYPES.map((type) => ({ value: type, label: type })),
  }),
};

/** As operations take it: null is all. What is no type of event is refused there. */
export const wantedEvents = (ticked: string[]): EventType[] | null => {
  const known = EVENT_TYPES.filter((type) => ticked.includes(type));
  return known.length === 0 ? null : known;
};

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
${part('Where to', inputs(WEBHOOK_FIELDS, filled, ['url']))}
${part('Events', inputs(WEBHOOK_FIELDS, filled, ['events']))}
<div class="actions"><button class="button">${button}</button>
<a href="${back.at}">Cancel</a></div>
</form>`,
  });
