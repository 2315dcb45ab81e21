import { type Html, html } from '../../../platform/core/html.ts';
import { getMailSettings } from '../../../shop/mails/get-mail-settings.ts';
import { MAIL_KINDS } from '../../../shop/mails/mail.rules.ts';
import { sendTestMail } from '../../../shop/mails/send-test-mail.ts';
import { updateMailSettings } from '../../../shop/mails/update-mail-settings.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { languageChoices } from '../choices.ts';
import { field } from '../field.ts';
import { type Filled, filledWith, inputs, pair, part, sendForm } from '../form.ts';
import { formFields } from '../form-fields.ts';
import { card, chip, dashboardPage } from '../layout.ts';
import { rowsTable } from '../list.ts';
import { type Handler, ifAllowed, type Visit } from '../visit.ts';
import { KIND_TEXTS, mailKindRoutes } from './mail-kind.ts';
import { settingsRoutes } from './settings-page.ts';

const FIELDS = {
  ...formFields(updateMailSettings, {
    enabled: { label: 'Send mails to buyers' },
    from_name: { label: 'Name of the sender', hint: 'Empty: that of the store' },
    reply_to: { label: 'Answers go to', hint: 'Empty: to the sender' },
    renewal_notice_days: {
      label: 'Days of notice before a yearly renewal',
      hint: '{min} to {max}',
    },
  }),
  language: field.optionalChoice({
    label: 'Language',
    none: 'That of each buyer',
    choices: languageChoices,
  }),
};

const settings = settingsRoutes({
  section: 'mail',
  fields: FIELDS,
  groups: [
    {
      title: 'Mails to buyers',
      rows: [['enabled'], ['from_name', 'reply_to'], ['language', 'renewal_notice_days']],
    },
  ],
  operation: updateMailSettings,
  notes: { sent: 'The test mail is on its way: the list of mails tells what becomes of it.' },
  read: async (visit) => visit.ask(getMailSettings, {}),
  save: async (visit, values, once) => visit.ask(updateMailSettings, values, once),
  async above(visit) {
    const { can_send } = await visit.ask(getMailSettings, {});
    return can_send
      ? html``
      : html`<p>${chip('warn', 'No mail server')} This installation cannot send mail: an owner sets
<a href="${visit.base_path}/account/mail-server">the mail server</a>. Mails of test stores are kept,
to be looked at under <a href="${visit.address}/mails">Mails</a>.</p>`;
  },
  below: async (visit) => html`<p>Mails to <strong>you</strong>, of sales, disputes and what needs
a person:
<a href="${visit.base_path}/account/mails/${visit.store.number}">choose which you get</a>.</p>
${await kinds(visit)}
${visit.may(sendTestMail) && testForm(visit, filledWith(TEST_FIELDS, { to: visit.person.email }))}`,
});

/** Every kind of mail, and the way to its text. */
async function kinds(visit: Visit): Promise<Html> {
  const { kinds: all } = await visit.ask(getMailSettings, {});
  const states = new Map(Object.entries(all).map(([kind, { enabled }]) => [kind, enabled]));
  const columns = [
    {
      title: 'Mail',
      cell: ({ kind }: { kind: (typeof MAIL_KINDS)[number] }) =>
        html`<a href="${visit.address}/mail/${kind}">${KIND_TEXTS[kind]}</a>`,
    },
    {
      title: 'State',
      cell: ({ kind }: { kind: string }) =>
        states.get(kind) === false ? chip('over', 'Switched off') : chip('good', 'Sent'),
    },
  ];
  const rows = MAIL_KINDS.map((kind) => ({ kind }));
  return card('Text and preview', rowsTable(visit, { title: 'Kinds of mail', columns }, rows));
}

/** `language` is a field of the settings, on the same page. */
const TEST_FIELDS = {
  to: field.text({ label: 'To', type: 'email' }),
  test_language: field.choice({ label: 'In', choices: languageChoices }),
};

const testForm = (visit: Visit, filled: Filled): Html =>
  html`<form class="form" method="post" action="${visit.address}/mail/test-mail" novalidate>
${attemptField()}
${part('Send a test mail', pair(inputs(TEST_FIELDS, filled, ['to', 'test_language'])))}
<div class="actions"><button class="button second">Send it</button></div></form>`;

const sendTest: Handler = async (visit, request) => {
  const once = visit.onceFor(request.form.get('attempt'), 'send-test-mail');
  const sent = await sendForm(
    { fields: TEST_FIELDS, sent: request, refused: 'No mail was sent' },
    ({ to, test_language }) => visit.ask(sendTestMail, { to, language: test_language }, once),
  );
  if ('done' in sent) return redirectAfterForm(`${visit.address}/mail?done=sent`);
  return dashboardPage(visit, {
    title: 'Send a test mail',
    section: 'mail',
    refusal: sent.again.refusal,
    main: testForm(visit, sent.again),
  });
};

export const mailSettingRoutes = [
  ...settings,
  route('/mail/test-mail', { POST: ifAllowed(sendTestMail, sendTest) }),
  ...mailKindRoutes,
];
