import { createHash } from 'node:crypto';
import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer, PageRequest } from '../../platform/http/page.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import { attemptField } from '../shared/attempt-field.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { type Parts, route } from '../shared/router.ts';
import {
  asTyped,
  type Fields,
  type Filled,
  filledWith,
  inputs,
  sendForm,
  type ValuesOf,
} from './form.ts';
import { dashboardPage } from './layout.ts';
import type { SectionName } from './menu.ts';
import { type Handler, ifAllowed, type Visit } from './visit.ts';

/** What something is done to. */
export interface Subject<R> {
  record: R;
  section: SectionName;
  /** Of its page, and what that is called. */
  address: string;
  name: string;
  /** What the actions are below, if it is not that page. */
  actions_at?: string;
}

/** What will happen, said before it does. */
interface Explained {
  text: Html;
  /** What the button says: `Cancel now and refund €12.50`. */
  button: string;
  is_dangerous?: boolean;
}

export interface Action<R, F extends Fields = Record<never, never>, Done = unknown> {
  operation: Pick<Operation, 'path' | 'method'>;
  /** Its address below that of the record. */
  name: string;
  title: string | ((record: R) => string);
  /** What was not done, if it is refused. */
  refused: string;
  /** What can be chosen; without it, the page says what will happen and asks for no more. */
  fields?(visit: Visit, record: R): Promise<F> | F;
  /** What stands in the fields at first. */
  filled?(record: R, query: ReadonlyMap<string, string>): Partial<ValuesOf<F>>;
  intro?(visit: Visit, record: R): Html | string;
  /** All that it does: if any of this is another when it is confirmed, it is shown again first. */
  explain(visit: Visit, record: R, values: ValuesOf<F>): Promise<Explained> | Explained;
  act(visit: Visit, record: R, values: ValuesOf<F>, once: string | undefined): Promise<Done>;
  /** The word for what was done, in the address of the record. */
  done?(values: ValuesOf<F>): string;
  /** Instead of going back to the record. */
  answer?(visit: Visit, subject: Subject<R>, done: Done): PageAnswer;
}

type Find<R, Named> = (visit: Visit, parts: Named, request: PageRequest) => Promise<Subject<R>>;

/** Actions on a record, each at its own address below that of the record. */
export const actionRoutes = <R, const Path extends string>(
  at: Path,
  find: Find<R, Parts<`${Path}/${string}`>>,
  actions: readonly Action<R, Fields>[],
) => actions.map((action) => route(`${at}/${action.name}`, actionHandlers(find, action)));

/** The script that shows what will happen while it is typed. */
export const PREVIEW_SCRIPT = '/dashboard-preview.js';

const CHANGED =
  'What will happen is another than was shown: the form was changed, or something has happened ' +
  'meanwhile. Please look again.';

/**
 * Something that is done from one page: a form, below it what will happen, and the button that does
 * exactly this. Without a script, Update shows it for what was typed. What was shown is sent along;
 * if it is another by then, nothing is done, and it is shown again.
 */
