import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { atEndOfFile } from '../harness/endings.ts';

const TYPES: Record<number, 4 | 6> = { 1: 4, 28: 6 };

/** The addresses of a name by family. Questions about a missing family get no answer. */
type Known = { 4?: string[]; 6?: string[] } | undefined;

interface Question {
  name: string;
  family: 4 | 6;
  from_port: number;
}

/**
 * A real DNS server on this machine, over UDP. It answers with what `know` returns; undefined means
 * that there is no such name. It is stopped after the test file.
 */
export async function startNameServer(know: (name: string) => Known) {
  const socket = createSocket('udp4');
  const asked: Question[] = [];
  const unanswered: (() => void)[] = [];
  socket.on('message', (message, from) => {
    const { name, type, end } = questionIn(message);
    const family = TYPES[type] ?? 4;
    asked.push({ name, family, from_port: from.port });
    const answer = (known: Known) => reply(message.subarray(0, end), from, known?.[family]);
    const known = know(name);
    if (known && !known[family]) unanswered.push(() => answer(undefined));
    else answer(known);
  });
  function reply(question: Buffer, from: RemoteInfo, addresses: string[] | undefined): void {
    const records = (addresses ?? []).map(recordOf);
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(addresses ? 0x8180 : 0x8183, 2); // No error, or no such name.
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(
      Buffer.concat([header, question.subarray(12), ...records]),
      from.port,
      from.address,
    );
  }
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  /** Answers all open questions: there is no such name. */
  const speak = () => {
    for (const answer of unanswered.splice(0)) answer();
  };
  atEndOfFile(() => {
    speak();
    socket.close();
  });
  return { name_servers: [`127.0.0.1:${socket.address().port}`], asked, speak };
}

function questionIn(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function recordOf(address: string): Buffer {
  const data =
    isIP(address) === 4
      ? Buffer.from(address.split('.').map(Number))
      : Buffer.from(
          address
            .split(':')
            .map((part) => part.padStart(4, '0'))
            .join(''),
          'hex',
        );
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0); // The name of the question.
  head.writeUInt16BE(isIP(address) === 4 ? 1 : 28, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
