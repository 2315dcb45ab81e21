import hooks, { AsyncLocalStorage } from 'node:async_hooks';

// Node's test runner knows which test is running by a hook that is called for every promise there
// is, of Kassa too: a seventh of all that a test computes. While it is loaded here, it is given the
// same answer from a store that follows its tests by itself, and its hook is told of tests alone.
// If another version of Node does not ask for these, nothing is changed.

type Hook = Parameters<typeof hooks.createHook>[0];

const current = new AsyncLocalStorage<number>();
const told: NonNullable<Hook['init']>[] = [];

const { AsyncResource, executionAsyncId, createHook } = hooks;

class Followed extends AsyncResource {
  constructor(type: string, options?: object) {
    super(type, options);
    for (const init of told) init(this.asyncId(), type, 0, this);
  }

  override runInAsyncScope<This, Result>(
    work: (this: This, ...args: unknown[]) => Result,
    self?: This,
    ...args: unknown[]
  ): Result {
    const run = () => Reflect.apply(work, self, args);
    return super.runInAsyncScope(() => current.run(this.asyncId(), run));
  }
}

Object.assign(hooks, {
  AsyncResource: Followed,
  executionAsyncId: () => current.getStore() ?? 0,
  createHook({ init }: Hook) {
    if (init) told.push(init);
    const hook = { enable: () => hook, disable: () => hook };
    return hook;
  },
});
await import('node:test');
Object.assign(hooks, { AsyncResource, executionAsyncId, createHook });
