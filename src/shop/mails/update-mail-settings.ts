import assert from 'node:assert/strict';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { lockMailSettings, saveMailSettings } from './mail.sql.ts';
import {
  MailSettingsRecord,
  mail_setting_fields,
  mergeMailSettings,
  showMailSettings,
  whyNotMailSettings,
} from './mail-settings.rules.ts';

export const updateMailSettings = operation({
  method: 'POST',
  path: '/update-mail-settings',
  summary: 'Change which mails buyers get, and how they begin',
  description:
    'Settings that are not sent stay. They apply to mails that are still waiting, too: one of a kind ' +
    'that was switched off is canceled. `preview-mail` shows a mail before anybody gets it.',
  scope: 'full',
  input: Type.Object(mail_setting_fields),
  output: MailSettingsRecord,
  errors: [],
  example: { reply_to: 'help@example.com', kinds: { renewal: { enabled: false } } },
  check: whyNotMailSettings,
  async write({ input, tx, store, services, audit }) {
    const row = await lockMailSettings(tx);
    assert(row, 'a key belongs to a store');
    const mail_settings = mergeMailSettings(row.mail_settings, input);
    await saveMailSettings(tx, mail_settings);
    const has_server = services.mailer !== undefined;
    const record = showMailSettings(mail_settings, has_server);
    const was = showMailSettings(row.mail_settings, has_server);
    audit({ target: store.store_id, before: was, after: record });
    return record;
  },
});
