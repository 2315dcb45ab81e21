import type { Static } from 'typebox';
import { Email, KeptEmail } from '../../platform/core/address-fields.ts';
import type { Detail } from '../../platform/core/errors.ts';
import { Described, Line, Nullable, OneOf, OptionalOrNull } from '../../platform/core/fields.ts';
import { LANGUAGES, type Language } from '../../platform/core/languages.ts';
import { Type } from '../../platform/core/schema.ts';
import { MAIL_KINDS, type MailKind, whyNotAddress } from './mail.rules.ts';

/** What the seller can write into a subject or greeting, and is filled in for each mail. */
const PLACEHOLDERS = ['store', 'name', 'product'] as const;

type Placeholder = (typeof PLACEHOLDERS)[number];

/** The kinds that can be switched off and worded. */
type SettableKind = Exclude<MailKind, 'test' | 'notification'>;
export const isSettable = (kind: MailKind): kind is SettableKind =>
  kind !== 'test' && kind !== 'notification';
const SETTABLE = MAIL_KINDS.filter(isSettable);

type Texts = { [language in Language]?: string };

interface KindSettings {
  enabled: boolean;
  subject: Texts;
  greeting: Texts;
}

/** How a store sends its mails. */
export interface MailSettings {
  enabled: boolean;
  from_name: string | null;
  reply_to: string | null;
  /** Null: the language of the buyer. */
  language: Language | null;
  renewal_notice_days: number;
  kinds: Record<SettableKind, KindSettings>;
}

/** The longest subject and greeting, in characters. */
export const TEXT_MAX = { subject: 150, greeting: 300 };

const OwnTexts = (title: 'MailSubject' | 'MailGreeting', most: number, example: string) =>
  Type.Object(
    forEach(LANGUAGES, () =>
      OptionalOrNull(
        Line(most, {
          title,
          description: 'Your text in this language; null: the built-in one',
        }),
      ),
    ),
    {
      title: `${title}Input`,
      additionalProperties: false,
      description:
        'In place of the built-in text, by language; null: the built-in one. {store}, {name} and {product} are filled in; a text whose gap cannot be filled is not used',
      examples: [{ en: example }],
    },
  );

const KindInput = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether buyers get this mail' })),
    subject: Type.Optional(OwnTexts('MailSubject', TEXT_MAX.subject, 'Your {product} is here')),
    greeting: Type.Optional(
      OwnTexts('MailGreeting', TEXT_MAX.greeting, 'Hello {name}, thank you!'),
    ),
  },
  { title: 'MailKindInput', additionalProperties: false, description: 'Mails of this kind' },
);

const replyTo = (Mailbox: typeof Email) =>
  Nullable(Described('Where answers of buyers go; null: to the sender', Mailbox));

const fields = {
  enabled: Type.Boolean({ description: 'Whether this store sends mail at all', examples: [true] }),
  from_name: Nullable(Line(100, { description: 'Name of the sender; null: that of the store' })),
  reply_to: replyTo(Email),
  language: Nullable(
    OneOf([...LANGUAGES], {
      description: 'The language of all mails; null: that of each buyer',
      examples: ['en'],
    }),
  ),
  renewal_notice_days: Type.Integer({
    minimum: 1,
    maximum: 60,
    description: 'How many days before the renewal of a yearly plan the buyer is notified',
    examples: [14],
  }),
};

const ShownTexts = Type.Record(Type.String(), Type.String(), { examples: [{}] });

export const MailSettingsRecord = Type.Object({
  object: Type.Literal('mail_settings'),
  can_send: Type.Boolean({
    description: 'Whether this installation has a mail server (KASSA_SMTP_URL)',
    examples: [true],
  }),
  ...fields,
  reply_to: replyTo(KeptEmail),
  kinds: Type.Object(
    forEach(SETTABLE, () =>
      Type.Object(
        {
          enabled: Type.Boolean({ examples: [true] }),
          subject: ShownTexts,
          greeting: ShownTexts,
        },
        { title: 'MailKindSettings' },
      ),
    ),
  ),
});

export const mail_setting_fields = {
  enabled: Type.Optional(fields.enabled),
  from_name: Type.Optional(fields.from_name),
  reply_to: Type.Optional(fields.reply_to),
  language: Type.Optional(fields.language),
  renewal_notice_days: Type.Optional(fields.renewal_notice_days),
  kinds: Type.Optional(
    Type.Object(
      forEach(SETTABLE, () => Type.Optional(KindInput)),
      {
        additionalProperties: false,
        description: 'By kind; kinds and texts that are not sent stay',
        examples: [{ purchase: { subject: { en: 'Your {product} is here' } } }],
      },
    ),
  ),
};

