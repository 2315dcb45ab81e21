import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer, PageRequest } from '../../platform/http/page.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import { attemptField } from '../shared/attempt-field.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import {
  asTyped,
  type Fields,
  type Filled,
  filledWith,
  inputs,
  pair,
  part,
  sendForm,
  type ValuesOf,
} from './form.ts';
import { dashboardPage } from './layout.ts';
import { type SectionName, sectionPage } from './menu.ts';
import { type Handler, ifAllowed, mustConfirm, type Visit } from './visit.ts';

type Called = Pick<Operation, 'path' | 'method'>;

/** Parts of a form, each with rows of fields side by side. */
export type Parts<F extends Fields> = readonly {
  title: string;
  rows: readonly (readonly (keyof F & string)[])[];
}[];

/** What every page with a form or a question has. */
interface Page {
  section: SectionName;
  title: string;
  /** Where the form is sent to: the address of the page, if not said. */
  action?: string;
  button: string;
  /** The page above it, if that is not the one of its section. */
  back?: { at: string; name: string };
}

interface Form<F extends Fields> extends Page {
  fields: F;
  /** What stands in the fields at first. */
  filled?: Partial<ValuesOf<F>>;
  parts: Parts<F> | ((filled: Filled) => Html);
  /** What was not done, if it is refused: `The product was not saved`. */
  refused: string;
  /** The field that a refusal is about which names no parameter. */
  about?: Readonly<Record<string, string>>;
  /** Instead of `back` beside the button. */
  no_cancel?: boolean;
  actions?: Html | false;
  pictures?: readonly string[];
  takes_files?: boolean;
  /** Before the form, and after it. */
  above?(filled: Filled, is_preview: boolean): Html | false;
  below?: Html;
  /** The form as it is read, if not as it was sent. */
  reads?(form: PageRequest['form']): ReadonlyMap<string, string>;
  /** Answers where to go then, below the address of the store, or the page to show. */
  send(
    values: ValuesOf<F>,
    once: string | undefined,
    form: ReadonlyMap<string, string>,
  ): Promise<string | PageAnswer>;
}

/** A form with these fields. */
export const form = <F extends Fields>(fields: F, rest: Omit<Form<F>, 'fields'>): Form<F> => ({
  ...rest,
  fields,
});

/** The page that is asked for, below the address of the store. */
const pathOf = ({ store }: Visit, { below }: PageRequest): `/${string}` =>
  `/${below.slice(String(store.number).length + 2)}`;

const addressOf = (visit: Visit, request: PageRequest): string =>
  visit.address + pathOf(visit, request);

const then = ({ address }: Visit, next: string | PageAnswer): PageAnswer =>
  typeof next === 'string' ? redirectAfterForm(address + next) : next;

/** A page with a form, and what it does: refused, it is shown again with what was typed. */
export function formHandlers<Named, F extends Fields>(
  operation: Called,
  open: (
    visit: Visit,
    parts: Named,
    request: PageRequest,
  ) => Promise<Form<F> | PageAnswer> | Form<F>,
  guard: Guard = {},
): { GET: Handler<Named>; POST: Handler<Named> } {
  const show: Handler<Named> = async (visit, request, parts) => {
    const opened = await open(visit, parts, request);
    if ('status' in opened) return opened;
    return formPage(visit, request, opened, filledWith(opened.fields, opened.filled ?? {}));
  };
  const send: Handler<Named> = async (visit, request, parts) => {
    const opened = await open(visit, parts, request);
    if ('status' in opened) return opened;
    if (request.form.has('preview')) return formPage(visit, request, opened, asTyped(request));
    const { fields, refused, about = {}, reads } = opened;
    const sent = reads ? { form: reads(request.form) } : request;
    const once = visit.onceFor(request.form.get('attempt'), operation.path.slice(1));
    const answer = await sendForm({ fields, sent, refused, about }, (values) =>
      opened.send(values, once, sent.form),
    );
    return 'again' in answer
      ? formPage(visit, request, opened, answer.again)
      : then(visit, answer.done);
  };
  return guarded(operation, guard, { show, send });
}

