import { LIMITS } from '../../core/limits.ts';
import { knowDevice } from '../../people/failure.sql.ts';
import { endSeat, type PersonRow } from '../../people/person.sql.ts';
import { openSeat, SEAT_COOKIE } from '../../people/seat.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import type { NewCookie, PageAnswer } from '../shared/page.ts';
import { noteAccount } from './note-account.ts';
import type { Visit } from './visit.ts';

export const ATTEMPT_COOKIE = '__Host-kassa-attempt';

/**
 * Signs somebody in who has proved who they are. The seat is always a new one, so nobody can have
 * prepared it; whoever was signed in in this browser is not any more.
 */
export async function enterAs(
  visit: Visit,
  { person_id }: Pick<PersonRow, 'person_id'>,
  to: string,
): Promise<PageAnswer> {
  const { db, trying, seat, browser, now, base_path } = visit;
  const { device_hash, address } = trying;
  const token = await db.write(null, async (tx) => {
    if (seat) await endSeat(tx, seat.token_hash);
    await knowDevice(tx, { person_id, device_hash, now });
    const opened = await openSeat(tx, { person_id, address, browser, now });
    await noteAccount(tx, visit, person_id, '/account/sign-in', { after: { signed_in: browser } });
    return opened;
  });
  const cookies = [seatCookie(token), noCookie(ATTEMPT_COOKIE)];
  return { ...redirectAfterForm(base_path + to), cookies };
}

const seatCookie = (value: string): NewCookie => ({
  ...{ name: SEAT_COOKIE, value, same_site: 'Lax' },
  max_age_seconds: LIMITS.seat_ms / 1000,
});

export const noCookie = (name: NewCookie['name']): NewCookie => ({
  ...{ name, value: '', max_age_seconds: 0, same_site: 'Lax' },
});