type MailSettingsInput = Static<ReturnType<typeof Type.Object<typeof mail_setting_fields>>>;

/** Only what differs from the defaults is stored. */
type Kept = Partial<Omit<MailSettings, 'kinds'>> & {
  kinds?: { [kind in SettableKind]?: Partial<KindSettings> };
};

const DEFAULTS: Omit<MailSettings, 'kinds'> = {
  enabled: true,
  from_name: null,
  reply_to: null,
  language: null,
  renewal_notice_days: 14,
};

export function parseMailSettings(kept: string): MailSettings {
  const own: Kept = JSON.parse(kept);
  const kinds = forEach(SETTABLE, (kind) => ({
    enabled: true,
    subject: {},
    greeting: {},
    ...own.kinds?.[kind],
  }));
  return { ...DEFAULTS, ...own, kinds };
}

/** The settings to store after a change; what is not sent stays. */
export function mergeMailSettings(kept: string, change: MailSettingsInput): string {
  const before: Kept = JSON.parse(kept);
  const { kinds, ...rest } = change;
  const sent = Object.entries(rest).filter(([, value]) => value !== undefined);
  const after: Kept = { ...before, ...Object.fromEntries(sent) };
  for (const kind of SETTABLE) {
    const one = kinds?.[kind];
    if (!one) continue;
    const was = after.kinds?.[kind] ?? {};
    after.kinds = {
      ...after.kinds,
      [kind]: {
        ...was,
        ...(one.enabled !== undefined && { enabled: one.enabled }),
        ...(one.subject && { subject: mergeTexts(was.subject, one.subject) }),
        ...(one.greeting && { greeting: mergeTexts(was.greeting, one.greeting) }),
      },
    };
  }
  return JSON.stringify(after);
}

const mergeTexts = (before: Texts | undefined, change: Record<string, string | null | undefined>) =>
  Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, text]) => typeof text === 'string'),
  );

export const isMailEnabled = (settings: MailSettings, kind: MailKind): boolean =>
  !isSettable(kind) || (settings.enabled && settings.kinds[kind].enabled);

/** The seller's own subject and greeting for a mail, if there are any in this language. */
export function ownTexts(
  settings: MailSettings,
  kind: MailKind,
  language: Language,
): { subject: string | undefined; greeting: string | undefined } {
  if (!isSettable(kind)) return { subject: undefined, greeting: undefined };
  const { subject, greeting } = settings.kinds[kind];
  return { subject: subject[language], greeting: greeting[language] };
}

/** A text with its gaps filled in; undefined when there is nothing to fill one with. */
export function fillIn(
  text: string,
  values: { [name in Placeholder]?: string | undefined },
): string | undefined {
  const known = new Map(Object.entries(values).filter(([, value]) => value));
  if (namesIn(text).some((name) => !known.has(name))) return undefined;
  return text.replace(GAP, (_, name: string) => known.get(name) ?? '');
}

const GAP = /\{(\w*)\}/g;
const namesIn = (text: string) => [...text.matchAll(GAP)].map(([, name = '']) => name);

/** What the schema cannot say: gaps that nobody can fill, an address that mail cannot go to. */
export function whyNotMailSettings(input: Partial<MailSettingsInput>): Detail[] {
  const details = whyNotAddress('reply_to', input.reply_to);
  for (const [kind, one] of Object.entries(input.kinds ?? {})) {
    for (const field of ['subject', 'greeting'] as const) {
      for (const [language, text] of Object.entries(one?.[field] ?? {})) {
        const param = `kinds.${kind}.${field}.${language}`;
        details.push(...whyNotText(param, text));
      }
    }
  }
  return details;
}

export function whyNotText(param: string, text: string | null | undefined): Detail[] {
  const known: readonly string[] = PLACEHOLDERS;
  const unknown = namesIn(text ?? '').filter((name) => !known.includes(name));
  const message = `has {${unknown[0]}}: only {${known.join('}, {')}} can be filled in`;
  return unknown.length === 0 ? [] : [{ param, code: 'invalid_format', message }];
}

export const showMailSettings = (
  kept: string,
  can_send: boolean,
): Static<typeof MailSettingsRecord> => ({
  object: 'mail_settings',
  can_send,
  ...parseMailSettings(kept),
});

/** An object with a field for each name. */
function forEach<Name extends string, T>(
  names: readonly Name[],
  make: (name: Name) => T,
): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;
}
