export type JobName =
  | 'due'
  | 'webhooks'
  | 'mails'
  | 'notifications'
  | 'provider-events'
  | 'compact'
  | 'backups'
  | 'tidy'
  | 'tax-numbers'
  | 'figures'
  | 'last-seen'
  | 'index-licenses'
  | 'key-use'
  | 'settings'
  | 'signing-keys';

/** Background work that is repeated; never twice at the same time in a process. */
export interface Job {
  name: JobName;
  /** The pause between two runs; `more_ms` is the pause when a run has left something to do. */
  every_ms: number;
  more_ms?: number;
  /** Not run while the clock of this machine is wrong. */
  needs_right_clock?: boolean;
  /** Does some of the work; returns whether there is more. */
  run(job_run: JobRun): Promise<boolean>;
  /** Waits for work that a run has started without waiting for it. */
  underWay?(): Promise<unknown>;
  /** Called after the last run. */
  end?(): Promise<void>;
}

export interface JobRun {
  isStopping(): boolean;
  /** Whether it is run by `runJob`: what would be done a little later is done now. */
  isOnDemand(): boolean;
  /** A part of the work could not be done, such as that of one store; the rest goes on. */
  failed(error: unknown, part: { store_id: string }): void;
  /** Starts the next run without a pause, because there is something new to do. */
  runAgain(): void;
}
