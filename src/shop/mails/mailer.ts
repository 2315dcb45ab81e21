import { connect, type Socket } from 'node:net';
import type { Transporter } from 'nodemailer';
import type { MailServer } from '../../platform/machine/mail-server.ts';
import { headerLine, shownResponse } from './mail.rules.ts';
import { type Outcome, outcomeOf } from './outcome.rules.ts';
import { certificateProblem, tlsOptions } from './server-tls.ts';

declare module '../../platform/operation/services.ts' {
  interface Services {
    /** Undefined: this installation has no mail server. */
    mailer: Mailer | undefined;
  }
}

interface OutgoingMail {
  message_id: string;
  to: string;
  /** The name of the sender, unless the installation has one for all stores. */
  from_name: string;
  reply_to: string | null;
  list_unsubscribe: string | null;
  subject: string;
  html: string;
  text: string;
  date: number;
  attachments: Attachment[];
}

export interface Attachment {
  filename: string;
  content_type: string;
  content: Buffer;
}

export interface SentMail {
  outcome: Outcome;
  /** What the server answered, or why it could not be reached. */
  response: string;
  /** The name of what went wrong on the way to the server, such as `EAUTH`. */
  code?: string | undefined;
}

/** Hands mails to the mail server. */
export interface Mailer {
  /** The domain that mails are from. */
  domain: string;
  send(mail: OutgoingMail): Promise<SentMail>;
}

/** How long a mail may take: each wait, and all of it. */
export interface MailTimes {
  connect_ms: number;
  answer_ms: number;
  whole_ms: number;
}

export const MAIL_TIMES: MailTimes = { connect_ms: 10_000, answer_ms: 30_000, whole_ms: 60_000 };

/** A connection for each mail: what happens to one has no effect on another. */
export function createMailer(server: MailServer, times: MailTimes = MAIL_TIMES): Mailer {
  const { host, port, tls, user, password, from, dkim } = server;
  const common = {
    host,
    port,
    secure: tls === 'from_start',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    tls: tlsOptions(server),
    ...(user !== undefined && { auth: { user, pass: password ?? '' }, forceAuth: true }),
    name: from.address.slice(from.address.indexOf('@') + 1),
    connectionTimeout: times.connect_ms,
    greetingTimeout: times.answer_ms,
    socketTimeout: times.answer_ms,
    maxResponseSize: 16 * 1024,
    // Nothing in a mail is a file of this machine or an address to be loaded.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.private_key,
      },
    }),
  };

  async function send(mail: OutgoingMail): Promise<SentMail> {
    let socket: Socket | undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      // Loaded with the first mail: a start need not wait for it.
      const { createTransport } = await import('nodemailer');
      socket = await connectTo({ host, port }, times.connect_ms);
      const connection = socket;
      timer = setTimeout(
        () => connection.destroy(new Error(`it took longer than ${times.whole_ms / 1000} s`)),
        times.whole_ms,
      );
      const transport = createTransport({
        ...common,
        getSocket: (_options, done) => done(null, { connection }),
      });
      const info = await handOver(transport, mail);
      return { outcome: 'sent', response: shownResponse(info) };
    } catch (error) {
      return whyNot(error);
    } finally {
      clearTimeout(timer);
      socket?.destroy();
    }
  }

  async function handOver(transport: Transporter, mail: OutgoingMail): Promise<string> {
    const sender = headerLine(from.name ?? mail.from_name, 100);
    const info = await transport.sendMail({
      messageId: mail.message_id,
      date: new Date(mail.date),
      from: { name: sender, address: from.address },
      to: { name: '', address: mail.to },
      ...(mail.reply_to !== null && { replyTo: { name: '', address: mail.reply_to } }),
      envelope: { from: from.address, to: [mail.to] },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        ...(mail.list_unsubscribe !== null && { 'List-Unsubscribe': `<${mail.list_unsubscribe}>` }),
      },
      attachments: mail.attachments.map(({ filename, content_type, content }) => ({
        filename: headerLine(filename),
        contentType: content_type,
        content,
      })),
    });
    return info.response ?? '';
  }

  return { domain: common.name, send };
}

/** The name is looked up and all its addresses are tried, in this time together. */
function connectTo(place: { host: string; port: number }, timeout_ms: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...place, autoSelectFamily: true });
    const timer = setTimeout(() => {
      socket.destroy(new Error(`no connection within ${timeout_ms / 1000} s`));
    }, timeout_ms);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      socket.on('error', () => {}); // Whoever uses the socket has a listener of its own.
      resolve(socket);
    });
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(timer));
  });
}

function whyNot(error: unknown): SentMail {
  const { message = '', response, responseCode, command, code } = Object(error);
  const said = typeof response === 'string' ? response : '';
  const outcome = outcomeOf({
    status: typeof responseCode === 'number' ? responseCode : undefined,
    command: typeof command === 'string' ? command : '',
    response: said,
  });
  // The answer says enough about a mail; about the server, the error says more.
  const text = outcome === 'unreachable' ? '' : said;
  const wrong = certificateProblem(error);
  const why = wrong ? `${wrong.what} (${wrong.todo})` : String(message);
  const known = outcome === 'unreachable' && !wrong && typeof code === 'string' && { code };
  return { outcome, response: shownResponse(text || why), ...known };
}
