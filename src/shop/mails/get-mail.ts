import assert from 'node:assert/strict';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { composeMail, hiddenSecrets, openMailSecrets } from './compose-mail.ts';
import { Mail, MailId, showMail } from './mail.rules.ts';
import { findMail, findMailSettings } from './mail.sql.ts';

export const getMail = operation({
  method: 'GET',
  path: '/get-mail',
  summary: 'Get a mail, and what it says',
  description:
    'Subject and text are as they would be sent now: with the settings of today. Links that let ' +
    'somebody in are replaced, except in a test store before the mail is sent.',
  scope: 'read',
  input: Type.Object({ mail_id: MailId }),
  output: Type.Object(
    {
      ...Mail.properties,
      subject: Type.String({ examples: ['Your receipt'] }),
      html: Type.String({ examples: ['<p>Hello,</p>'] }),
      text: Type.String({ examples: ['Hello,'] }),
    },
    { title: 'MailWithText' },
  ),
  errors: ['mail_not_found'],
  async read({ input, reader, store, services, refuse }) {
    const row = await findMail(reader, input.mail_id);
    if (!row) throw refuse('mail_not_found');
    const settings = await findMailSettings(reader);
    assert(settings, 'a key belongs to a store');
    const readable =
      store.mode === 'test' ? openMailSecrets(row, store.store_id, services.secrets) : undefined;
    const { subject, html, text } = await composeMail(row, {
      settings,
      revealKey: services.licensing.revealKey,
      secrets: readable ?? hiddenSecrets(row),
    });
    return { ...showMail(row), subject, html, text };
  },
});
