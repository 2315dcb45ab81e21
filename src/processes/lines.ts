import type { Socket } from 'node:net';

/** Reads JSON values, one a line. */
export function readLines(socket: Socket, hear: (value: unknown) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(JSON.parse(line));
  });
}

/** Writes JSON values, one a line. Those of one turn of the event loop leave in one packet. */
export function createLineWriter(socket: Socket): (value: object) => void {
  let waiting = '';
  return (value) => {
    if (waiting === '') {
      process.nextTick(() => {
        const lines = waiting;
        waiting = '';
        if (!socket.destroyed) socket.write(lines);
      });
    }
    waiting += `${JSON.stringify(value)}\n`;
  };
}
