import type { Reader } from '../../platform/db/database.ts';
import { findMailSettings } from './mail.sql.ts';
import { type MailSettings, parseMailSettings } from './mail-settings.rules.ts';

/** How the store sends mails, with defaults for what was never set. */
export const readMailSettings = async (reader: Reader): Promise<MailSettings> =>
  parseMailSettings((await findMailSettings(reader))?.mail_settings ?? '{}');
