import { Refusal } from '../platform/core/errors.ts';
import { createLog } from '../platform/core/log.ts';
import { KASSA } from '../platform/core/program.ts';
import type { Clock } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import { getMail } from '../shop/mails/get-mail.ts';
import { listMails } from '../shop/mails/list-mails.ts';
import { askInStore } from './ask-in-store.ts';
import { chooseStore } from './choose-store.ts';
import type { Output } from './output.ts';

interface Options {
  store: string | undefined;
  clock: Clock;
}

/** The newest mails of a store, and what became of them. */
export async function showMails(
  db: Database,
  settings: Settings,
  options: Options,
  output: Output,
): Promise<void> {
  const { data } = await (await askIn(db, settings, options))(listMails, {});
  const rows = data.map(({ mail_id, status, kind, to, created_at, response }) => ({
    mail_id,
    status,
    kind,
    to,
    created_at,
    response,
  }));
  output.list('mails', rows, ['mail_id', 'status', 'kind', 'to', 'created_at', 'response']);
}

/** One mail, as its receiver reads it. */
export async function showMail(
  db: Database,
  settings: Settings,
  { mail_id, ...options }: Options & { mail_id: string | undefined },
  output: Output,
): Promise<void> {
  if (mail_id === undefined) {
    throw new SettingsError(`Which mail? ${KASSA} mails show MAIL_ID`);
  }
  const ask = await askIn(db, settings, options);
  const mail = await ask(getMail, { mail_id }).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    throw new SettingsError(`There is no mail ${mail_id} in this store: is it in another? --store`);
  });
  output.record(mail, [
    `To       ${mail.to}`,
    `Subject  ${mail.subject}`,
    `Status   ${mail.status}${mail.response === null ? '' : `: ${mail.response}`}`,
    '',
    mail.text.trimEnd(),
  ]);
}

async function askIn(db: Database, settings: Settings, { store, clock }: Options) {
  const chosen = await chooseStore(db, store);
  return askInStore(db, settings, {
    store: chosen,
    clock,
    log: createLog('error'),
    command: 'mails',
  });
}
