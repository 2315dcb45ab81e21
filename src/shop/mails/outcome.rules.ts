/**
 * What became of an attempt:
 * - `sent`: the server has taken the mail;
 * - `refused`: there is no such mailbox, now or later;
 * - `rejected`: the server will never take this mail, which is not the fault of the address;
 * - `deferred`: it may take this mail later;
 * - `unreachable`: the server takes no mail at all, because it is away or set up wrongly.
 */
export type Outcome = 'sent' | 'refused' | 'rejected' | 'deferred' | 'unreachable';

interface Reply {
  /** The three digits of the answer; undefined when there was none. */
  status: number | undefined;
  /** The command that was answered. */
  command: string;
  response: string;
}

/** What the answer of a mail server to a mail that it did not take means. */
export function outcomeOf({ status, command, response }: Reply): Exclude<Outcome, 'sent'> {
  if (status === undefined) return command === 'MAIL FROM' ? 'rejected' : 'unreachable'; // Too large.
  if (command !== 'RCPT TO' && command !== 'DATA') return 'unreachable';
  if (status === 421) return 'unreachable';
  if (status < 500) return 'deferred';
  const [, subject] = /^5\d\d[ -]5\.(\d{1,3})\.\d{1,3}\b/.exec(response) ?? [];
  // 5.7 is about who may send what: a setting of ours, or of theirs, that somebody will put right.
  if (subject === '7') return 'deferred';
  if (subject === '1' || subject === '2') return 'refused';
  if (subject !== undefined) return 'rejected';
  // 550 to 554 are about the mailbox; 50x say that the command was not understood.
  return status < 550 ? 'deferred' : command === 'RCPT TO' ? 'refused' : 'rejected';
}
