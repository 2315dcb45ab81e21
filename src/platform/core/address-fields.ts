import { Type } from './schema.ts';
import { hasPlainHost, isWebAddress, readUrl } from './web-address.ts';

// Addresses of pages and of people, as parameters and in records.

const URL_MAX = 2000;

/** A letter beyond ASCII takes up to nine characters wherever an address is used, as in headers. */
const isShort = (text: string): boolean => (readUrl(text)?.href.length ?? 0) <= URL_MAX;

const namesHost = (text: string): boolean => {
  const url = readUrl(text);
  return url !== null && hasPlainHost(url);
};

const noHost = () => 'must name a host in letters, digits, dashes and dots';

const tooLong = () =>
  `must be at most ${URL_MAX} characters as browsers send it: letters beyond ASCII count several times`;

/** A web address that was accepted: earlier versions also took longer ones, and `https://*`. */
export const KeptUrl = Type.Refine(
  Type.String({
    minLength: 1,
    maxLength: URL_MAX,
    description: 'A web address: https:// or http://',
    documented: { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' },
    examples: ['https://example.com/page'],
  }),
  isWebAddress,
  () => 'must be an http:// or https:// address',
);

export const Url = Type.Refine(Type.Refine(KeptUrl, namesHost, noHost), isShort, tooLong);

export const HttpsUrl = Type.Refine(
  Type.Refine(
    Type.Refine(
      Type.String({
        minLength: 1,
        maxLength: URL_MAX,
        description: 'A web address: https://',
        documented: { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]://' },
        examples: ['https://example.com/picture.png'],
      }),
      (text) => isWebAddress(text) && /^https:/i.test(text),
      () => 'must be an https:// address',
    ),
    namesHost,
    noHost,
  ),
  isShort,
  tooLong,
);

/** An address that was accepted: earlier versions also took what nobody can see. */
export const KeptEmail = Type.Refine(
  Type.String({
    minLength: 3,
    maxLength: 254,
    description: 'E-mail address',
    documented: { format: 'email', pattern: '^[^\\s@]+@([^\\s@.]+\\.)+[^\\s@.]+$' },
    examples: ['ada@example.com'],
  }),
  (text) => /^[^\s@\p{Cc}]+@([^\s@.\p{Cc}]+\.)+[^\s@.\p{Cc}]+$/u.test(text),
  () => 'must be an e-mail address',
);

/**
 * In formats, unassigned, or seen by nobody, as blanks of Braille, Khitan, hieroglyphs and music: what
 * makes two addresses look like one.
 */
const UNSEEN =
  /[\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{16fe4}\u{13441}\u{13442}\u{1d159}]/u;

export const Email = Type.Refine(
  KeptEmail,
  (text) => !UNSEEN.test(text),
  () => 'must not contain characters that nobody can see',
);
