import type { Settings } from '../../platform/machine/settings.ts';
import { certificateProblem, tlsOptions } from '../../shop/mails/server-tls.ts';
import type { Output } from '../output.ts';
import { lookAtDatabase } from './database.ts';
import { type Finding, fail, messageOf, ok, type State, warn } from './finding.ts';
import { lookAtMachine } from './machine.ts';
import { withStoredSettings } from './stored-settings.ts';

const COLORS: Record<State, string> = { ok: '32', warn: '33', fail: '31' };
const TIMEOUT_MS = 5_000;

/** Looks at everything an installation needs and changes nothing. Returns whether nothing fails. */
export async function doctor(
  settings: Settings,
  output: Output,
  { has_colors }: { has_colors: boolean },
): Promise<boolean> {
  const all = await withStoredSettings(settings);
  const findings = [
    ...lookAtMachine(settings),
    ...(await lookAtDatabase(all)),
    await aboutMail(all),
  ].map((one) => withAddresses(one, settings));
  const count = (state: State) => findings.filter((one) => one.state === state).length;
  const sums = { ok: count('ok'), warn: count('warn'), fail: count('fail') };
  const lines = findings.flatMap((one) => shown(one, has_colors));
  lines.push('', `${sums.ok} ok, ${sums.warn} to look at, ${sums.fail} wrong`);
  output.record({ ...sums, findings }, lines);
  return sums.fail === 0;
}

/** Documents by the address at which this shop shows them. */
function withAddresses(finding: Finding, { base_url, port }: Settings): Finding {
  const shop = base_url ?? `https://localhost:${port}`;
  const todo = finding.todo?.replace(/\bdocs\/([a-z-]{1,40})\.md/g, `${shop}/docs/$1`) ?? null;
  return { ...finding, todo };
}

/** In lines that fit a phone: what is so, and below it what to do. */
function shown({ about, state, what, todo }: Finding, has_colors: boolean): string[] {
  const word = state.padEnd(4);
  const mark = has_colors ? `\x1b[${COLORS[state]}m${word}\x1b[0m` : word;
  return [`${mark}  ${about}: ${what}`, ...(todo === null ? [] : [`      → ${todo}`])];
}

/** Connects, speaks TLS and signs in, as a mail would; sends nothing. */
async function aboutMail({ mail_server, ...settings }: Settings): Promise<Finding> {
  if (!mail_server) {
    const shop = settings.base_url ?? `https://localhost:${settings.port}`;
    const page = `${shop}/account/mail-server`;
    const todo = `set it up: ${page} (docs/mail.md)`;
    return warn('mail', 'there is no mail server', todo);
  }
  const { host, port, tls, user, password } = mail_server;
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host,
    port,
    secure: tls === 'from_start',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    tls: tlsOptions(mail_server),
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
    return ok('mail', `${host}:${port} takes mails`);
  } catch (error) {
    const { what, todo } = certificateProblem(error) ?? {
      what: messageOf(error),
      todo: 'check KASSA_SMTP_URL (docs/mail.md)',
    };
    return fail('mail', `${host}:${port}: ${what}`, todo);
  } finally {
    transport.close();
  }
}
