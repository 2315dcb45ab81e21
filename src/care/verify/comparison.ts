import type { Clock } from '../../platform/core/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Gateway, GatewayOf } from '../../shop/money/payments/gateway.ts';
import type { StoreRow } from '../../shop/store/store.sql.ts';

export interface ProviderOptions {
  gatewayOf: GatewayOf;
  clock: Clock;
  /** By the provider's clock. Without: from the beginning, until now. */
  since: number | undefined;
  until: number | undefined;
  /** How long to wait before a difference is looked at again: payments move meanwhile. */
  pauses_ms: number[];
  /** So many records of the provider were compared. */
  progress(compared: number): void;
}

/** What is compared in one store. */
export interface Comparison extends ProviderOptions {
  db: Database;
  store: StoreRow;
  gateway: Gateway;
  note(record: string, problems: string[]): void;
}
