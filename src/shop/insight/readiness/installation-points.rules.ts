import { allowedRanges, whyNotWebhookUrl } from '../../../platform/core/public-address.rules.ts';
import { DAY_MS, isoInstant } from '../../../platform/core/time.ts';
import { done, left, type Point, type ReadinessFacts } from './point.rules.ts';

const CERTIFICATE_MS = 21 * DAY_MS;
const BACKUP_DAYS = 7;
const MAIL_SERVER_PAGE = '/account/mail-server';
const BACKUPS_PAGE = '/account/backups';
const NONE_ALLOWED = allowedRanges([]);

export function mailPoint(facts: ReadinessFacts): Point {
  const { has_mail_server, sends_mail, mail, dashboard } = facts;
  const about = { point: 'mail', name: 'Mail', is_needed: false } as const;
  const page = `${dashboard}/mail`;
  if (!sends_mail) {
    const message = 'You have switched mail off: this store sends none.';
    return done(about, message, { button: 'Open', page });
  }
  if (!has_mail_server) {
    return left(about, 'open', {
      message: 'There is no mail server.',
      meaning: 'Buyers get no license key and no receipt by mail.',
      way: { button: 'Set up the mail server', page: MAIL_SERVER_PAGE },
    });
  }
  switch (mail.kind) {
    case 'taken':
      return done(about, 'The mail server takes mails.', { button: 'Open', page });
    case 'refused':
      return left(about, 'broken', {
        message: `The mail server did not take the last mail: ${mail.response}`,
        meaning: 'Buyers would wait for their license keys.',
        way: { button: 'See the mails', page: `${dashboard}/mails` },
      });
    case 'under_way':
      return left(about, 'waiting', {
        message: 'A mail is on its way.',
        meaning: 'In a moment it is known whether the mail server takes it.',
      });
    case 'none':
      return left(about, 'open', {
        message: 'No mail has been sent yet.',
        meaning: 'Send one to yourself, so that no buyer waits for a license key.',
        way: { button: 'Send a test mail', page: `${page}#to` },
      });
  }
}

export function addressPoint(facts: ReadinessFacts): Point {
  const { base_url, has_local_certificate, certificate_ends_at: ends_at, now } = facts;
  const about = { point: 'address', name: 'Address and certificate', is_needed: false } as const;
  const way = { document: 'docs/certificate.md' };
  if (whyNotWebhookUrl(base_url, { is_test: false, allowed: NONE_ALLOWED }) !== undefined) {
    const message = `Only this network knows ${base_url}.`;
    return left(about, 'open', { message, meaning: 'Buyers cannot open your pages.', way });
  }
  if (has_local_certificate) {
    const message = 'The certificate is one that Kassa has made.';
    return left(about, 'open', { message, meaning: 'Browsers warn buyers of your pages.', way });
  }
  if (ends_at !== undefined && ends_at - now < CERTIFICATE_MS) {
    return left(about, 'broken', {
      message: `The certificate ends on ${isoInstant(ends_at).slice(0, 10)}.`,
      meaning: 'Buyers cannot open your pages after that.',
      way,
    });
  }
  return done(about, `Buyers find you at ${base_url}.`);
}

export function backupsPoint(facts: ReadinessFacts): Point {
  const { last_backup_at, backup_problem, now, dashboard } = facts;
  const about = { point: 'backups', name: 'Backups', is_needed: false } as const;
  const meaning = 'A broken disk would take orders, license keys and customers with it.';
  const way = { button: 'Set up backups', page: BACKUPS_PAGE };
  if (backup_problem !== null) {
    const message = `The last try failed: ${backup_problem}`;
    return left(about, 'broken', { message, meaning, way });
  }
  if (last_backup_at === null) {
    return left(about, 'open', { message: 'No backup was ever made.', meaning, way });
  }
  const days = Math.max(Math.floor((now - last_backup_at) / DAY_MS), 0);
  if (days >= BACKUP_DAYS) {
    const message = `The newest backup is ${days} days old.`;
    return left(about, 'broken', { message, meaning, way });
  }
  const age = days === 0 ? 'of today' : days === 1 ? 'a day old' : `${days} days old`;
  const page = `${dashboard}/backups`;
  return done(about, `The newest backup is ${age}.`, { button: 'Open', page });
}
