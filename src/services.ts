import type { Log } from './core/log.ts';
import type { Secrets } from './core/secrets.ts';
import type { Clock } from './core/time.ts';
import type { Licensing } from './licenses/licensing.ts';
import type { GatewayOf } from './payments/gateway.ts';
import type { Allowed } from './webhooks/address.rules.ts';

/** What operations, jobs and pages may ask of the process they run in; made once, when it starts. */
export interface Services {
  /** Where this installation is reached; known only once the server listens. */
  readonly base_url: string;
  /** Real time. Each store has its own clock besides. */
  clock: Clock;
  log: Log;
  secrets: Secrets;
  gatewayOf: GatewayOf;
  licensing: Licensing;
  /** Where webhooks may go beyond the public network. */
  allowed_webhooks: Allowed;
  /** To be called when the clock of a store was moved. */
  clockMoved(): void;
}
