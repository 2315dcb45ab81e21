interface Limits {
  at_once: number;
  /** Of one name, such as a store, so that the others get their share. */
  at_once_each: number;
  waiting_each: number;
}

interface Line {
  running: number;
  waiting: (() => void)[];
}

/** Runs work for names, some of it at a time; undefined when too much of that name waits. */
export type RunLimited = <T>(name: string, work: () => Promise<T>) => Promise<T> | undefined;

export function createWorkLimit({ at_once, at_once_each, waiting_each }: Limits): RunLimited {
  const lines = new Map<string, Line>();
  let running = 0;

  /** The name that has the least under way, among those with something to do. */
  function nextLine(): Line | undefined {
    let next: Line | undefined;
    for (const line of lines.values()) {
      const may_start = line.waiting.length > 0 && line.running < at_once_each;
      if (may_start && (!next || line.running < next.running)) next = line;
    }
    return next;
  }

  function startSome(): void {
    for (let line = nextLine(); line && running < at_once; line = nextLine()) {
      running += 1;
      line.running += 1;
      line.waiting.shift()?.();
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
      if (line.running === 0 && line.waiting.length === 0) lines.delete(name);
      startSome();
    });
    startSome();
    return done;
  };
}
