import { isMessage, type Message, type Place, type Topics } from './messages.ts';

/**
 * The other serving processes of this machine. What is sent to them arrives soon or, when one of
 * them ends, not at all: only for what may be late or lost.
 */
export interface Neighbours {
  /** The number of this process, from 1. */
  own_number: number;
  /** How many there are, without this one. */
  count: number;
  send<Topic extends keyof Topics>(topic: Topic, data: Topics[Topic], to?: number): void;
  on<Topic extends keyof Topics>(
    topic: Topic,
    receive: (data: Topics[Topic], from: number) => void,
  ): void;
}

/** For a process that serves alone. */
export const NO_NEIGHBOURS: Neighbours = {
  own_number: 1,
  count: 0,
  send: () => {},
  on: () => {},
};

export function createNeighbours({ number, of }: Place): Neighbours {
  const listeners = new Map<keyof Topics, (data: never, from: number) => void>();
  process.on('message', (message) => {
    if (!isMessage(message) || message.kind !== 'share') return;
    // Topic and data belong together: `send` does not compile otherwise.
    listeners.get(message.topic)?.(message.data as never, message.from);
  });
  return {
    own_number: number,
    count: of - 1,
    send(topic, data, to) {
      sendToFirst({ kind: 'share', topic, data, from: number, ...(to !== undefined && { to }) });
    },
    on(topic, receive) {
      listeners.set(topic, receive);
    },
  };
}

/** To the first process, which passes on what is for others. */
export function sendToFirst(message: Message): void {
  if (process.connected) process.send?.(message, () => {}); // It may end at any moment.
}
