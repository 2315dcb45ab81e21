import { accessSync, constants } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type Html, html } from '../../platform/core/html.ts';
import { makeFolder } from '../../platform/core/make-folder.ts';
import { giveFileToOwner } from '../../platform/core/owner.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import {
  type BackupSettings,
  storedBackupSettings,
} from '../../platform/machine/backup-settings.ts';
import { SettingsError } from '../../platform/machine/settings-error.ts';
import {
  findStoredSchedule,
  requestBackup,
  type StoredSchedule,
  saveStoredSchedule,
} from '../../shop/store/backup.sql.ts';
import { listOpenStores } from '../../shop/store/team/person.sql.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { mistakesIn } from '../shared/refusal.ts';
import { accountPage, field } from './layout.ts';
import { stillOwner } from './owners.ts';
import type { OwnHandler, OwnVisit } from './visit.ts';

const AT = '/account/backups';
const FOLDER_MAX = 500;

type Schedule = Omit<StoredSchedule, 'requested_at'>;
type Problems = { [name in keyof Schedule]?: string | undefined };

export const showBackups: OwnHandler = async (visit, request) => {
  const done = request.readQuery().get('done');
  const note = done === 'saved' ? 'Saved.' : done === 'asked' ? await askedNote(visit) : undefined;
  const schedule = await findStoredSchedule(visit.db.reader(null));
  return backupsPage(visit, { note, schedule });
};

/** The list is a page of each store, and the same in all. */
async function askedNote({ db, session, base_path }: OwnVisit): Promise<Html> {
  const [store] = await listOpenStores(db.reader(null), session);
  const list = store
    ? html`<a href="${base_path}/dashboard/${store.number}/backups">list of backups</a>`
    : 'list of backups';
  return html`A backup is being made: in a minute or two it is in the ${list}.`;
}

export const saveBackups: OwnHandler = async (visit, { form }) => {
  const { db, services, base_path } = visit;
  const of = (name: string) => (form.get(name) ?? '').trim() || null;
  const schedule: Schedule = { folder: of('folder'), every: of('every'), keep: of('keep') };
  const before = await findStoredSchedule(db.reader(null));
  if (services.backups.is_fixed) return backupsPage(visit, { schedule: before });
  const problems = whyNotSchedule(schedule, services);
  if (Object.keys(problems).length > 0) return backupsPage(visit, { schedule, problems });
  const { requested_at: _, ...stored } = before;
  await visit.change(async (tx, audit) => {
    await stillOwner(tx, visit);
    await saveStoredSchedule(tx, schedule);
    await audit(AT, schedule, stored);
  });
  await services.settingsChanged();
  return redirectAfterForm(`${base_path}${AT}?done=saved`);
};

export const backUpNow: OwnHandler = async (visit) => {
  const { services, base_path } = visit;
  if (!services.backups.schedule) return redirectAfterForm(`${base_path}${AT}`);
  await visit.change(async (tx, audit) => {
    await stillOwner(tx, visit);
    await requestBackup(tx, services.clock());
    await audit(`${AT}/now`, { requested: true });
  });
  return redirectAfterForm(`${base_path}${AT}?done=asked`);
};

/** The folder is made, as the first backup would, so that a mistake shows now. */
function whyNotSchedule(schedule: Schedule, { backups }: OwnVisit['services']): Problems {
  const { folder } = schedule;
  let settings: BackupSettings | undefined;
  try {
    settings = storedBackupSettings({ ...schedule, folder: folder ?? '/' });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    if (error.message.includes('KASSA_BACKUP_EVERY')) {
      return { every: 'must be minutes, hours or days from 5m to 31d, such as 24h' };
    }
    if (error.message.includes('KASSA_BACKUP_KEEP')) {
      return { keep: 'must be numbers of hours, days, weeks, months and years, such as 7d,4w,12m' };
    }
    return { folder: 'must be a folder' };
  }
  if (folder === null) return {};
  if (!isAbsolute(folder) || folder.length > FOLDER_MAX || /\p{Cc}/u.test(folder)) {
    return { folder: 'must be the whole path of a folder, such as /mnt/backups' };
  }
  // Said now, and not by the first backup.
  const why = settings && backups.whyNotFolder(settings);
  if (why !== undefined) return { folder: why };
  try {
    const made = makeFolder(folder);
    if (made !== undefined) giveFileToOwner(made);
    accessSync(folder, constants.W_OK);
    return {};
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return { folder: `cannot be written by the user that runs Kassa${code}` };
  }
}

interface Shown {
  schedule: Schedule;
  problems?: Problems;
  note?: Html | string | undefined;
}

async function backupsPage(
  visit: OwnVisit,
  { schedule, problems = {}, note }: Shown,
): Promise<PageAnswer> {
  const { services, base_path, words } = visit;
  const { is_fixed, can_schedule, schedule: current } = services.backups;
  return accountPage(visit, {
    title: 'Backups',
    lead: 'Of the whole installation, with all its stores, made while the shop runs.',
    is_wide: true,
    ...{ note, refusal: mistakesIn(words, problems) },
    back: { at: '/account', name: 'Your account' },
    main: html`${
      is_fixed ? fixedCard(current?.folder ?? '') : scheduleForm(visit, schedule, problems)
    }
${
  current && can_schedule
    ? html`<form class="form card" method="post" action="${base_path}${AT}/now">
<h2>Back up now</h2>
<p class="hint">Into ${current.folder}, within a minute. The time of the next one stays.</p>
<button class="button second">Back up now</button></form>`
    : ''
}`,
  });
}

const fixedCard = (folder: string) => html`<section class="card"><h2>Set on the server</h2>
<p>Backups go to <code>${folder}</code>. That is set by <code>KASSA_BACKUP_DIR</code>, which wins
over this page, with <code>KASSA_BACKUP_EVERY</code> and <code>KASSA_BACKUP_KEEP</code>.
Whoever runs the server can change them, or remove them to set backups here.</p></section>`;

const scheduleForm = (
  { base_path }: OwnVisit,
  { folder, every, keep }: Schedule,
  problems: Problems,
) => html`<form class="form card" method="post" action="${base_path}${AT}" novalidate>
${field({
  ...{ name: 'folder', label: 'Folder', value: folder ?? '', problem: problems.folder },
  optional: true,
  hint: 'On the machine of Kassa, best on another disk. Empty: none are made by themselves',
  attributes: { maxlength: FOLDER_MAX, spellcheck: 'false' },
})}
${field({
  ...{ name: 'every', label: 'How often', value: every ?? '', problem: problems.every },
  optional: true,
  hint: 'Such as 24h (the usual), 6h or 30m',
})}
${field({
  ...{ name: 'keep', label: 'Which ones stay', value: keep ?? '', problem: problems.keep },
  optional: true,
  hint: 'Such as 7d,4w,12m: one for each of seven days, four weeks and twelve months',
})}
<p class="hint">A backup has the secret of the shop in it: keep the folder as safe as the shop, and
copy it to another machine.</p>
<button class="button">Save</button></form>`;
