import type { Reader, Tx } from '../../platform/db/database.ts';
import { changes, locks } from '../../platform/db/rows.ts';
import { table } from '../../platform/db/table.ts';

export interface AcmeCertificateRow {
  domain: string;
  directory: string;
  account_key: string;
  certificate: string | null;
  certificate_key: string | null;
  claimed_by: string | null;
  claimed_until: number;
  next_order_at: number;
  failures: number;
  problem: string | null;
  challenge: string | null;
}

const certificates = table<AcmeCertificateRow>(
  'acme_certificates',
  'c',
  {
    domain: 'key',
    directory: 'key',
    account_key: 'fixed',
    certificate: 'changes',
    certificate_key: 'changes',
    claimed_by: 'changes',
    claimed_until: 'changes',
    next_order_at: 'changes',
    failures: 'changes',
    problem: 'changes',
    challenge: 'changes',
  },
  { has_store: false },
);

type Key = Pick<AcmeCertificateRow, 'domain' | 'directory'>;

const ONE = `WHERE c.domain = :domain AND c.directory = :directory`;
const FIND = `SELECT ${certificates.columns} FROM acme_certificates c ${ONE}`;
const LOCK = locks('acme_certificates', 'domain', 'directory')`${FIND} FOR UPDATE`;

export const findAcmeCertificate = (reader: Reader, { domain, directory }: Key) =>
  reader.maybe<AcmeCertificateRow>(FIND, { domain, directory });

/** The same, and nobody else changes it until this transaction has ended. */
export const lockAcmeCertificate = (tx: Tx, { domain, directory }: Key) =>
  tx.maybe<AcmeCertificateRow>(LOCK, { domain, directory });

const ADD = changes('acme_certificates', 'domain', 'directory')`
  INSERT INTO acme_certificates (${certificates.names})
  VALUES (${certificates.names.replace(/\w+/g, ':$&')})
  ON CONFLICT (domain, directory) DO NOTHING`;

/** Unless another process has just added one. */
export const addAcmeCertificate = (tx: Tx, row: AcmeCertificateRow) => tx.run(ADD, { ...row });

export const saveAcmeCertificate = certificates.update;
