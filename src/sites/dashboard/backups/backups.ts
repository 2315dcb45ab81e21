import type { Static } from 'typebox';
import { type Html, html } from '../../../platform/core/html.ts';
import { KASSA } from '../../../platform/core/program.ts';
import { getBackups } from '../../../shop/store/get-backups.ts';
import { route } from '../../shared/router.ts';
import { card, chip, dashboardPage, facts } from '../layout.ts';
import { rowsTable } from '../list.ts';
import { instant } from '../text.ts';
import type { Handler, Visit } from '../visit.ts';

type Backups = Static<typeof getBackups.output>;
type Backup = Backups['backups'][number];

/** A backup that is older than this is pointed out. */
const OLD_DAYS = 7;

const COLUMNS = [
  { title: 'Created', cell: ({ made_at }: Backup) => instant(made_at) },
  { title: 'Where', cell: ({ place }: Backup) => html`<code>${place}</code>` },
  {
    title: 'Size',
    cell: ({ bytes }: Backup, { words }: Visit) => (bytes === null ? null : sizeText(words, bytes)),
    is_number: true,
  },
];

const sizeText = ({ number }: Visit['words'], bytes: number): string =>
  bytes < 1_000_000
    ? `${number(Math.ceil(bytes / 1_000))} kB`
    : `${number(Math.round(bytes / 100_000) / 10)} MB`;

const show: Handler = async (visit) => {
  const found = await visit.ask(getBackups, {});
  return dashboardPage(visit, {
    section: 'backups',
    main: html`<div class="halves">
${card('This installation', facts(factsOf(visit, found)))}
${card('How to create one', HOW[found.database])}
</div>
${
  found.backups.length > 0
    ? rowsTable(visit, { title: 'Backups', columns: COLUMNS }, found.backups)
    : html`<div class="empty">No backup is known. Kassa knows of those that
    <code>kassa backup</code> made, and of those that were noted with it.</div>`
}
<p class="quiet">That one was made is all that is known here: whether it is still there, and can be
used, only looking at it tells.</p>`,
  });
};

function factsOf(visit: Visit, found: Backups): [string, Html | string][] {
  const { words } = visit;
  const { last_backup_at: last, days_since_backup: days } = found;
  return [
    ['Newest backup', last === null ? chip('bad', 'None') : html`${instant(last)} ${age(days)}`],
    ['Database', found.database === 'sqlite' ? 'SQLite, one file' : 'PostgreSQL'],
    [
      'Where',
      found.database === 'sqlite'
        ? html`<code>kassa.db</code> in the data folder (<code>KASSA_DATA_DIR</code>)`
        : html`at the address in <code>DATABASE_URL</code>`,
    ],
    ['Size', sizeText(words, found.database_bytes)],
    ['Stores in it', 'All stores of this installation'],
    ['Schedule', scheduleText(visit, found)],
  ];
}

function scheduleText({ base_path }: Visit, { schedule }: Backups): Html | string {
  const way = html`<a href="${base_path}/account/backups">set by an owner</a>`;
  if (!schedule) return html`None: ${way}`;
  const { every_seconds, folder, problem } = schedule;
  return html`Every ${every_seconds / 3600} hours, in <code>${folder}</code>
${problem !== null && html`${chip('bad', 'Failed')} ${problem}`}, ${way}`;
}

const age = (days: number | null): Html | false => {
  if (days === null) return false;
  const text = days === 0 ? 'Today' : days === 1 ? 'One day old' : `${days} days old`;
  return chip(days >= OLD_DAYS ? 'warn' : 'good', text);
};

const command = (text: string): Html => html`<pre tabindex="0" aria-label="Command">${text}</pre>`;

const HOW = {
  sqlite: html`<p>On the server, while the shop runs:</p>
${command(`${KASSA} backup /mnt/backups`)}
<p>The new folder in it has the database and the secret, without which license keys cannot be shown:
keep it as safe as the shop, and on another machine. To try it out:</p>
${command(`${KASSA} restore /mnt/backups/2026-11-16T09-30-00Z --to /tmp/drill`)}
<p class="quiet">Copying <code>kassa.db</code> alone while the shop runs loses what is still in its
log.</p>`,
  postgres: html`<p>On the server, while the shop runs:</p>
${command(`${KASSA} backup /mnt/backups`)}
<p>The new folder in it has a copy of all rows of one moment and the secret: keep it as safe as the
shop, and on another machine. Copies that your own tools made can be noted:</p>
${command(`${KASSA} backup --noted "base backup of Monday on the backup server"`)}`,
};

export const backupRoutes = [route('/backups', { GET: show })];
