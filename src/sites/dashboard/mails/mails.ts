import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { getMail } from '../../../shop/mails/get-mail.ts';
import { listMails } from '../../../shop/mails/list-mails.ts';
import { MAIL_KINDS, type Mail } from '../../../shop/mails/mail.rules.ts';
import { resendMail } from '../../../shop/mails/resend-mail.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { instantColumn, plainColumn } from '../columns.ts';
import { field } from '../field.ts';
import { doneNote, type Filled, filledWith, inputs, sendForm } from '../form.ts';
import { card, chip, dashboardPage, facts, type States } from '../layout.ts';
import { listRoutes } from '../list.ts';
import { stateTabs } from '../list-filters.ts';
import { customerLink, recordLink } from '../record-link.ts';
import { emailText, instant, instantOrNull } from '../text.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';

type MailRecord = Static<typeof Mail>;

const STATES: States<MailRecord['status']> = {
  queued: ['warn', 'To be sent'],
  sending: ['warn', 'Being sent'],
  sent: ['good', 'Sent'],
  failed: ['bad', 'Failed'],
  kept: ['over', 'Kept, not sent'],
  canceled: ['over', 'Not needed any more'],
};

const state = ({ status }: MailRecord): Html => chip(...STATES[status]);

/** `renewal_coming`: Renewal coming. */
const kindText = (kind: string): string =>
  kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ');

const list = listRoutes({
  section: 'mails',
  tabs: stateTabs(STATES),
  filters: [
    {
      name: 'kind',
      label: 'Kind',
      choices: MAIL_KINDS.map((kind) => ({ value: kind, label: kindText(kind) })),
    },
    { name: 'to', label: 'To (the whole address)' },
  ],
  columns: [
    {
      title: 'Mail',
      cell: ({ mail_id, kind }, { address }) =>
        html`<a href="${address}/mails/${mail_id}">${kindText(kind)}</a>`,
      csv: ({ kind }) => kind,
    },
    { title: 'To', wraps: true, cell: ({ to }) => emailText(to), csv: ({ to }) => to },
    { title: 'State', cell: state, csv: ({ status }) => status },
    instantColumn('Created', 'created_at'),
    instantColumn('Sent', 'sent_at'),
    plainColumn('Language', 'language'),
  ],
  operation: listMails,
  empty: 'Mails to your customers are listed here for 90 days: receipts, reminders, sign-in links.',
});

const FIELDS = {
  to: field.optionalText({ label: 'To', type: 'email', hint: 'Empty: to the same address' }),
};

const NOTES = { resent: 'The mail is sent again: this is the new one.' };

const show: Handler<{ mail_id: string }> = async (visit, request, { mail_id }) =>
  mailPage(visit, mail_id, { note: doneNote(request, NOTES), filled: filledWith(FIELDS, {}) });

async function mailPage(
  visit: Visit,
  mail_id: string,
  { note, filled }: { note?: string | undefined; filled: Filled },
) {
  const mail = await visit.ask(getMail, { mail_id });
  const { address } = visit;
  return dashboardPage(visit, {
    title: mail.subject,
    section: 'mails',
    ...{ note, refusal: filled.refusal, shows_frames: true },
    main: html`<div class="two-thirds"><div>
${card(
  'As it looks',
  html`<iframe class="mail" title="The mail as it looks" sandbox
    src="${address}/mails/${mail_id}/view"></iframe>`,
)}
${card('As text', html`<pre tabindex="0" aria-label="As text">${mail.text}</pre>`)}
</div><div>
${card('Mail', mailFacts(visit, mail))}
${visit.may(resendMail) && isDone(mail) && resendCard(visit, mail_id, filled)}
</div></div>`,
  });
}

const isDone = ({ status }: MailRecord): boolean => status !== 'queued' && status !== 'sending';

const mailFacts = (visit: Visit, mail: MailRecord): Html =>
  facts([
    ['State', state(mail)],
    ['Kind', kindText(mail.kind)],
    ['To', mail.to],
    ['Customer', mail.customer_id !== null && customerLink(visit, mail.customer_id)],
    ['Mail server', mail.response],
    ['Attempts', mail.attempts],
    ['Last attempt', instantOrNull(mail.last_attempt_at)],
    ['Next attempt', instantOrNull(mail.next_attempt_at)],
    ['Sent', instantOrNull(mail.sent_at)],
    ['Created', instant(mail.created_at)],
    [
      'Attached',
      mail.attachments.length > 0 &&
        html`${mail.attachments.map(({ invoice_id }) => recordLink(visit, invoice_id))}`,
    ],
    ['Sent again from', mail.resend_of !== null && recordLink(visit, mail.resend_of)],
    ['Language', mail.language],
    ['Identifier', html`<code>${mail.mail_id}</code>`],
  ]);

const resendCard = ({ address }: Visit, mail_id: string, filled: Filled): Html =>
  card(
    'Send it again',
    html`<form class="form" method="post" action="${address}/mails/${mail_id}/resend">
  ${attemptField()}
  ${inputs(FIELDS, filled, ['to'])}
  <div class="actions"><button class="button second">Send again</button></div>
</form>`,
  );

const resend: Handler<{ mail_id: string }> = async (visit, request, { mail_id }) => {
  const once = visit.onceFor(request.form.get('attempt'), 'resend-mail');
  const sent = await sendForm(
    { fields: FIELDS, sent: request, refused: 'The mail was not sent again' },
    ({ to }) => visit.ask(resendMail, { mail_id, to: to ?? undefined }, once),
  );
  if ('again' in sent) return mailPage(visit, mail_id, { filled: sent.again });
  return redirectAfterForm(`${visit.address}/mails/${sent.done.mail_id}?done=resent`);
};

/**
 * The mail itself, for the frame. Nothing in it runs, nothing is sent from it, and it is of no
 * origin: it can reach neither the dashboard nor its cookies.
 */
const view: Handler<{ mail_id: string }> = async (visit, _, { mail_id }) => {
  const mail = await visit.ask(getMail, { mail_id });
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: mail.html,
    headers: {
      'Content-Security-Policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  };
};

export const mailRoutes = [
  ...list,
  route('/mails/:mail_id', { GET: show }),
  route('/mails/:mail_id/view', { GET: view }),
  route('/mails/:mail_id/resend', { POST: ifAllowed(resendMail, resend) }),
];
