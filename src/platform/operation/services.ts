import type { Log } from '../core/log.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Clock } from '../core/time.ts';

/**
 * What operations, jobs and pages share. Made once, when the process starts. A feature that gives
 * something declares its own line of it, beside what it gives; leaving one out in app.ts does not
 * compile.
 */
export interface Services {
  /** The address of this installation. Known only after the server has begun to listen. */
  readonly base_url: string;
  /** Real time. Test stores also have a clock of their own that can be ahead. */
  clock: Clock;
  log: Log;
  secrets: Secrets;
  /** When the certificate of this server ends; undefined: nobody needs to do anything about it. */
  certificateEndsAt?(): number | undefined;
  /** Whether Kassa itself has made the certificate, so that browsers warn of it. */
  readonly has_local_certificate: boolean;
  /** Must be called after the clock, the provider or the settings of a store were changed. */
  storeChanged(): void;
  /** Must be called after settings of the installation were changed in the dashboard. */
  settingsChanged(): Promise<void>;
  /** Takes over what other processes have changed of them. */
  refreshSettings(): Promise<void>;
}
