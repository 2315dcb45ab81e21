import assert from 'node:assert/strict';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { findMailSettings } from './mail.sql.ts';
import { MailSettingsRecord, showMailSettings } from './mail-settings.rules.ts';

export const getMailSettings = operation({
  method: 'GET',
  path: '/get-mail-settings',
  summary: 'Get the settings of mails to buyers',
  scope: 'read',
  input: Type.Object({}),
  output: MailSettingsRecord,
  errors: [],
  async read({ reader, services }) {
    const row = await findMailSettings(reader);
    assert(row, 'a key belongs to a store');
    return showMailSettings(row.mail_settings, services.mailer !== undefined);
  },
});
