import type { Services } from '../platform/operation/services.ts';
import type { Job } from './job.ts';

const EVERY_MS = 5_000;

/** Takes over settings of the installation that were changed in a process on another machine. */
export const settingsJob = (services: Pick<Services, 'refreshSettings'>): Job => ({
  name: 'settings',
  every_ms: EVERY_MS,
  async run() {
    await services.refreshSettings();
    return false;
  },
});
