import { joinMetrics } from './join-metrics.rules.ts';
import type { Neighbours } from './neighbours.ts';

/** A process that has not answered by then is left out: it may be starting. */
const ANSWER_WITHIN_MS = 500;

/** The metrics of all processes of this server, whichever of them is asked. */
export function createAllMetrics(
  neighbours: Neighbours,
  render: () => Promise<string> | string,
): () => Promise<string> {
  interface Asked {
    answers: { number: number; text: string }[];
    done(): void;
  }
  const waiting = new Map<number, Asked>();
  let last_question = 0;
  neighbours.on('metrics_wanted', async ({ question }, from) => {
    neighbours.tell('metrics', { question, text: await render() }, from);
  });
  neighbours.on('metrics', ({ question, text }, from) => {
    const asked = waiting.get(question);
    asked?.answers.push({ number: from, text });
    if (asked?.answers.length === neighbours.count) asked.done();
  });

  return async () => {
    const text = await render();
    if (neighbours.count === 0) return text;
    last_question += 1;
    const question = last_question;
    const answers: Asked['answers'] = [];
    await new Promise<void>((done) => {
      waiting.set(question, { answers, done });
      neighbours.tell('metrics_wanted', { question });
      setTimeout(done, ANSWER_WITHIN_MS).unref();
    });
    waiting.delete(question);
    const own = { number: neighbours.own_number, text };
    return joinMetrics([own, ...answers].toSorted((a, b) => a.number - b.number));
  };
}
