import { Email } from '../../platform/core/address-fields.ts';
import { Described } from '../../platform/core/fields.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { openMailSecrets } from './compose-mail.ts';
import { Mail, MailId, showMail, whyNotAddress } from './mail.rules.ts';
import { findMail } from './mail.sql.ts';
import { queueStoredMail } from './queue-mail.ts';

export const resendMail = operation({
  method: 'POST',
  path: '/resend-mail',
  summary: 'Send a mail again',
  description:
    'To the same address, or to another one. Answers the new mail, which has a Message-ID of its ' +
    'own: a receiver that has the first one would throw away a second with the same.',
  scope: 'full',
  input: Type.Object({
    mail_id: MailId,
    to: Type.Optional(Described('Another address; default: the same', Email)),
  }),
  output: Mail,
  errors: ['mail_not_found', 'mail_pending', 'mail_outdated', 'mail_switched_off'],
  check: ({ to }) => whyNotAddress('to', to, 'must be an address for mail'),
  async write({ input, refuse, ...context }) {
    const { tx, store, services, audit } = context;
    const { mail_id, to } = input;
    const before = await findMail(tx, mail_id);
    if (!before) throw refuse('mail_not_found');
    if (before.status === 'queued' || before.status === 'sending') throw refuse('mail_pending');
    const secrets = openMailSecrets(before, store.store_id, services.secrets);
    const is_over = before.send_before !== null && before.send_before <= services.clock();
    if (!secrets || is_over) throw refuse('mail_outdated');
    // A link that signs somebody in goes to nobody else.
    if (Object.keys(secrets).length > 0 && to !== undefined && to !== before.recipient) {
      const message = 'must be left out: this mail has a link that is meant for its recipient';
      throw refuse('invalid_parameters', [{ param: 'to', code: 'not_allowed', message }]);
    }
    const mail = await queueStoredMail(context, {
      kind: before.kind,
      to: to ?? before.recipient,
      language: before.language,
      customer_id: before.customer_id,
      data: JSON.parse(before.data),
      secrets,
      attachments: JSON.parse(before.attachments),
      send_before: before.send_before,
      resend_of: mail_id,
    });
    if (!mail) throw refuse('mail_switched_off');
    audit({ target: mail.mail_id, after: { resend_of: mail_id, to: mail.recipient } });
    return showMail(mail);
  },
});
