import type { Database } from '../platform/db/database.ts';
import type { Services } from '../platform/operation/services.ts';
import type { Pdfs } from '../shop/money/invoices/pdf/pdfs.ts';
import type { KeyUse } from '../shop/store/key-use.ts';
import { taxNumbersJob } from './ask-about-tax-numbers.ts';
import { providerEventsJob } from './ask-providers.ts';
import { compactJob } from './compact-database.ts';
import { figuresJob } from './count-old-subscriptions.ts';
import { type Send, webhooksJob } from './deliver-webhooks.ts';
import { indexLicensesJob } from './index-licenses.ts';
import type { Job } from './job.ts';
import { keyUseJob } from './key-use-job.ts';
import { lastSeenJob, signingKeysJob } from './licensing-jobs.ts';
import { backupsJob } from './make-backups.ts';
import { notificationsJob } from './notify-team.ts';
import { settingsJob } from './refresh-settings.ts';
import { dueJob } from './run-due.ts';
import { mailsJob } from './send-mails.ts';
import { tidyJob } from './tidy.ts';

interface Dependencies {
  db: Database;
  services: Services;
  send: Send;
  pdfs: Pdfs;
  key_use: KeyUse;
}

/** All background jobs, in the order in which they are stopped. */
export const allJobs = ({ db, services, send, pdfs, key_use }: Dependencies): Job[] => [
  dueJob(db, services),
  webhooksJob(db, services, send),
  notificationsJob(db, services),
  mailsJob(db, services, pdfs),
  providerEventsJob(db, services),
  taxNumbersJob(db, services),
  figuresJob(db, services),
  compactJob(db),
  backupsJob(db, services),
  indexLicensesJob(db, services.licensing),
  tidyJob(db, services.clock),
  signingKeysJob(services.licensing),
  lastSeenJob(services.licensing),
  keyUseJob(key_use),
  settingsJob(services),
];
