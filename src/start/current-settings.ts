import type { Secrets } from '../platform/core/secrets.ts';
import type { Clock } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import type { BackupSettings } from '../platform/machine/backup-settings.ts';
import type { MailServer } from '../platform/machine/mail-server.ts';
import { createCurrentMailer } from '../shop/mails/current-mailer.ts';
import type { MailTimes } from '../shop/mails/mailer.ts';
import { createBackups, type MakeSchedule } from '../shop/store/backups.ts';
import type { Neighbours } from './processes/neighbours.ts';

/** What the environment has set. */
interface Given {
  mail_server: MailServer | undefined;
  mail_times?: MailTimes | undefined;
  backups?: BackupSettings | undefined;
  makeSchedule?: MakeSchedule;
}

/** What the environment sets or, where it does not, the dashboard: the mail server and backups. */
export async function createCurrentSettings(
  { db, secrets, clock }: { db: Database; secrets: Secrets; clock: Clock },
  { mail_server, mail_times: times, backups: fixed, makeSchedule }: Given,
  neighbours: Neighbours,
) {
  const own = createCurrentMailer(db, secrets, { fixed: mail_server, times });
  const backups = createBackups(db, clock, { fixed, ...(makeSchedule && { makeSchedule }) });
  const refresh = async () => {
    await own.refresh();
    await backups.refresh();
  };
  await refresh();
  neighbours.on('settings_changed', () => {
    refresh().catch(() => {}); // The job reads them again soon.
  });
  const settingsChanged = async () => {
    await refresh();
    neighbours.send('settings_changed', null);
  };
  return { mailer: own.current, backups, refreshSettings: refresh, settingsChanged };
}
