import { createHash } from 'node:crypto';
import type { Clock } from '../core/time.ts';
import { findPortalLink } from '../customers/customer.sql.ts';
import type { Database } from '../db/database.ts';
import type { Page } from '../http/page.ts';
import { notice } from './notice.ts';

/** The customer portal's address. The portal itself is not there yet, and the page says so. */
export function portalPage(db: Database, clock: Clock): Page {
  const reader = db.reader(null);
  return {
    path: '/portal/',
    is_prefix: true,
    async serve({ rest: token }) {
      const token_hash = createHash('sha256').update(token).digest('hex');
      const link = await findPortalLink(reader, token_hash);
      if (!link || link.expires_at <= clock() + link.clock_ahead_ms) {
        return notice(404, 'This link no longer works', 'Ask the seller for a new one.');
      }
      return notice(
        200,
        'Your billing details are saved',
        'The customer portal is not ready yet. Write to the seller if you want to change something.',
      );
    },
  };
}
