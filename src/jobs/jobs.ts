import { compactJob } from './compact-database.ts';
import { type DeliveryDependencies, webhooksJob } from './deliver-webhooks.ts';
import { lastSeenJob, signingKeysJob } from './look-after-licenses.ts';
import { type DueDependencies, dueJob } from './run-due.ts';
import type { Job } from './runner.ts';
import { tidyJob } from './tidy.ts';

/** Everything that happens without a request, in the order in which it is stopped. */
export const allJobs = (dependencies: DueDependencies & DeliveryDependencies): Job[] => [
  dueJob(dependencies),
  webhooksJob(dependencies),
  compactJob(dependencies.db),
  tidyJob(dependencies),
  signingKeysJob(dependencies.licensing),
  lastSeenJob(dependencies.licensing),
];