export function actionHandlers<R, Named>(
  find: Find<R, Named>,
  action: Action<R, Fields>,
): { GET: Handler<Named>; POST: Handler<Named> } {
  const { operation, refused } = action;
  const fieldsOf = async (visit: Visit, { record }: Subject<R>) =>
    (await action.fields?.(visit, record)) ?? {};

  const begin: Handler<Named> = async (visit, request, parts) => {
    const subject = await find(visit, parts, request);
    const fields = await fieldsOf(visit, subject);
    const filled = filledWith(fields, action.filled?.(subject.record, request.readQuery()) ?? {});
    // As a browser sends it: a tick that is not set is not sent.
    const form = new Map([...filled.typed].filter(([, text]) => text !== ''));
    const explained = await explain(visit, subject, fields, { form });
    if ('again' in explained && Object.keys(fields).length === 0) {
      return page(visit, subject, { fields, filled: explained.again });
    }
    const text = 'done' in explained ? explained.done : undefined;
    return page(visit, subject, { fields, filled, explained: text });
  };

  const send: Handler<Named> = async (visit, request, parts) => {
    const subject = await find(visit, parts, request);
    const fields = await fieldsOf(visit, subject);
    const is_confirmed = request.form.has('confirmed') && !request.form.has('preview');
    if (is_confirmed) return perform(visit, subject, fields, request);
    const explained = await explain(visit, subject, fields, request);
    return 'again' in explained
      ? page(visit, subject, { fields, filled: explained.again })
      : page(visit, subject, { fields, filled: asTyped(request), explained: explained.done });
  };

  const explain = (
    visit: Visit,
    { record }: Subject<R>,
    fields: Fields,
    sent: Pick<PageRequest, 'form'>,
  ) => sendForm({ fields, sent, refused }, async (values) => action.explain(visit, record, values));

  async function perform(visit: Visit, subject: Subject<R>, fields: Fields, request: PageRequest) {
    const attempt = request.form.get('attempt');
    const once = visit.onceFor(attempt, operation.path.slice(1));
    const shown = request.form.get('shown');
    // A form that is sent twice has changed what will happen: it is answered as it was before.
    if (shown !== undefined && !(await visit.wasSent(once))) {
      const now = await explain(visit, subject, fields, request);
      // What cannot be done any more is refused by the operation, in its words.
      if ('done' in now && markOf(now.done) !== shown) {
        const refusal = { title: refused, text: CHANGED };
        const filled = { ...asTyped(request), refusal };
        return page(visit, subject, { fields, filled, explained: now.done, attempt });
      }
    }
    const sent = await sendForm({ fields, sent: request, refused }, async (values) => {
      const done = await action.act(visit, subject.record, values, once);
      return { done, word: action.done?.(values) ?? action.name };
    });
    if ('again' in sent) {
      // Where nothing can be typed otherwise, it can only be tried once more.
      const can_retry = Object.keys(fields).length === 0;
      const now = can_retry ? await explain(visit, subject, fields, request) : undefined;
      const explained = now && 'done' in now ? now.done : undefined;
      return page(visit, subject, { fields, filled: sent.again, explained });
    }
    const { done, word } = sent.done;
    return action.answer
      ? action.answer(visit, subject, done)
      : redirectAfterForm(`${subject.address}?done=${word}`);
  }

  function page(visit: Visit, subject: Subject<R>, content: Content): PageAnswer {
    const { section, record, address: at, name } = subject;
    const { fields, filled, explained, attempt } = content;
    const title = typeof action.title === 'string' ? action.title : action.title(record);
    const intro = action.intro?.(visit, record);
    const names = Object.keys(fields);
    const has_fields = names.length > 0;
    const to = `${subject.actions_at ?? at}/${action.name}`;
    return dashboardPage(visit, {
      ...{ title, section, back: { at, name }, refusal: filled.refusal },
      ...(has_fields && { files: [PREVIEW_SCRIPT], asks_server: true }),
      main: html`<form class="form" method="post" action="${to}"${
        has_fields && html` data-follows`
      } novalidate>
${attemptField(attempt)}
${intro && html`<p>${intro}</p>`}
${inputs(fields, filled, names)}
${
  has_fields &&
  html`<div class="actions">
  <button class="button second" name="preview" value="yes">Update</button></div>`
}
<div aria-live="polite">${preview(explained, { back: at, has_fields })}</div>
</form>`,
    });
  }

  return { GET: ifAllowed(operation, begin), POST: ifAllowed(operation, send) };
}

interface Content {
  fields: Fields;
  filled: Filled;
  /** What will happen; undefined: it cannot be said for what stands in the form. */
  explained?: Explained | undefined;
  /** That of the form before: if that was sent twice after all, it has acted once. */
  attempt?: string | undefined;
}

/** What will happen, what it is known again by, and the button. */
const preview = (
  explained: Explained | undefined,
  { back, has_fields }: { back: string; has_fields: boolean },
): Html =>
  explained === undefined
    ? html`<div data-preview>${
        has_fields && html`<p class="quiet">What will happen is shown here, before it does.</p>`
      }
<div class="actions"><a href="${back}">Back</a></div></div>`
    : html`<div data-preview class="confirm"><section class="card"><header>
<h2>What will happen</h2></header>
<div class="confirm">${explained.text}</div></section>
<input type="hidden" name="shown" value="${markOf(explained)}">
<div class="actions"><button class="button${explained.is_dangerous && ' danger'}" name="confirmed"
value="yes">${explained.button}</button> <a href="${back}">Back</a></div></div>`;

/** By which it is known again, word for word. */
const markOf = ({ text, button }: Explained): string =>
  createHash('sha256').update(`${text.text}\n${button}`).digest('base64url').slice(0, 22);
