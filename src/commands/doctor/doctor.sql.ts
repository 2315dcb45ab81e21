import type { Reader } from '../../platform/db/database.ts';

const CONNECTIONS = `SELECT
    CAST(current_setting('max_connections') AS bigint)
      - CAST(current_setting('superuser_reserved_connections') AS bigint) AS most,
    (SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used`;

/** Of PostgreSQL: how many connections there may be for everybody, and how many there are. */
export const connectionsOf = (reader: Reader) =>
  reader.maybe<{ most: number; used: number }>(CONNECTIONS);
