import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { KASSA, shellWord, version } from '../../platform/core/program.ts';
import { DAY_MS, wallClock } from '../../platform/core/time.ts';
import { findPlan, STAGED } from '../../platform/db/finish-restore.ts';
import { findSecrets } from '../../platform/machine/secret.ts';
import type { Settings } from '../../platform/machine/settings.ts';
import { authorityDamage } from '../../platform/machine/tls/local-certificate.ts';
import { whyOutOfDate, whyUnusable } from '../../platform/machine/tls/served-certificate.ts';
import { failAt, whatKeepsFrom } from './access.ts';
import { chainOf } from './chain.ts';
import { type Finding, fail, messageOf, ok, warn } from './finding.ts';

const GB = 1_000_000_000;

/** What can be seen without a database. */
export const lookAtMachine = (settings: Settings): Finding[] => [
  aboutVersion(),
  ok('settings', settings.base_url ?? `https://localhost:${settings.port}`),
  ...settings.unknown_settings.map((what) =>
    warn('settings', what, 'correct its name, or remove it'),
  ),
  aboutDisk(settings),
  ...aboutRestore(settings),
  aboutSecret(settings),
  ...aboutCertificate(settings),
  aboutNetworkTime(),
];

function aboutVersion(): Finding {
  return ok('version', `Kassa ${version()}, Node ${process.versions.node}`);
}

function aboutDisk({ data_dir }: Settings): Finding {
  const kept = whatKeepsFrom(data_dir);
  if (kept) return fail('disk', kept.what, kept.todo);
  if (!existsSync(data_dir)) {
    return fail('disk', `there is no ${data_dir}`, 'start Kassa once, or set KASSA_DATA_DIR');
  }
  return roomIn(data_dir, statfsSync(data_dir));
}

/** Two gigabytes are little on a large disk, and much on a small one. */
export function roomIn(
  data_dir: string,
  { bavail, blocks, bsize }: { bavail: number; blocks: number; bsize: number },
): Finding {
  const [free, share] = [bavail * bsize, bavail / Math.max(1, blocks)];
  const what = `${(free / GB).toFixed(1)} GB free (${Math.round(share * 100)} %) in ${data_dir}`;
  if (free < 0.2 * GB) return fail('disk', what, 'make room: soon nothing can be stored');
  return free < 2 * GB && share < 0.1
    ? warn('disk', what, 'make room before it is full (docs/storage.md)')
    : ok('disk', what);
}

/** One that is under way, or that was interrupted. */
function aboutRestore({ data_dir }: Settings): Finding[] {
  const plan = findPlan(data_dir);
  if (plan) {
    const what = `that of ${plan.backup} is not finished: until it is, this is half of a shop`;
    return [fail('restore', what, 'if it is not under way, start Kassa: that finishes it')];
  }
  if (!existsSync(join(data_dir, STAGED))) return [];
  const todo = `if none is under way: rm -r ${shellWord(join(data_dir, STAGED))}`;
  return [warn('restore', 'one has begun and has changed nothing so far', todo)];
}

function aboutSecret(settings: Settings): Finding {
  const path = join(settings.data_dir, 'secret');
  const todo = `restore it from a backup; if there is none: ${KASSA} secret status`;
  try {
    const found = findSecrets(settings);
    if (found && settings.secret) return ok('secret', 'from KASSA_SECRET');
    if (!found) return failAt(path, 'secret', { what: `there is no ${path}`, todo });
  } catch (error) {
    return failAt(path, 'secret', { what: messageOf(error), todo });
  }
  const mode = statSync(path).mode & 0o777;
  return process.platform !== 'win32' && (mode & 0o077) !== 0
    ? fail('secret', `others may read ${path}`, `chmod 600 '${path}'`)
    : ok('secret', `in ${path}, for its owner alone`);
}

const REPLACE = 'replace the files (docs/certificate.md)';
const MADE_AGAIN = 'start Kassa, which makes another; if it runs, within a minute';

export function aboutCertificate({
  tls_files,
  trusted_proxies,
  acme,
  ...settings
}: Settings): Finding[] {
  if (acme) return []; // It is in the database.
  if (!tls_files && trusted_proxies.length > 0) return [ok('certificate', 'is the proxy’s')];
  const local = (name: string) => join(settings.data_dir, 'tls', name);
  const files = tls_files ?? { cert: local('server.pem'), key: local('server.key') };
  try {
    const damage = tls_files ? undefined : authorityDamage(settings.data_dir);
    if (damage) return [fail('certificate', damage.what, damage.todo)];
    const pem = { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') };
    const problem = whyUnusable(pem) ?? whyOutOfDate(pem, wallClock());
    if (problem) return [fail('certificate', problem, tls_files ? REPLACE : MADE_AGAIN)];
    const own = certificateOf(pem.cert, settings.base_url, tls_files === undefined);
    return tls_files ? [own, chainOf(pem.cert)] : [own];
  } catch (error) {
    const is_missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (is_missing && !tls_files && existsSync(settings.data_dir)) {
      return [warn('certificate', 'there is none yet', 'start Kassa, which makes it')];
    }
    const otherwise = { what: messageOf(error), todo: 'see docs/certificate.md' };
    return [failAt(files.cert, 'certificate', otherwise)];
  }
}

/** Ends when, and is it for the name that clients use? */
export function certificateOf(
  pem: string,
  base_url: string | undefined,
  is_renewed: boolean,
): Finding {
  const parsed = new X509Certificate(pem);
  const days = Math.floor((parsed.validToDate.getTime() - wallClock()) / DAY_MS);
  const host = base_url === undefined ? 'localhost' : new URL(base_url).hostname;
  const what = `for ${host}, ends in ${days} days`;
  if (!(isIP(host) ? parsed.checkIP(host) : parsed.checkHost(host))) {
    const names = parsed.subjectAltName ?? 'nobody';
    return fail('certificate', `is for ${names}, not for ${host}`, 'see docs/certificate.md');
  }
  if (days < 21 && !is_renewed) return warn('certificate', what, 'renew it');
  return ok('certificate', what);
}

function aboutNetworkTime(): Finding {
  try {
    const args = ['show', '-p', 'NTPSynchronized', '--value'];
    const output = execFileSync('timedatectl', args, {
      encoding: 'utf8',
      timeout: 2_000,
      stdio: 'pipe',
    });
    if (output.trim() === 'no') {
      return warn(
        'network time',
        'the clock is not set by the network',
        'timedatectl set-ntp true',
      );
    }
  } catch {
    return ok('network time', 'unknown on this system'); // No systemd, as in a container.
  }
  return ok('network time', 'the clock is set by the network');
}