function formPage<F extends Fields>(
  visit: Visit,
  request: PageRequest,
  opened: Form<F>,
  filled: Filled,
): PageAnswer {
  const { title, section, actions, pictures = [], takes_files, parts, fields } = opened;
  const { back = sectionPage(visit, section) } = opened;
  return dashboardPage(visit, {
    ...{ title, section, back, actions, pictures, refusal: filled.refusal },
    main: html`${opened.above?.(filled, request.form.has('preview'))}
<form class="form" method="post"
  action="${opened.action ?? addressOf(visit, request)}" novalidate${
    takes_files && html` enctype="multipart/form-data"`
  }>
${attemptField()}
${typeof parts === 'function' ? parts(filled) : formParts(fields, parts, filled)}
<div class="actions"><button class="button">${opened.button}</button>
${!opened.no_cancel && html`<a href="${back.at}">Cancel</a>`}</div>
</form>${opened.below}`,
  });
}

export const formParts = <F extends Fields>(fields: F, parts: Parts<F>, filled: Filled): Html =>
  html`${parts.map(({ title, rows }) =>
    part(title, ...rows.map((names) => pair(inputs(fields, filled, names)))),
  )}`;

interface Question extends Omit<Page, 'action'> {
  /** What will happen. */
  text: Html | string;
  is_harmless?: boolean;
  /** What the link says that leads back. */
  keep?: string;
  hidden?: Readonly<Record<string, string>>;
}

interface Confirmed<Named> {
  ask(visit: Visit, parts: Named): Promise<Question | PageAnswer> | Question;
  /** Answers where to go then, below the address of the store, or the page to show. */
  act(
    visit: Visit,
    parts: Named,
    once: string | undefined,
    form: PageRequest['form'],
  ): Promise<string | PageAnswer>;
}

/** Something that is done after a page that says what will happen. */
export function confirmHandlers<Named>(
  operation: Called,
  { ask, act }: Confirmed<Named>,
  guard: Guard = {},
): { GET: Handler<Named>; POST: Handler<Named> } {
  const show: Handler<Named> = async (visit, request, parts) => {
    const question = await ask(visit, parts);
    if ('status' in question) return question;
    const { text, button, is_harmless, keep, hidden = {}, ...page } = question;
    const { back = sectionPage(visit, page.section) } = page;
    return dashboardPage(visit, {
      ...{ ...page, back },
      main: html`<form class="form" method="post" action="${addressOf(visit, request)}">
  ${attemptField()}
  ${Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}
  <p>${text}</p>
  <div class="actions"><button class="button${!is_harmless && ' danger'}">${button}</button>
  <a href="${back.at}">${keep ?? 'Leave it as it is'}</a></div>
</form>`,
    });
  };
  const send: Handler<Named> = async (visit, { form }, parts) => {
    const once = visit.onceFor(form.get('attempt'), operation.path.slice(1));
    return then(visit, await act(visit, parts, once, form));
  };
  return guarded(operation, guard, { show, send });
}

interface Guard {
  /** For those who have proved lately who they are; all others do so first. */
  must_confirm?: boolean;
}

/** For those alone who may do it. */
function guarded<Named>(
  operation: Called,
  { must_confirm }: Guard,
  { show, send }: { show: Handler<Named>; send: Handler<Named> },
): { GET: Handler<Named>; POST: Handler<Named> } {
  const confirmed =
    (handler: Handler<Named>): Handler<Named> =>
    (visit, request, parts) =>
      mustConfirm(visit, pathOf(visit, request)) ?? handler(visit, request, parts);
  const both = (handler: Handler<Named>) =>
    ifAllowed(operation, must_confirm ? confirmed(handler) : handler);
  return { GET: both(show), POST: both(send) };
}
