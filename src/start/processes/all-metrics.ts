import { joinMetrics } from './join-metrics.rules.ts';
import type { Neighbours } from './neighbours.ts';

/** A process that has not answered by then is left out: it may be starting. */
const ANSWER_WITHIN_MS = 500;

/** The metrics of all processes of this server, whichever of them is asked. */
export function createAllMetrics(
  neighbours: Neighbours,
  render: () => Promise<string>,
): () => Promise<string> {
  interface Request {
    answers: { number: number; text: string }[];
    done(): void;
  }
  const waiting = new Map<number, Request>();
  let last_request = 0;
  neighbours.on('metrics_requested', async ({ request }, from) => {
    neighbours.send('metrics', { request, text: await render() }, from);
  });
  neighbours.on('metrics', ({ request, text }, from) => {
    const { answers, done } = waiting.get(request) ?? {};
    if (answers?.push({ number: from, text }) === neighbours.count + 1) done?.();
  });

  return async () => {
    const own = { number: neighbours.own_number, text: await render() };
    if (neighbours.count === 0) return own.text;
    last_request += 1;
    const request = last_request;
    const answers = [own];
    await new Promise<void>((done) => {
      waiting.set(request, { answers, done });
      neighbours.send('metrics_requested', { request });
      setTimeout(done, ANSWER_WITHIN_MS).unref();
    });
    waiting.delete(request);
    return joinMetrics(answers.toSorted((a, b) => a.number - b.number));
  };
}
