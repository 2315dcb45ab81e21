import { wallClock } from '../../platform/core/time.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Settings } from '../../platform/machine/settings.ts';
import type { InstallationFacts } from '../../shop/insight/readiness/installation-facts.ts';
import type { Point } from '../../shop/insight/readiness/point.rules.ts';
import { readFacts } from '../../shop/insight/readiness/read-facts.ts';
import { isDone, readinessPoints } from '../../shop/insight/readiness/readiness.rules.ts';
import { type Finding, ok, warn } from './finding.ts';

/** What a live store still needs to be open: the points of the dashboard, in its order and words. */
export async function aboutReadiness(
  reader: Reader,
  {
    name,
    settings,
    installation,
  }: { name: string; settings: Settings; installation: InstallationFacts },
): Promise<Finding[]> {
  const { acme, tls_files, trusted_proxies, mail_server, port } = settings;
  const base_url = settings.base_url ?? `https://localhost:${port}`;
  const machine = {
    now: wallClock(),
    base_url,
    has_local_certificate: !acme && !tls_files && trusted_proxies.length === 0,
    certificate_ends_at: undefined, // A line of its own says when it ends.
    has_mail_server: mail_server !== undefined,
  };
  const facts = await readFacts(reader, machine, installation);
  return readinessPoints(facts).map((point) => {
    const about = `open ${name}: ${point.name}`;
    if (isDone(point)) return ok(about, point.message);
    const what = [point.message, point.meaning].filter(Boolean).join(' ');
    return warn(about, what, todoOf(point, base_url));
  });
}

function todoOf({ button, page, document }: Point, base_url: string): string {
  if (page !== null) return `${button}: ${base_url}${page}`;
  return document === null ? 'nothing yet' : `see ${document}`;
}
