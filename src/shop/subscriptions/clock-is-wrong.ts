import type { StoreWork } from '../../platform/operation/work.ts';
import { ClockDiffers } from '../money/payments/provider-time.ts';

/** Whether what seems to be due may not be due: our clock is not that of the provider. */
export async function isClockWrong({ store, now, services }: StoreWork): Promise<boolean> {
  const gateway = services.gatewayOf(store);
  if (!gateway || !services.provider_time) return false;
  const wall = now - store.clock_ahead_ms;
  return !(await services.provider_time.isAgreed(gateway, { store_id: store.store_id, wall }));
}

/** What would begin or change a period that is paid for waits until the clock is right. */
export async function refuseWrongClock(work: StoreWork): Promise<void> {
  if (await isClockWrong(work)) throw new ClockDiffers();
}
