import { html } from '../../platform/core/html.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import type { MailServer } from '../../platform/machine/mail-server.ts';
import { isMailAddress } from '../../shop/mails/mail.rules.ts';
import {
  findMailServer,
  type MailServerRow,
  rememberTaken,
  removeMailServer,
  saveMailServer,
} from '../../shop/mails/mail-server.sql.ts';
import { mailServerOf, openPassword, sealPassword } from '../../shop/mails/stored-mail-server.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { mistakesIn, type RefusalText } from '../shared/refusal.ts';
import { accountPage, field } from './layout.ts';
import { stillOwner } from './owners.ts';
import type { OwnHandler, OwnVisit } from './visit.ts';

const AT = '/account/mail-server';

const TLS = [
  ['required', 'TLS by STARTTLS (port 587)'],
  ['from_start', 'TLS from the start (port 465)'],
  ['optional', 'TLS if the server offers it, whoever it is'],
  ['off', 'No TLS: others on the way can read mails and password'],
] as const;

type Typed = ReadonlyMap<string, string>;
type Problems = Record<string, string | undefined>;

export const showMailServer: OwnHandler = async (visit, request) => {
  const note = request.readQuery().get('done') === 'saved' ? 'Saved.' : undefined;
  return serverPage(visit, { note });
};

export const saveServer: OwnHandler = async (visit, { form }) => {
  const { db, services, base_path, now } = visit;
  if (services.fixed_mail_server) return serverPage(visit, {});
  const stored = await findMailServer(db.reader(null));
  const typed = readForm(form, stored, visit);
  if ('problems' in typed) return serverPage(visit, { typed: form, problems: typed.problems });
  const row: MailServerRow = { ...typed.row, updated_at: now };
  await visit.change(async (tx, audit) => {
    await stillOwner(tx, visit);
    await saveMailServer(tx, row);
    await audit(AT, audited(row), stored && audited(stored));
  });
  await services.settingsChanged();
  return redirectAfterForm(`${base_path}${AT}?done=saved`);
};

export const removeServer: OwnHandler = async (visit) => {
  const { db, services, base_path } = visit;
  const stored = await findMailServer(db.reader(null));
  if (stored) {
    await visit.change(async (tx, audit) => {
      await stillOwner(tx, visit);
      await removeMailServer(tx);
      await audit(AT, { host: null }, audited(stored));
    });
    await services.settingsChanged();
  }
  return redirectAfterForm(`${base_path}${AT}`);
};

/** Hands a mail to the server now, and shows what it says. */
export const tryServer: OwnHandler = async (visit) => {
  const { services, session } = visit;
  const { mailer } = services;
  if (!mailer) return serverPage(visit, {});
  const text = 'Your mail server takes mails from Kassa. Nothing needs to be done.';
  const { outcome, response, code } = await mailer.send({
    message_id: `<test.${visit.now}@${mailer.domain}>`,
    ...{ to: session.email, from_name: 'Kassa', reply_to: null, list_unsubscribe: null },
    ...{ subject: 'Test mail from Kassa', text, html: `<p>${text}</p>` },
    ...{ date: visit.now, attachments: [] },
  });
  if (outcome === 'sent') {
    await visit.change(async (tx) => {
      await stillOwner(tx, visit);
      await rememberTaken(tx, visit.now);
    });
    const note = `The server has taken it (${response}). Look for it at ${session.email}.`;
    return serverPage(visit, { note });
  }
  const todo = outcome === 'unreachable' ? ` ${whatToDo(response, code)}` : '';
  const refusal = { title: 'The mail server did not take it', text: `${response}${todo}` };
  return serverPage(visit, { refusal });
};

/** What to mend, by what went wrong on the way to the server. */
function whatToDo(response: string, code = ''): string {
  if (code === 'EAUTH' || /^53[0-8]\b/.test(response)) {
    return 'Check user and password: some services want a password made for such programs.';
  }
  if (['ENOTFOUND', 'EAI_AGAIN', 'EDNS'].includes(code)) return 'Check the name of the server.';
  if (code === 'ECONNREFUSED') return 'Nothing takes mails at this port: check server and port.';
  return 'Check port and encryption: STARTTLS is mostly at 587, TLS from the start at 465.';
}

/** Without the password, which nobody sees again. */
const audited = ({ host, port, tls, user_name, from_name, from_address }: MailServerRow) => ({
  ...{ host, port, tls, user_name, from_name, from_address },
});

