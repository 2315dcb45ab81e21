import { html } from '../../../platform/core/html.ts';
import { LANGUAGES, PAGE_LANGUAGES } from '../../../platform/core/languages.ts';
import type { PageAnswer, PageRequest } from '../../../platform/http/page.ts';
import { getMailSettings } from '../../../shop/mails/get-mail-settings.ts';
import { MAIL_KINDS } from '../../../shop/mails/mail.rules.ts';
import { isSettable } from '../../../shop/mails/mail-settings.rules.ts';
import { previewMail } from '../../../shop/mails/preview-mail.ts';
import { updateMailSettings } from '../../../shop/mails/update-mail-settings.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { languageChoices, options } from '../choices.ts';
import { field } from '../field.ts';
import { doneNote, type Filled, filledWith, inputs, part, renamed, sendForm } from '../form.ts';
import { card, dashboardPage, facts, notFoundPage } from '../layout.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';

type Kind = (typeof MAIL_KINDS)[number];

export const KIND_TEXTS: Record<Kind, string> = {
  purchase: 'Purchase, with receipt and license keys',
  renewal: 'Renewal',
  trial_ending: 'A trial is ending',
  renewal_coming: 'A yearly renewal is coming',
  payment_failed: 'A payment has failed',
  confirmation_needed: 'The bank wants a confirmation',
  card_expiring: 'A card expires',
  plan_changed: 'The plan was changed',
  canceled: 'Canceled',
  refunded: 'Refunded',
  sign_in: 'Sign-in to the customer portal',
  new_key: 'A license has a new key',
  invoice_corrected: 'An invoice was corrected',
  notification: 'To you and your team',
  test: 'Test mail',
};

const HINT = '{store}, {name} and {product} are filled in. Empty: our own text';

const FIELDS = {
  enabled: field.tick({ label: 'Send this mail' }),
  subject: field.optionalText({ label: 'Subject', hint: HINT }),
  greeting: field.optionalText({ label: 'Greeting', hint: HINT }),
};

const kindOf = (text: string): Kind | undefined => MAIL_KINDS.find((kind) => kind === text);

const languageOf = (request: PageRequest) => {
  const chosen = request.form.get('written_in') ?? request.readQuery().get('written_in');
  return LANGUAGES.find((language) => language === chosen) ?? 'en';
};

type Language = (typeof LANGUAGES)[number];
type OfKind = { mail_kind: string };

interface View {
  kind: Kind;
  language: Language;
  filled: Filled;
  note?: string | undefined;
}

async function kindPage(visit: Visit, { kind, language, filled, note }: View) {
  const { address } = visit;
  const at = `${address}/mail/${kind}`;
  const can_change = isSettable(kind) && visit.may(updateMailSettings);
  // What was refused is not tried.
  const tried = (name: 'subject' | 'greeting') => {
    const text = filled.refusal ? '' : filled.typed.get(name)?.trim();
    return text ? { [name]: text } : {};
  };
  const texts = can_change ? { ...tried('subject'), ...tried('greeting') } : {};
  const mail = await visit.ask(previewMail, { kind, language, ...texts });
  const query = new URLSearchParams({ written_in: language, ...texts }).toString();
  return dashboardPage(visit, {
    title: KIND_TEXTS[kind],
    section: 'mail',
    note,
    refusal: filled.refusal,
    main: html`<form class="filters" action="${at}">
<div><label for="written_in">Language</label>
<select id="written_in" name="written_in">${options(
      languageChoices,
      language,
    )}</select></div><div class="actions"><button class="button small">Show</button></div></form>
${
  can_change &&
  html`<form class="form" method="post" action="${at}" novalidate>
${attemptField()}
<input type="hidden" name="written_in" value="${language}">
${part(
  `Text in ${PAGE_LANGUAGES[language].name}`,
  inputs(FIELDS, filled, ['enabled', 'subject', 'greeting']),
)}
<div class="actions"><button class="button">Save</button>
<button class="button second" name="preview" value="1">Preview</button></div></form>`
}
${card(
  'Preview, with made-up data',
  html`${facts([['Subject', mail.subject]])}
<pre class="mail" lang="${language}" tabindex="0">${mail.text}</pre>`,
  html`<a href="${at}/preview.html?${query}" target="_blank" rel="noopener">With its looks</a>`,
)}`,
  });
}

async function filledFor(visit: Visit, kind: Kind, language: Language): Promise<Filled> {
  const { kinds } = await visit.ask(getMailSettings, {});
  const one = isSettable(kind) ? kinds[kind] : undefined;
  return filledWith(FIELDS, {
    enabled: one?.enabled ?? true,
    subject: one?.subject[language] ?? null,
    greeting: one?.greeting[language] ?? null,
  });
}

const show: Handler<OfKind> = async (visit, request, { mail_kind }) => {
  const kind = kindOf(mail_kind);
  if (!kind) return notFoundPage(visit);
  const language = languageOf(request);
  const note = doneNote(request, { saved: 'Saved.' });
  return kindPage(visit, { kind, language, note, filled: await filledFor(visit, kind, language) });
};

const save: Handler<OfKind> = async (visit, request, { mail_kind }) => {
  const kind = kindOf(mail_kind);
  if (!kind || !isSettable(kind)) return notFoundPage(visit);
  const language = languageOf(request);
  const filled: Filled = { typed: request.form, problems: new Map(), refusal: undefined };
  const once = visit.onceFor(request.form.get('attempt'), `mail-${kind}`);
  const is_preview = request.form.has('preview');
  const sent = await sendForm(
    { fields: FIELDS, sent: request, refused: 'This was not saved' },
    async ({ enabled, subject, greeting }) => {
      if (is_preview) {
        const texts = { subject: subject ?? undefined, greeting: greeting ?? undefined };
        return visit.ask(previewMail, { kind, language, ...texts });
      }
      const texts = { subject: { [language]: subject }, greeting: { [language]: greeting } };
      const kinds = { [kind]: { enabled, ...texts } };
      return renamed(`kinds.${kind}.`, visit.ask(updateMailSettings, { kinds }, once));
    },
  );
  if ('again' in sent) return kindPage(visit, { kind, language, filled: sent.again });
  if (is_preview) return kindPage(visit, { kind, language, filled });
  return redirectAfterForm(`${visit.address}/mail/${kind}?written_in=${language}&done=saved`);
};

/** The mail as a mail program shows it. It has styles in itself; nothing runs in it. */
const showHtml: Handler<OfKind> = async (visit, request, { mail_kind }): Promise<PageAnswer> => {
  const kind = kindOf(mail_kind);
  if (!kind) return notFoundPage(visit);
  const query = request.readQuery();
  const mail = await visit.ask(previewMail, {
    ...{ kind, language: languageOf(request) },
    subject: query.get('subject') || undefined,
    greeting: query.get('greeting') || undefined,
  });
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: mail.html,
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; " +
        "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
  };
};

export const mailKindRoutes = [
  route('/mail/:mail_kind', { GET: show, POST: ifAllowed(updateMailSettings, save) }),
  route('/mail/:mail_kind/preview.html', { GET: showHtml }),
];
