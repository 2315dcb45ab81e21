import type { FailingJobRow } from './attention/failing-job.sql.ts';
import type { GiveUpPayments } from './checkout/give-up-payments.ts';
import type { Log } from './core/log.ts';
import type { Secrets } from './core/secrets.ts';
import type { Clock } from './core/time.ts';
import type { Licensing } from './licenses/licensing.ts';
import type { Mailer } from './mails/mailer.ts';
import type { TellByMail } from './notices/tell-by-mail.ts';
import type { Connections } from './payments/connections.ts';
import type { GatewayOf } from './payments/gateway.ts';
import type { ProviderTime } from './payments/provider-time.ts';
import type { Backups } from './stores/backups.ts';
import type { AskVies } from './taxes/vies.rules.ts';
import type { Allowed } from './webhooks/address.rules.ts';
import type { CreemObjectOf } from './webhooks/creem-message.ts';

/** What operations, jobs and pages share. Made once, when the process starts. */
export interface Services {
  /** The address of this installation. Known only after the server has begun to listen. */
  readonly base_url: string;
  /** Real time. Test stores also have a clock of their own that can be ahead. */
  clock: Clock;
  log: Log;
  secrets: Secrets;
  gatewayOf: GatewayOf;
  connections: Connections;
  /** Undefined in tests, which have a clock of their own. */
  provider_time?: ProviderTime | undefined;
  /** Where Stripe is asked, if not at Stripe: tests have a stand-in. */
  stripe_api: string | undefined;
  licensing: Licensing;
  /** Asks VIES about a tax number; null: switched off, nobody is asked. */
  askVies: AskVies | null;
  /** Addresses that webhooks may be sent to although they are not public. */
  allowed_webhooks: Allowed;
  /** What a webhook in Creem's format is told of an event. */
  creemObjectOf: CreemObjectOf;
  /** Undefined: this installation has no mail server. */
  mailer: Mailer | undefined;
  /** Queues the mails about events, in their transaction. */
  tellByMail: TellByMail;
  giveUpPayments: GiveUpPayments;
  backups: Backups;
  /** Jobs of this installation that fail at every run; undefined where none run, as in a command. */
  failingJobs?(): Promise<FailingJobRow[]>;
  /** When the certificate of this server ends; undefined: nobody needs to do anything about it. */
  certificateEndsAt?(): number | undefined;
  /** Must be called after the clock, the provider or the settings of a store were changed. */
  storeChanged(): void;
}
