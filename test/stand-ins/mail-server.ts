// A mail server in another process: `node mail-server.ts FILE OPTIONS`. It writes each mail that it
// takes to the file before it says so. What it does is decided by the address that a mail is for:
// `refused@…`, `later@…` and so on (see BEHAVIOUR); any other one gets its mail.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { MailServer } from '../../src/platform/machine/mail-server.ts';

export interface MailServerOptions {
  port?: number;
  /** A certificate: TLS is offered, or with `secure` spoken from the start. */
  cert?: string;
  key?: string;
  secure?: boolean;
  user?: string;
  password?: string;
}

/** A mail in the file; `held`: it stops here, the first time, and says nothing more. */
interface Arrived {
  held?: 'rcpt' | 'data' | 'answer';
  to: string;
  from: string;
  is_encrypted: boolean;
  user: string | null;
  message: string;
}

export interface MailServerProcess {
  port: number;
  arrived(): Arrived[];
  /** Where it has stopped, for addresses such as `hold-data@…`. */
  held(): string[];
  stop(): Promise<void>;
}

/** The settings of a shop that sends its mails there. */
export const mailServerAt = (port: number, more: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  user: undefined,
  password: undefined,
  tls: 'optional',
  is_certificate_checked: true,
  ca: undefined,
  from: { name: undefined, address: 'shop@example.com' },
  dkim: undefined,
  ...more,
});

export async function startMailServer(
  file: string,
  options: MailServerOptions = {},
): Promise<MailServerProcess> {
  const args = ['--disable-warning=ExperimentalWarning', import.meta.filename, file];
  const child = spawn(process.execPath, [...args, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  const lines = (): Arrived[] => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const whole = text.split('\n').slice(0, -1);
    return whole.map((line) => JSON.parse(line));
  };
  return {
    port: Number(String(port).trim()),
    arrived: () => lines().filter(({ held }) => held === undefined || held === 'answer'),
    held: () => lines().flatMap(({ held, to }) => (held === undefined ? [] : [to])),
    async stop() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.stdin.end();
      await gone;
    },
  };
}

type Said = Error & { responseCode?: number };
const saying = (responseCode: number, text: string): Said =>
  Object.assign(new Error(text), { responseCode });

const SLOW_MS = 60_000;

/** What is said to RCPT TO for these. */
const BEHAVIOUR: Record<string, () => Said> = {
  refused: () => saying(550, 'No such user here'),
  policy: () => saying(550, '5.7.1 Relaying denied'),
  later: () => saying(451, '4.2.0 Greylisted, try again later'),
  busy: () => saying(421, '4.3.2 Service not available'),
};

const NOTHING = { from: '', is_encrypted: false, user: null, message: '' };

const tried = new Map<string, number>();

function serve(file: string, { port = 0, user, password, ...options }: MailServerOptions): void {
  const journal = openSync(file, 'a');
  const write = (line: Arrived): void => {
    writeSync(journal, `${JSON.stringify(line)}\n`);
    fsyncSync(journal);
  };
  const server = new SMTPServer({
    ...options,
    authOptional: user === undefined,
    disabledCommands: [
      ...(user === undefined ? ['AUTH'] : []),
      ...(options.cert === undefined ? ['STARTTLS'] : []),
    ],
    disableReverseLookup: true,
    logger: false,
    onAuth: (auth, _session, done) =>
      auth.username === user && auth.password === password
        ? done(null, { user: auth.username })
        : done(saying(535, '5.7.8 Wrong password')),
    async onRcptTo({ address }, _session, done) {
      const name = address.split('@')[0] ?? '';
      if (name === 'slow') await setTimeout(SLOW_MS);
      const times = (tried.get(name) ?? 0) + 1;
      tried.set(name, times);
      if (name === 'hold-rcpt' && times === 1)
        return write({ ...NOTHING, to: address, held: 'rcpt' });
      if (name === 'once-later' && times === 1) return done(saying(450, 'Try again'));
      done(BEHAVIOUR[name]?.());
    },
    onData(stream, session, done) {
      const [recipient] = session.envelope.rcptTo;
      const to = recipient?.address ?? '';
      const name = to.split('@')[0] ?? '';
      const times = (tried.get(`data ${name}`) ?? 0) + 1;
      tried.set(`data ${name}`, times);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        if (name === 'hold-data' && times === 1) {
          stream.pause();
          return write({ ...NOTHING, to, held: 'data' });
        }
        if (name === 'drops' && times === 1) return socketOf(server, session)?.destroy();
        chunks.push(chunk);
      });
      stream.on('end', () => {
        if (name === 'drops' && times === 1) return;
        if (name === 'content') return done(saying(554, '5.6.0 Message refused'));
        const { mailFrom } = session.envelope;
        const arrived: Arrived = {
          to,
          from: mailFrom === false ? '' : mailFrom.address,
          is_encrypted: session.secure,
          user: session.user ?? null,
          message: Buffer.concat(chunks).toString('latin1'),
        };
        if (name === 'hold-answer' && times === 1) return write({ ...arrived, held: 'answer' });
        write(arrived);
        // It has the mail, but the answer gets lost.
        if (name === 'unanswered' && times === 1) return socketOf(server, session)?.destroy();
        done(null, 'Ok: queued');
      });
    },
  });
  server.on('error', () => {}); // Connections that were cut off.
  server.listen(port, '127.0.0.1', () => {
    process.stdout.write(`${(server.server.address() as AddressInfo).port}\n`);
  });
  process.stdin.resume().on('end', () => process.exit()); // Whoever started it is gone.
}

/** The connection of a session, to cut it off. */
function socketOf(server: SMTPServer, session: SMTPServerSession): Socket | undefined {
  const all = [...server.connections] as unknown as { id: string; _socket: Socket }[];
  return all.find(({ id }) => id === session.id)?._socket;
}

const [, main, file = '', options = '{}'] = process.argv;
if (main === import.meta.filename) serve(file, JSON.parse(options));
