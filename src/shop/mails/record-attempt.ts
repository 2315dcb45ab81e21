import type { Tx } from '../../platform/db/database.ts';
import { type MailRow, retryAt, serverPause } from './mail.rules.ts';
import { clearBounce, markBounced, settleMail } from './mail.sql.ts';
import type { SentMail } from './mailer.ts';

interface Attempt {
  owner: string;
  now: number;
  random: number;
  /** When the server is tried again, if it is away. */
  server_again_at: number;
}

/** Records what became of an attempt, also for the address. Ignored when the mail was taken over. */
export async function recordAttempt(
  tx: Tx,
  before: MailRow,
  { outcome, response }: SentMail,
  { owner, now, random, server_again_at }: Attempt,
): Promise<void> {
  const again_at =
    outcome === 'deferred'
      ? retryAt(before, now, random)
      : outcome === 'unreachable' && now < before.give_up_at
        ? // Each mail has pauses of its own, too: it may be the mail that makes the server hang up.
          Math.max(server_again_at, now + serverPause(before.attempts))
        : null;
  const is_sent = outcome === 'sent';
  const after: MailRow = {
    ...before,
    status: is_sent ? 'sent' : again_at === null ? 'failed' : 'queued',
    sealed_secrets: is_sent ? null : before.sealed_secrets,
    attempts: before.attempts + 1,
    response,
    last_attempt_at: now,
    next_attempt_at: again_at,
    sent_at: is_sent ? now : null,
  };
  if ((await settleMail(tx, after, owner)) === 0) return;
  const email_folded = before.recipient.toLowerCase();
  if (is_sent) await clearBounce(tx, email_folded);
  if (outcome === 'refused') await markBounced(tx, { email_folded, response, bounced_at: now });
}

/** A mail that is of no use any more is not sent. */
export async function cancelMail(
  tx: Tx,
  before: MailRow,
  { owner, response }: { owner: string; response: string },
): Promise<void> {
  const canceled = { status: 'canceled', sealed_secrets: null, next_attempt_at: null } as const;
  await settleMail(tx, { ...before, ...canceled, response }, owner);
}

/** A claimed mail that was not sent is as it was before: due, for whoever looks next. */
export const releaseMail = (tx: Tx, before: MailRow, owner: string) =>
  settleMail(tx, { ...before, status: 'queued' }, owner);
