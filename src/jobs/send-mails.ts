import { randomText } from '../platform/core/ids.ts';
import { LIMITS } from '../platform/core/limits.ts';
import type { Database } from '../platform/db/database.ts';
import type { Services } from '../platform/operation/services.ts';
import { findOnTeam } from '../shop/events/notifications/notification.sql.ts';
import { composeMail, openMailSecrets } from '../shop/mails/compose-mail.ts';
import type { MailRow } from '../shop/mails/mail.rules.ts';
import {
  claimMails,
  failOverdueMails,
  findMailSettings,
  listStoresWithDueMails,
} from '../shop/mails/mail.sql.ts';
import { isMailEnabled, parseMailSettings } from '../shop/mails/mail-settings.rules.ts';
import { MAIL_TIMES, type Mailer, type SentMail } from '../shop/mails/mailer.ts';
import { cancelMail, recordAttempt, releaseMail } from '../shop/mails/record-attempt.ts';
import { createServerWatch } from '../shop/mails/server-watch.ts';
import type { Pdfs } from '../shop/money/invoices/pdf/pdfs.ts';
import type { Job, JobRun } from './job.ts';
import { mailAttachments } from './mail-attachments.ts';
import { patience, withRetries } from './sending.ts';

const TICK_MS = 500;
const SENDING_MS = MAIL_TIMES.connect_ms + MAIL_TIMES.whole_ms;
const LEASE_MS = LIMITS.pdf_ms + SENDING_MS + 30_000;
/** Connections to the mail server at the same time; one while it does not answer. */
const AT_ONCE = 5;
const AT_ONCE_FAILING = 1;
const OVERDUE_BATCH = 500;

interface Claim {
  /** A name for this claim: its results are ignored once somebody else has claimed the mail. */
  owner: string;
  until: number;
}

