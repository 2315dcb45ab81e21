import { Refusal, refuseParameter } from '../../platform/core/errors.ts';
import { type Html, html } from '../../platform/core/html.ts';
import type { PageAnswer, PageRequest } from '../../platform/http/page.ts';
import type { Operation } from '../../platform/operation/operation.ts';
import { attemptField } from '../shared/attempt-field.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import type { RefusalText } from '../shared/refusal.ts';
import { type Parts, route } from '../shared/router.ts';
import { type Fields, type Filled, filledWith, inputs, sendForm, type ValuesOf } from './form.ts';
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
  /** Amounts that were shown. If one of them is larger by then, they are shown again first. */
  seen?: readonly number[];
}

export interface Action<R, F extends Fields = Record<never, never>, Done = unknown> {
  operation: Pick<Operation, 'path' | 'method'>;
  /** Its address below that of the record. */
  name: string;
  title: string | ((record: R) => string);
  /** What was not done, if it is refused. */
  refused: string;
  /** What is asked before; without it, it begins with what will happen. */
  fields?(visit: Visit, record: R): Promise<F> | F;
  /** What stands in the fields at first. */
  filled?(record: R, query: ReadonlyMap<string, string>): Partial<ValuesOf<F>>;
  intro?(visit: Visit, record: R): Html | string;
  explain(visit: Visit, record: R, values: ValuesOf<F>): Promise<Explained> | Explained;
  act(visit: Visit, record: R, values: ValuesOf<F>, once: string | undefined): Promise<Done>;
  /** The word for what was done, in the address of the record. */
  done?(values: ValuesOf<F>): string;
  /** Whether it is so already: the same form was sent twice. */
  isDone?(record: R, values: ValuesOf<F>): boolean;
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

/**
 * Something that is done in two steps: a form, then a page that says exactly what will happen. An
 * action without fields begins with the second. Each refusal shows the form with what was typed.
 */
export function actionHandlers<R, Named>(
  find: Find<R, Named>,
  action: Action<R, Fields>,
): { GET: Handler<Named>; POST: Handler<Named> } {
  const fieldsOf = async (visit: Visit, { record }: Subject<R>) =>
    (await action.fields?.(visit, record)) ?? {};

  const begin: Handler<Named> = async (visit, request, parts) => {
    const subject = await find(visit, parts, request);
    const fields = await fieldsOf(visit, subject);
    const values = action.filled?.(subject.record, request.readQuery()) ?? {};
    const filled = filledWith(fields, values);
    return Object.keys(fields).length > 0
      ? formPage(visit, subject, fields, filled)
      : check(visit, subject, fields, request);
  };

  const send: Handler<Named> = async (visit, request, parts) => {
    const subject = await find(visit, parts, request);
    const fields = await fieldsOf(visit, subject);
    return request.form.has('confirmed')
      ? perform(visit, subject, fields, request)
      : check(visit, subject, fields, request);
  };

  async function check(visit: Visit, subject: Subject<R>, fields: Fields, request: PageRequest) {
    const { refused } = action;
    const sent = await sendForm({ fields, sent: request, refused }, async (values) =>
      action.explain(visit, subject.record, values),
    );
    return 'again' in sent
      ? formPage(visit, subject, fields, sent.again)
      : confirmPage(visit, subject, fields, request, sent.done);
  }

  /** Undefined: it cannot be done any more, or the same form has done it: the operation knows. */
  async function explainAgain(visit: Visit, record: R, values: ValuesOf<Fields>) {
    try {
      return await action.explain(visit, record, values);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  async function perform(visit: Visit, subject: Subject<R>, fields: Fields, request: PageRequest) {
    const { operation, refused } = action;
    const once = visit.onceFor(request.form.get('attempt'), operation.path.slice(1));
    let changed: Explained | undefined;
    const sent = await sendForm({ fields, sent: request, refused }, async (values) => {
      const was_seen = request.form.get('seen');
      if (was_seen !== undefined) {
        const now = await explainAgain(visit, subject.record, values);
        if (now && isMore(now.seen, was_seen) && !action.isDone?.(subject.record, values)) {
          changed = now;
          throw refuseParameter('amount', 'is another');
        }
      }
      const done = await action.act(visit, subject.record, values, once);
      return { done, word: action.done?.(values) ?? action.name };
    });
    if (changed) {
      const refusal = { title: refused, text: 'The amount is another by now. Please look again.' };
      return confirmPage(visit, subject, fields, request, changed, refusal);
    }
    if ('again' in sent) return formPage(visit, subject, fields, sent.again);
    const { done, word } = sent.done;
    return action.answer
      ? action.answer(visit, subject, done)
      : redirectAfterForm(`${subject.address}?done=${word}`);
  }

  const formAddress = ({ address, actions_at = address }: Subject<R>): string =>
    `${actions_at}/${action.name}`;

  function page(visit: Visit, subject: Subject<R>, content: PageContent): PageAnswer {
    const { section, record, address: at, name } = subject;
    const title = typeof action.title === 'string' ? action.title : action.title(record);
    return dashboardPage(visit, { title, section, back: { at, name }, ...content });
  }

  function formPage(visit: Visit, subject: Subject<R>, fields: Fields, filled: Filled): PageAnswer {
    const intro = action.intro?.(visit, subject.record);
    const main = html`<form class="form" method="post" action="${formAddress(subject)}">
  ${intro && html`<p>${intro}</p>`}
  ${inputs(fields, filled, Object.keys(fields))}
  <div class="actions"><button class="button">Continue</button>
  <a href="${subject.address}">Back</a></div>
</form>`;
    return page(visit, subject, { main, refusal: filled.refusal });
  }

  function confirmPage(
    visit: Visit,
    subject: Subject<R>,
    fields: Fields,
    { form }: PageRequest,
    { text, button, is_dangerous = false, seen }: Explained,
    refusal?: RefusalText,
  ): PageAnswer {
    const kept = [...form].filter(([name]) =>
      Object.keys(fields).some((field) => name === field || name.startsWith(`${field}.`)),
    );
    const hidden = [...kept, ['confirmed', 'yes'], ...(seen ? [['seen', seen.join(' ')]] : [])];
    const at = formAddress(subject);
    const back = Object.keys(fields).length > 0 ? at : subject.address;
    const main = html`<form class="form confirm" method="post" action="${at}">
  ${attemptField()}
  ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
  ${text}
  <div class="actions"><button class="button${is_dangerous && ' danger'}">${button}</button>
  <a href="${back}">Back</a></div>
</form>`;
    return page(visit, subject, { main, refusal });
  }

  return { GET: ifAllowed(action.operation, begin), POST: ifAllowed(action.operation, send) };
}

/** Whether more is to be paid than was shown. Less is no surprise: time goes by. */
const isMore = (now: readonly number[] = [], seen: string): boolean =>
  now.some((amount, at) => !(amount <= Number(seen.split(' ')[at])));

interface PageContent {
  main: Html;
  refusal: RefusalText | undefined;
}
