import type { Log } from './core/log.ts';
import type { Secrets } from './core/secrets.ts';
import type { Clock } from './core/time.ts';
import type { Licensing } from './licenses/licensing.ts';
import type { GatewayOf } from './payments/gateway.ts';
import type { Allowed } from './webhooks/address.rules.ts';

/** What operations, jobs and pages share. Made once, when the process starts. */
export interface Services {
  /** The address of this installation. Known only after the server has begun to listen. */
  readonly base_url: string;
  /** Real time. Test stores also have a clock of their own that can be ahead. */
  clock: Clock;
  log: Log;
  secrets: Secrets;
  gatewayOf: GatewayOf;
  licensing: Licensing;
  /** Addresses that webhooks may be sent to although they are not public. */
  allowed_webhooks: Allowed;
  /** Must be called after the clock of a store was moved. */
  clockMoved(): void;
}