/** Sends mails. Any number of processes can run this at the same time. */
export function mailsJob(db: Database, services: Services, pdfs: Pdfs): Job {
  const { clock, log } = services;
  const process_name = randomText(10);
  const sending = new Set<Promise<void>>();
  /** Claimed, and not yet handed to the mail server: an invoice may take a while to make. */
  const preparing = new Map<MailRow, { store_id: string; owner: string }>();
  const server = createServerWatch(clock);
  let claims = 0;
  let round = 0;
  let ended = false;

  async function run(job_run: JobRun): Promise<boolean> {
    const { mailer } = services; // As it is set now.
    if (!mailer) return giveUpOverdue();
    if (server.isPaused()) return false;
    const stores = await listStoresWithDueMails(db.reader(null), clock());
    // Start with a different one each time, so that all get their share of the free places.
    const first = round++ % Math.max(stores.length, 1);
    for (const { store_id } of [...stores.slice(first), ...stores.slice(0, first)]) {
      const free = (server.isFailing() ? AT_ONCE_FAILING : AT_ONCE) - sending.size;
      if (free <= 0 || job_run.isStopping()) return false;
      // One each while others wait too.
      await sendSome(mailer, store_id, stores.length > 1 ? 1 : free, job_run);
    }
    return false;
  }

  /** Without a mail server, mails of live stores wait for one, but not for ever. */
  async function giveUpOverdue(): Promise<boolean> {
    const response = 'No mail server was set up in time (KASSA_SMTP_URL).';
    const overdue = { now: clock(), response, most: OVERDUE_BATCH };
    return (await db.write(null, async (tx) => failOverdueMails(tx, overdue))) === OVERDUE_BATCH;
  }

  async function sendSome(
    by: Mailer,
    store_id: string,
    limit: number,
    { runAgain }: JobRun,
  ): Promise<void> {
    const now = clock();
    const owner = `${process_name} ${claims++}`;
    const claim = { now, until: now + LEASE_MS, owner, limit };
    for (const mail of await db.write({ store_id }, (tx) => claimMails(tx, claim))) {
      preparing.set(mail, { store_id, owner });
      const one = sendOne(by, store_id, mail, claim)
        .catch((error) =>
          log.error('a mail failed', { store_id, mail_id: mail.mail_id, error: String(error) }),
        )
        .finally(() => {
          sending.delete(one);
          preparing.delete(mail);
          runAgain(); // There may be room for more.
        });
      sending.add(one);
    }
  }

  async function sendOne(by: Mailer, store_id: string, mail: MailRow, claim: Claim): Promise<void> {
    const store = { store_id };
    const settings = await findMailSettings(db.reader(store));
    if (!settings) throw new Error('a mail belongs to a store');
    const useless =
      whyUseless(mail, settings.mail_settings, clock()) ?? (await whyNotForTeam(store, mail));
    if (useless !== undefined) {
      await db.write(store, (tx) =>
        cancelMail(tx, mail, { owner: claim.owner, response: useless }),
      );
      return;
    }
    const secrets = openMailSecrets(mail, store_id, services.secrets);
    if (!secrets) throw new Error('the secrets of a mail cannot be opened');
    const { revealKey } = services.licensing;
    const composed = await composeMail(mail, { settings, revealKey, secrets });
    const attachments = await mailAttachments(db.reader(store), mail, { pdfs, log });
    if (!preparing.delete(mail)) return; // This process ends, and has left it to others.
    // A process that stood still meanwhile leaves it to whoever takes it over.
    if (clock() + SENDING_MS > claim.until) return;
    const sent = await by.send({
      ...composed,
      message_id: mail.message_id,
      to: mail.recipient,
      from_name: composed.from_name ?? settings.name,
      date: mail.queued_at,
      attachments,
    });
    await record(store, mail, sent, claim);
  }

  /** Who has left the team since it was queued does not learn what happens in the store. */
  async function whyNotForTeam(
    store: { store_id: string },
    { kind, data, recipient }: MailRow,
  ): Promise<string | undefined> {
    if (kind !== 'notification') return undefined;
    const { person_id }: { person_id: string } = JSON.parse(data);
    const person = await findOnTeam(db.reader(store), person_id);
    return person?.email === recipient ? undefined : 'Its receiver is not on the team any more.';
  }

  async function record(
    store: { store_id: string },
    mail: MailRow,
    sent: SentMail,
    { owner, until }: Claim,
  ): Promise<void> {
    const now = clock();
    const server_again_at = server.noticeOutcome(sent.outcome);
    const attempt = { owner, now, random: Math.random(), server_again_at };
    const about = { ...store, mail_id: mail.mail_id, response: sent.response };
    if (sent.outcome === 'unreachable') log.error('the mail server takes no mail', about);
    else if (sent.outcome !== 'sent') log.warn('a mail was not taken', about);
    await withRetries(
      async () => {
        if (ended) return; // The database is closed. It is sent again when the lease is over.
        await db.write(store, (tx) => recordAttempt(tx, mail, sent, attempt));
      },
      () => !ended && clock() < until,
    );
  }

  async function leaveUnsent(): Promise<void> {
    const unsent = [...preparing];
    preparing.clear();
    for (const [mail, { store_id, owner }] of unsent) {
      await db.write({ store_id }, async (tx) => releaseMail(tx, mail, owner));
    }
  }

  return {
    name: 'mails',
    every_ms: TICK_MS,
    needs_right_clock: true,
    run,
    underWay: () => Promise.all(sending),
    /**
     * Leaves to others what is not at the mail server yet, and waits a little for what is. The rest
     * is sent again when its lease is over.
     */
    async end() {
      await leaveUnsent().catch((error) =>
        log.error('mails wait for the end of their lease', { error: String(error) }),
      );
      await Promise.race([Promise.all(sending), patience()]);
      ended = true;
    },
  };
}

function whyUseless(mail: MailRow, mail_settings: string, now: number): string | undefined {
  if (mail.send_before !== null && mail.send_before <= now) return 'The link in it has expired.';
  const is_enabled = isMailEnabled(parseMailSettings(mail_settings), mail.kind);
  return is_enabled ? undefined : 'This store has switched such mails off.';
}
