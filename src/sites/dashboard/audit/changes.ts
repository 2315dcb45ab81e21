import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import type { AuditEntry } from '../../../shop/store/audit/audit-entry.rules.ts';

type Entry = Static<typeof AuditEntry>;
type Change = Entry['changes'][number];

const FIELDS_SHOWN = 40;
const CHARACTERS_SHOWN = 200;

/** What changed: the names of the fields, and on request before and after of each. */
export function changesCell({ changes, more_events }: Entry): Html | null {
  if (changes.length === 0) return null;
  return html`<details class="changes"><summary>${summary(changes)}</summary>
${changes.map((change) => changeTable(change, changes.length > 1))}
${more_events > 0 && html`<p class="quiet">And ${more_events} more events.</p>`}</details>`;
}

function summary(changes: Change[]): string {
  const [first] = changes;
  if (!first || changes.length > 1) return `${changes.length} records`;
  const { before, after, events } = first;
  if (before === null) return events.length > 0 ? events.join(', ') : 'new';
  if (after === null) return 'deleted';
  const names = Object.keys(before);
  return names.length > 3 ? `${names.length} fields` : names.join(', ');
}

/** A small table of the fields that are different; of a new record, all that it has. */
function changeTable({ target, before, after }: Change, is_named: boolean): Html {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const shown = names.filter((name) => before !== null || !isEmpty(after?.[name]));
  const row = (name: string): Html =>
    html`<tr><th scope="row">${name}</th>${
      before && html`<td>${valueText(before[name])}</td>`
    }<td>${after === null ? 'gone' : valueText(after[name])}</td></tr>`;
  return html`<table>${is_named && html`<caption><code>${target}</code></caption>`}
<thead><tr><th scope="col">Field</th>${before && html`<th scope="col">Before</th>`}
<th scope="col">${before ? 'After' : 'Value'}</th></tr></thead>
<tbody>${shown.slice(0, FIELDS_SHOWN).map(row)}</tbody></table>`;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || valueText(value) === '{}';

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > CHARACTERS_SHOWN ? `${text.slice(0, CHARACTERS_SHOWN)}…` : text;
}
