import { EVENT_TYPES } from '../../../platform/core/events.ts';
import { createWebhook } from '../../../shop/events/webhooks/create-webhook.ts';
import { CREEM_EVENT_TYPES } from '../../../shop/events/webhooks/creem-events.rules.ts';
import { field } from '../field.ts';
import { formFields } from '../form-fields.ts';

const ticks = (types: readonly string[]) => ({
  label: 'Only these; none ticked: all, also those of later versions',
  choices: types.map((type) => ({ value: type, label: type })),
});

export const WEBHOOK_FIELDS = {
  ...formFields(createWebhook, {
    name: { label: 'Name', hint: 'What you call it' },
    url: {
      label: 'Address',
      hint: 'A public https:// address. In a test store also what KASSA_WEBHOOK_ALLOW names',
      placeholder: 'https://example.com/webhooks/kassa',
    },
    format: {
      label: 'Format',
      hint: 'Creem: bodies, names and signatures as Creem sends them, for programs written for it',
      choices: { kassa: 'Kassa', creem: 'Creem' },
    },
  }),
  events: field.several(ticks(EVENT_TYPES)),
  creem_events: field.several(ticks(CREEM_EVENT_TYPES)),
};

export const WEBHOOK_PARTS = [
  { title: 'Where to', rows: [['url'], ['name'], ['format']] },
  { title: 'Events in the format of Kassa', rows: [['events']] },
  { title: 'Events in the format of Creem', rows: [['creem_events']] },
] as const;

interface Ticked {
  format: 'kassa' | 'creem';
  events: string[];
  creem_events: string[];
}

/** As operations take it: those ticked for the chosen format; null is all. */
export const chosenEvents = ({ format, events, creem_events }: Ticked) =>
  format === 'kassa'
    ? allIfNone(EVENT_TYPES.filter((type) => events.includes(type)))
    : allIfNone(CREEM_EVENT_TYPES.filter((type) => creem_events.includes(type)));

const allIfNone = <Type>(known: Type[]): Type[] | null => (known.length === 0 ? null : known);
