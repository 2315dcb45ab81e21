import type { Reader } from '../../../platform/db/database.ts';
import { textList } from '../../../platform/db/filters.ts';
import { type ProviderRecord, RECORDS_MAX } from './provider-record.rules.ts';

// Reads the test gateway's own records, for verify.

const CHARGES = `
  SELECT 'charge' AS kind, reference, charge_key AS key, status, amount_minor, refunded_minor,
    currency, CAST(NULL AS text) AS charge_reference
  FROM test_gateway_charges WHERE store_id = :store_id`;
const REFUNDS = `
  SELECT 'refund' AS kind, reference, refund_key AS key, status, amount_minor,
    0 AS refunded_minor, currency, charge_reference
  FROM test_gateway_refunds WHERE store_id = :store_id`;

const SOME = textList(RECORDS_MAX);
const RECORDS_OF = `${CHARGES} AND reference ${SOME.sql}
  UNION ALL ${REFUNDS} AND reference ${SOME.sql}`;

/** References that are not there are left out. */
export const gatewayRecordsOf = (reader: Reader, references: string[]) =>
  reader.all<ProviderRecord>(RECORDS_OF, SOME.values(references));

const PAGE = `AND reference > :after ORDER BY reference LIMIT ${RECORDS_MAX}`;
const LISTS = { charge: `${CHARGES} ${PAGE}`, refund: `${REFUNDS} ${PAGE}` };

export const listGatewayRecords = (
  reader: Reader,
  { kind, after }: { kind: ProviderRecord['kind']; after: string },
) => reader.all<ProviderRecord>(LISTS[kind], { after });
