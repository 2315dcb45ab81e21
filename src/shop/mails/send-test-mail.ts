import assert from 'node:assert/strict';
import { Email } from '../../platform/core/address-fields.ts';
import { Default, Described, OneOf } from '../../platform/core/fields.ts';
import { LANGUAGES } from '../../platform/core/languages.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { Mail, showMail, whyNotAddress } from './mail.rules.ts';
import { queueMail } from './queue-mail.ts';

export const sendTestMail = operation({
  method: 'POST',
  path: '/send-test-mail',
  summary: 'Send a mail to yourself, to see that mail arrives',
  description: 'A moment later, `get-mail` shows what the mail server said.',
  scope: 'full',
  input: Type.Object({
    to: Described('Where to send it', Email),
    language: Default('en', OneOf([...LANGUAGES], { description: 'In which language' })),
  }),
  output: Mail,
  errors: [],
  check: ({ to }) => whyNotAddress('to', to),
  async write({ input, refuse: _, ...context }) {
    const { to, language } = input;
    const about = { kind: 'test', customer_id: null, data: {} } as const;
    const mail = await queueMail(context, { ...about, to, language });
    assert(mail, 'test mails cannot be switched off');
    context.audit({ target: mail.mail_id, after: { kind: 'test', to } });
    return showMail(mail);
  },
});
