import type { Secrets } from '../../platform/core/secrets.ts';
import type { Database } from '../../platform/db/database.ts';
import type { MailServer } from '../../platform/machine/mail-server.ts';
import { findMailServer } from './mail-server.sql.ts';
import { createMailer, type Mailer, type MailTimes } from './mailer.ts';
import { mailServerOf, openPassword } from './stored-mail-server.ts';

declare module '../../platform/operation/services.ts' {
  interface Services {
    /** That of the environment, which wins; undefined: it can be set in the dashboard. */
    fixed_mail_server: MailServer | undefined;
  }
}

export interface CurrentMailer {
  current(): Mailer | undefined;
  /** Takes over what was set in the dashboard since, by this process or another. */
  refresh(): Promise<void>;
}

/** Hands mails to the server of the environment, or else to the one that was set in the dashboard. */
export function createCurrentMailer(
  db: Pick<Database, 'reader'>,
  secrets: Pick<Secrets, 'open'>,
  { fixed, times }: { fixed: MailServer | undefined; times?: MailTimes | undefined },
): CurrentMailer {
  let mailer = fixed && createMailer(fixed, times);
  let made_of = '';
  return {
    current: () => mailer,
    async refresh() {
      if (fixed) return;
      const row = await findMailServer(db.reader(null));
      const of = JSON.stringify(row ?? null);
      if (of === made_of) return;
      made_of = of;
      const server = row && mailServerOf(row, openPassword(secrets, row));
      mailer = server && createMailer(server, times);
    },
  };
}