function readForm(
  form: Typed,
  stored: MailServerRow | undefined,
  { services: { secrets } }: OwnVisit,
): { row: Omit<MailServerRow, 'updated_at'> } | { problems: Problems } {
  const of = (name: string) => (form.get(name) ?? '').trim();
  const [host, user, from_address] = [of('host'), of('user_name'), of('from_address')];
  const password = form.get('password') ?? '';
  const port = /^\d{1,5}$/.test(of('port')) ? Number(of('port')) : 0;
  const tls = TLS.find(([value]) => value === of('tls'))?.[0];
  // Whoever names another server, or another way there, does not get the first one's password sent.
  const is_same =
    stored?.host === host &&
    stored.user_name === user &&
    stored.port === port &&
    stored.tls === tls;
  const sealed = password === '' ? (is_same ? (stored?.sealed_password ?? null) : null) : undefined;
  const problems: Problems = {
    host:
      HOST.test(host) && !host.includes('..')
        ? undefined
        : 'must be the name or the address of a server',
    port: port > 0 && port < 65_536 ? undefined : 'must be 1 to 65535',
    tls: tls ? undefined : 'must be chosen',
    user_name: isLine(user, 255) ? undefined : 'must be one line of at most 255 characters',
    password:
      user !== '' && sealed === null
        ? 'must be typed: it is not taken to another server, port, encryption or user'
        : isLine(password, 500)
          ? undefined
          : 'must be one line of at most 500 characters',
    from_name: NAME.test(of('from_name'))
      ? undefined
      : 'must have no < or >, and at most 100 characters',
    from_address: isMailAddress(from_address) ? undefined : 'must be an e-mail address',
  };
  if (!tls || Object.values(problems).some((one) => one !== undefined)) return { problems };
  const row = {
    ...{ store_id: '' as const, host, port, tls, from_address, from_name: of('from_name') || null },
    user_name: user || null,
    sealed_password: user === '' ? null : (sealed ?? sealPassword(secrets, password)),
  };
  const why = whyNotServer(row, password);
  return why === undefined ? { row } : { problems: { from_address: why } };
}

/** As a start with these settings in the environment would say. */
function whyNotServer(row: Omit<MailServerRow, 'updated_at'>, password: string) {
  try {
    return mailServerOf({ ...row, updated_at: 0 }, password) ? undefined : 'is missing';
  } catch {
    return 'must be an address of letters, digits and the usual signs';
  }
}

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|[0-9a-fA-F:]{2,45})$/;
const NAME = /^[^<>\p{Cc}]{0,100}$/u;
const isLine = (text: string, most: number): boolean =>
  text.length <= most && !/\p{Cc}/u.test(text);

interface Shown {
  typed?: Typed;
  problems?: Problems;
  note?: string | undefined;
  refusal?: RefusalText;
}

async function serverPage(
  visit: OwnVisit,
  { typed, problems = {}, note, refusal = mistakesIn(visit.words, problems) }: Shown,
): Promise<PageAnswer> {
  const { db, services, base_path, session } = visit;
  const fixed = services.fixed_mail_server;
  const stored = await findMailServer(db.reader(null));
  const is_lost = stored?.sealed_password && openPassword(services.secrets, stored) === null;
  return accountPage(visit, {
    title: 'Mail server',
    lead: 'All stores of this installation hand it their mails: receipts, license keys, reminders.',
    is_wide: true,
    ...{ note, refusal },
    back: { at: '/account', name: 'Your account' },
    main: html`${fixed ? fixedCard(fixed) : serverForm(visit, { typed, problems, stored })}
${
  is_lost &&
  html`<p class="note">The secret of this installation was replaced: type the password again.</p>`
}
${
  services.mailer &&
  html`<form class="form card" method="post" action="${base_path}${AT}/try">
<h2>Send a test mail</h2>
<p class="hint">To ${session.email}, now. The page waits for what the server says.</p>
<button class="button second">Send it</button></form>`
}
${
  !fixed &&
  stored &&
  html`<form class="form card" method="post" action="${base_path}${AT}/remove">
<h2>Without a mail server</h2>
<p class="hint">Buyers would get no mails; those that wait are kept for three days.</p>
<button class="button second">Remove this server</button></form>`
}`,
  });
}

const fixedCard = ({ host, port, from }: MailServer) => html`<section class="card">
<h2>Set on the server</h2>
<p>Mails go to <strong>${host}:${port}</strong> and are from <strong>${from.address}</strong>.
That is set by <code>KASSA_SMTP_URL</code> and <code>KASSA_MAIL_FROM</code>, which win over this
page. Whoever runs the server can change them, or remove them to set one here.</p></section>`;

function serverForm(
  { base_path }: OwnVisit,
  {
    typed,
    problems,
    stored,
  }: { typed: Typed | undefined; problems: Problems; stored: MailServerRow | undefined },
) {
  const shownOf = (name: keyof MailServerRow, usual = ''): string =>
    typed?.get(name) ?? String(stored?.[name] ?? usual);
  const text = (name: keyof MailServerRow, label: string, more: object = {}) =>
    field({ name, label, value: shownOf(name), problem: problems[name], ...more });
  const tls = shownOf('tls', 'required');
  return html`<form class="form card" method="post" action="${base_path}${AT}" novalidate>
${text('host', 'Server', { hint: 'Such as smtp.example.com, as your mail service names it' })}
${field({
  ...{ name: 'port', label: 'Port', value: shownOf('port', '587'), problem: problems.port },
  attributes: { inputmode: 'numeric', maxlength: 5 },
})}
<div><label for="tls">Encryption</label><select id="tls" name="tls">${TLS.map(
    ([value, name]) =>
      html`<option value="${value}"${tls === value && html` selected`}>${name}</option>`,
  )}</select></div>
${text('user_name', 'User', { optional: true, attributes: { autocomplete: 'off' } })}
${field({
  ...{ name: 'password', label: 'Password', type: 'password', problem: problems.password },
  optional: true,
  hint: stored?.sealed_password
    ? 'One is kept, encrypted. Empty: it stays. Nobody sees it again'
    : 'Kept encrypted; nobody sees it again',
  attributes: { autocomplete: 'off' },
})}
${text('from_address', 'Sender', { type: 'email', hint: 'Your server must let you send from it' })}
${text('from_name', 'Name of the sender', { optional: true, hint: 'Empty: that of each store' })}
<button class="button">Save</button></form>`;
}
