import { type Html, html } from '../../../platform/core/html.ts';
import type { PageAnswer } from '../../../platform/http/page.ts';
import type { Operation } from '../../../platform/operation/operation.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import {
  asFacts,
  asTyped,
  doneNote,
  type Fields,
  type Filled,
  filledWith,
  sendForm,
  type ValuesOf,
} from '../form.ts';
import { formParts, type Parts } from '../form-page.ts';
import { card, dashboardPage } from '../layout.ts';
import type { SectionName } from '../menu.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';

interface Settings<F extends Fields> {
  section: SectionName;
  fields: F;
  /** The groups of the form: in each, rows of fields side by side. */
  groups: Parts<F>;
  /** What saves it: whoever may not ask for it sees what is set, and no form. */
  operation: Pick<Operation, 'path' | 'method'>;
  read(visit: Visit): Promise<Partial<ValuesOf<F>>>;
  save(visit: Visit, values: ValuesOf<F>, once: string | undefined): Promise<unknown>;
  takes_files?: boolean;
  /** Whether the form can be shown as it would look, before it is saved. */
  can_preview?: boolean;
  /** Fields that make no sense now. */
  hides?(visit: Visit): readonly string[];
  /** What stands over the form. */
  above?(visit: Visit, filled: Filled): Promise<Html> | Html;
  /** What else is on the page. */
  below?(visit: Visit): Promise<Html> | Html;
  notes?: Readonly<Record<string, string>>;
}

/** A page with settings of the store: read by everybody, changed by whoever may. */
export function settingsRoutes<F extends Fields>(settings: Settings<F>) {
  const { section, fields, read, save, operation } = settings;
  const show: Handler = async (visit, request) =>
    settingsPage(visit, settings, {
      filled: filledWith(fields, await read(visit)),
      note: doneNote(request, { saved: 'Saved.', ...settings.notes }),
    });
  const change: Handler = async (visit, request) => {
    if (request.form.has('preview')) {
      return settingsPage(visit, settings, { filled: asTyped(request, fields) });
    }
    const once = visit.onceFor(request.form.get('attempt'), operation.path);
    const sent = await sendForm(
      { fields, sent: request, refused: 'This was not saved' },
      async (values) => save(visit, values, once),
    );
    if ('again' in sent) return settingsPage(visit, settings, { filled: sent.again });
    return redirectAfterForm(`${visit.address}/${section}?done=saved`);
  };
  return [route(`/${section}`, { GET: show, POST: ifAllowed(operation, change) })];
}

async function settingsPage<F extends Fields>(
  visit: Visit,
  settings: Settings<F>,
  { filled, note }: { filled: Filled; note?: string | undefined },
): Promise<PageAnswer> {
  const { section, above, below, operation } = settings;
  return dashboardPage(visit, {
    ...{ section, note, refusal: filled.refusal },
    main: html`${above && (await above(visit, filled))}
${visit.may(operation) ? form(visit, settings, filled) : shown(settings, filled)}
${below && (await below(visit))}`,
  });
}

function form<F extends Fields>(visit: Visit, settings: Settings<F>, filled: Filled): Html {
  const { section, fields, takes_files, can_preview, hides } = settings;
  const hidden = hides?.(visit) ?? [];
  const groups = settings.groups.map(({ title, rows }) => ({
    title,
    rows: rows
      .map((row) => row.filter((name) => !hidden.includes(name)))
      .filter((row) => row.length > 0),
  }));
  return html`<form class="form" method="post" action="${visit.address}/${section}" novalidate${
    takes_files && html` enctype="multipart/form-data"`
  }>
${attemptField()}
${formParts(fields, groups, filled)}
<div class="actions"><button class="button">Save</button>
${can_preview && html`<button class="button second" name="preview" value="1">Preview</button>`}
</div></form>`;
}

const shown = <F extends Fields>({ fields, groups }: Settings<F>, filled: Filled): Html =>
  html`${groups.map(({ title, rows }) =>
    card(
      title,
      asFacts(
        fields,
        filled,
        rows.flat().filter((name) => !HIDDEN.test(name)),
      ),
    ),
  )}`;

/** Of pictures there is nothing to read. */
const HIDDEN = /^(?:remove_|logo$|favicon$)/;
