interface Limits {
  at_once: number;
  /** Of one name, such as a store, so that the others get their share. */
  at_once_each: number;
  waiting_each: number;
}

/** Runs work for names, some of it at a time; undefined when too much of that name waits. */
export type RunLimited = <T>(name: string, work: () => Promise<T>) => Promise<T> | undefined;

export function createWorkLimit({ at_once, at_once_each, waiting_each }: Limits): RunLimited {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();
  let running = 0;

  /** Starts what may be started, a little of each name in turn. */
  function startSome(): void {
    for (const [name, line] of lines) {
      if (running >= at_once) return;
      if (line.running === 0 && line.waiting.length === 0) lines.delete(name);
      const start = line.running < at_once_each ? line.waiting.shift() : undefined;
      if (!start) continue;
      running += 1;
      line.running += 1;
      start();
      // To the end of the line: the next free place is for another name.
      lines.delete(name);
      lines.set(name, line);
    }
  }

  return (name, work) => {
    const line = lines.get(name) ?? { running: 0, waiting: [] };
    if (line.waiting.length >= waiting_each) return undefined;
    lines.set(name, line);
    const turn = new Promise<void>((resolve) => line.waiting.push(resolve));
    const done = turn.then(work).finally(() => {
      running -= 1;
      line.running -= 1;
      startSome();
    });
    startSome();
    return done;
  };
}
