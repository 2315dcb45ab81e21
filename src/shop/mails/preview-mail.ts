import assert from 'node:assert/strict';
import { Default, Line, OneOf } from '../../platform/core/fields.ts';
import { LANGUAGES } from '../../platform/core/languages.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { composeMail } from './compose-mail.ts';
import { SAMPLES } from './letters/samples.rules.ts';
import { MAIL_KINDS } from './mail.rules.ts';
import { findMailSettings } from './mail.sql.ts';
import { mergeMailSettings, TEXT_MAX, whyNotText } from './mail-settings.rules.ts';

export const previewMail = operation({
  method: 'GET',
  path: '/preview-mail',
  summary: 'See what a mail says, with made-up data',
  description:
    'With the settings of the store, or with a `subject` and `greeting` that you want to try. Nothing ' +
    'is stored or sent.',
  scope: 'read',
  input: Type.Object({
    kind: OneOf([...MAIL_KINDS], { description: 'What it is about', examples: ['purchase'] }),
    language: Default('en', OneOf([...LANGUAGES], { description: 'In which language' })),
    subject: Type.Optional(
      Line(TEXT_MAX.subject, {
        description: 'A subject to try. {store}, {name} and {product} are filled in',
      }),
    ),
    greeting: Type.Optional(
      Line(TEXT_MAX.greeting, {
        description: 'A greeting to try. {store}, {name} and {product} are filled in',
      }),
    ),
  }),
  output: Type.Object({
    object: Type.Literal('mail_preview'),
    kind: OneOf([...MAIL_KINDS], { examples: ['purchase'] }),
    language: OneOf([...LANGUAGES], { examples: ['en'] }),
    subject: Type.String({ examples: ['Your purchase: Photo editor Pro'] }),
    html: Type.String({ examples: ['<!doctype html>…'] }),
    text: Type.String({ examples: ['Hello Ada Lovelace,'] }),
  }),
  errors: [],
  check: ({ subject, greeting }) => [
    ...whyNotText('subject', subject),
    ...whyNotText('greeting', greeting),
  ],
  async read({ input, reader }) {
    const { kind, language, subject, greeting } = input;
    const settings = await findMailSettings(reader);
    assert(settings, 'a key belongs to a store');
    const tried = {
      ...(subject !== undefined && { subject: { [language]: subject } }),
      ...(greeting !== undefined && { greeting: { [language]: greeting } }),
    };
    const mail_settings = mergeMailSettings(settings.mail_settings, { kinds: { [kind]: tried } });
    const data = JSON.stringify({ ...SAMPLES[kind], customer_name: 'Ada Lovelace' });
    const composed = await composeMail(
      { kind, language, data },
      { settings: { ...settings, mail_settings }, revealKey: (key) => key, secrets: {} },
    );
    const { html, text } = composed;
    const object = 'mail_preview' as const;
    return { object, kind, language, subject: composed.subject, html, text };
  },
});
