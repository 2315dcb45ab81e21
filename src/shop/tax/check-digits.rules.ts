// The check digits of tax numbers, by the rules that each country has published. A function gets the
// number without its country, in the country's own form, and says whether its digits agree.

type Check = (number: string) => boolean;

interface Form {
  pattern: RegExp;
  check: Check;
}

export const FORMS: Readonly<Record<string, Form>> = {
  AT: { pattern: /^U\d{8}$/, check: austria },
  BE: { pattern: /^[01]\d{9}$/, check: (n) => 97 - (head(n, 8) % 97) === tail(n, 2) },
  BG: { pattern: /^\d{9,10}$/, check: bulgaria },
  CY: { pattern: /^\d{8}[A-Z]$/, check: cyprus },
  CZ: { pattern: /^\d{8,10}$/, check: czechia },
  DE: { pattern: /^[1-9]\d{8}$/, check: mod11of10 },
  DK: { pattern: /^[1-9]\d{7}$/, check: weighted([2, 7, 6, 5, 4, 3, 2, 1], 11) },
  EE: { pattern: /^\d{9}$/, check: weighted([3, 7, 1, 3, 7, 1, 3, 7, 1], 10) },
  ES: { pattern: /^([A-Z]\d{7}[0-9A-Z]|\d{8}[A-Z])$/, check: spain },
  FI: { pattern: /^\d{8}$/, check: weighted([7, 9, 10, 5, 8, 4, 2, 1], 11) },
  FR: { pattern: /^[0-9A-HJ-NP-Z]{2}\d{9}$/, check: france },
  GR: { pattern: /^\d{9}$/, check: greece },
  HR: { pattern: /^\d{11}$/, check: mod11of10 },
  HU: { pattern: /^\d{8}$/, check: weighted([9, 7, 3, 1, 9, 7, 3, 1], 10) },
  IE: { pattern: /^(\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, check: ireland },
  IT: { pattern: /^\d{11}$/, check: italy },
  LT: { pattern: /^(\d{7}1\d|\d{10}1\d)$/, check: lithuania },
  LU: { pattern: /^\d{8}$/, check: (n) => head(n, 6) % 89 === tail(n, 2) },
  LV: { pattern: /^\d{11}$/, check: latvia },
  MT: { pattern: /^[1-9]\d{7}$/, check: weighted([3, 4, 6, 7, 8, 9, 10, 1], 37) },
  NL: { pattern: /^\d{9}B\d{2}$/, check: netherlands },
  PL: { pattern: /^\d{10}$/, check: weighted([6, 5, 7, 2, 3, 4, 5, 6, 7, -1], 11) },
  PT: {
    pattern: /^[1-9]\d{8}$/,
    check: (n) => ((11 - (dot(n, DOWN_FROM_9) % 11)) % 11) % 10 === last(n),
  },
  RO: { pattern: /^[1-9]\d{1,9}$/, check: romania },
  SE: { pattern: /^\d{10}01$/, check: (n) => luhn(n.slice(0, 10)) },
  SI: { pattern: /^[1-9]\d{7}$/, check: slovenia },
  SK: { pattern: /^\d{10}$/, check: slovakia },
  GB: { pattern: /^(\d{9}|\d{12}|GD[0-4]\d\d|HA[5-9]\d\d)$/, check: unitedKingdom },
  CH: { pattern: /^E\d{9}$/, check: switzerland },
  NO: { pattern: /^\d{9}MVA$/, check: weighted([3, 2, 7, 6, 5, 4, 3, 2, 1], 11) },
  AU: { pattern: /^(1[1-9]|[2-9]\d)\d{9}$/, check: australia },
};

const DOWN_FROM_9 = [9, 8, 7, 6, 5, 4, 3, 2];
const DOWN_FROM_8 = [8, 7, 6, 5, 4, 3, 2];

const digitAt = (number: string, at: number): number => Number(number[at] ?? 0);
const head = (number: string, length: number): number => Number(number.slice(0, length));
const tail = (number: string, length: number): number => Number(number.slice(-length));
const last = (number: string): number => tail(number, 1);

/** Each digit times its weight, added up. */
function dot(number: string, weights: number[]): number {
  return weights.reduce((all, weight, at) => all + weight * digitAt(number, at), 0);
}

function weighted(weights: number[], modulus: number): Check {
  return (number) => dot(number, weights) % modulus === 0;
}

/** Doubles every second digit from the right. */
function luhn(number: string): boolean {
  const digits = [...number].toReversed().map(Number);
  const doubled = digits.map((digit, at) =>
    at % 2 === 1 ? digit * 2 - (digit > 4 ? 9 : 0) : digit,
  );
  return doubled.reduce((all, one) => all + one, 0) % 10 === 0;
}

/** ISO 7064, MOD 11,10. */
function mod11of10(number: string): boolean {
  let product = 10;
  for (const digit of number.slice(0, -1)) {
    const added = (product + Number(digit)) % 10 || 10;
    product = (added * 2) % 11;
  }
  return (11 - product) % 10 === last(number);
}

function austria(number: string): boolean {
  const digits = number.slice(1);
  const doubled = [0, 1, 2, 3, 4, 5, 6].map((at) => {
    const digit = digitAt(digits, at) * (at % 2 === 1 ? 2 : 1);
    return digit > 9 ? digit - 9 : digit;
  });
  const all = doubled.reduce((sum, one) => sum + one, 0);
  return (10 - ((all + 4) % 10)) % 10 === last(digits);
}

function bulgaria(number: string): boolean {
  if (number.length === 9) {
    const first = dot(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
    const check = first === 10 ? dot(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : first;
    return check % 10 === last(number);
  }
  const of_person = (dot(number, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10;
  const of_foreigner = dot(number, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10;
  const of_others = (11 - (dot(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  const month = Number(number.slice(2, 4)) % 20;
  const year = (Number(number.slice(2, 4)) < 20 ? 1900 : 0) + head(number, 2);
  const has_date =
    Number(number.slice(2, 4)) < 53 && isDate(year, month, Number(number.slice(4, 6)));
  const check = last(number);
  return (has_date && of_person === check) || of_foreigner === check || of_others === check;
}

const CYPRUS_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

function cyprus(number: string): boolean {
  if (number.startsWith('12')) return false;
  const values = [0, 1, 2, 3, 4, 5, 6, 7].map((at) =>
    at % 2 === 0 ? (CYPRUS_ODD[digitAt(number, at)] ?? 0) : digitAt(number, at),
  );
  const all = values.reduce((sum, one) => sum + one, 0);
  return number.charCodeAt(8) === 65 + (all % 26);
}

function czechia(number: string): boolean {
  if (number.length === 8) {
    const check = (11 - (dot(number, DOWN_FROM_8) % 11)) % 11 || 1;
    return !number.startsWith('9') && check % 10 === last(number);
  }
  if (number.length === 9 && number.startsWith('6')) {
    const check = dot(number.slice(1), DOWN_FROM_8) % 11;
    return 8 - ((21 - check) % 11) === last(number);
  }
  return isBirthNumber(number);
}

/** Of Czechia and Slovakia: a date of birth, a number, and since 1954 a check digit. */
function isBirthNumber(number: string): boolean {
  const two = head(number, 2);
  const is_old = number.length === 9;
  const year = is_old ? 1900 + two : two < 54 ? 2000 + two : 1900 + two;
  if (is_old && two > 53) return false;
  const month = (Number(number.slice(2, 4)) % 50) % 20;
  if (!isDate(year, month, Number(number.slice(4, 6)))) return false;
  return is_old || (head(number, 9) % 11) % 10 === last(number);
}

function slovakia(number: string): boolean {
  const is_company = /^[1-9]\d[2-47-9]/.test(number) && Number(number) % 11 === 0;
  return is_company || isBirthNumber(number);
}

const SPAIN_PERSON = 'TRWAGMYFPDXBNJZSQVHLCKE';
const SPAIN_COMPANY = 'JABCDEFGHI';

function spain(number: string): boolean {
  const [first = ''] = number;
  const check = number.slice(8);
  const letterOf = (digits: string) => SPAIN_PERSON[Number(digits) % 23];
  if (/\d/.test(first)) return letterOf(number.slice(0, 8)) === check;
  if ('KLM'.includes(first)) return letterOf(number.slice(1, 8)) === check;
  if ('XYZ'.includes(first))
    return letterOf(`${'XYZ'.indexOf(first)}${number.slice(1, 8)}`) === check;
  if (!/[A-HJNP-SUVW]/.test(first)) return false;
  const doubled = [...number.slice(1, 8)].map((digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return value > 9 ? value - 9 : value;
  });
  const digit = (10 - (doubled.reduce((all, one) => all + one, 0) % 10)) % 10;
  // Which kind of company has a letter and which a digit has changed over the years.
  return check === String(digit) || check === SPAIN_COMPANY[digit];
}

const FRANCE_KEY = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function france(number: string): boolean {
  const [key, siren] = [number.slice(0, 2), number.slice(2)];
  // Numbers of Monaco begin with 000 and are no SIREN.
  if (!siren.startsWith('000') && !luhn(siren)) return false;
  if (/^\d\d$/.test(key)) return Number(`${siren}12`) % 97 === Number(key);
  const [first = 0, second = 0] = [...key].map((letter) => FRANCE_KEY.indexOf(letter));
  const check = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(siren) + 1 + Math.floor(check / 11)) % 11 === check % 11;
}

function greece(number: string): boolean {
  return (dot(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(number);
}

const IRELAND = 'WABCDEFGHIJKLMNOPQRSTUV';

function ireland(number: string): boolean {
  const is_old = !/^\d{7}/.test(number);
  const digits = is_old ? `0${number.slice(2, 7)}${number.slice(0, 1)}` : number.slice(0, 7);
  const second = is_old ? 0 : Math.max(0, IRELAND.indexOf(number[8] ?? 'W'));
  return IRELAND[(dot(digits, DOWN_FROM_8) + 9 * second) % 23] === number[7];
}

function italy(number: string): boolean {
  const province = Number(number.slice(7, 10));
  const is_province = (province >= 1 && province <= 100) || [120, 121, 888, 999].includes(province);
  return !number.startsWith('0000000') && is_province && luhn(number);
}

function lithuania(number: string): boolean {
  const weights = (offset: number) =>
    Array.from({ length: number.length - 1 }, (_, at) => 1 + ((at + offset) % 9));
  const first = dot(number, weights(0)) % 11;
  const check = first === 10 ? (dot(number, weights(2)) % 11) % 10 : first;
  return check === last(number);
}

function latvia(number: string): boolean {
  if (digitAt(number, 0) > 3) return dot(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
  const check = ((1 + dot(number, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10;
  if (check !== last(number)) return false;
  if (number.startsWith('32')) return true; // A person's number without a date, since 2017.
  const year = 1800 + digitAt(number, 6) * 100 + Number(number.slice(4, 6));
  return isDate(year, Number(number.slice(2, 4)), head(number, 2));
}

/** By the old test of eleven, or, for a person in business since 2020, by ISO 7064 MOD 97-10. */
function netherlands(number: string): boolean {
  if (number.startsWith('000000000') || number.endsWith('B00')) return false;
  const eleven = (dot(number, DOWN_FROM_9) - digitAt(number, 8)) % 11 === 0;
  const letters = [...`NL${number}`].map((one) => Number.parseInt(one, 36)).join('');
  return eleven || BigInt(letters) % 97n === 1n;
}

function romania(number: string): boolean {
  const padded = number.padStart(10, '0');
  return ((dot(padded, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === last(number);
}

function slovenia(number: string): boolean {
  const check = 11 - (dot(number, DOWN_FROM_8) % 11);
  return check !== 11 && check % 10 === last(number);
}

function unitedKingdom(number: string): boolean {
  if (/^[GH]/.test(number)) return true;
  const rest = dot(number, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
  const is_new = head(number, 3) >= 100;
  return rest === 0 || (is_new && (rest === 42 || rest === 55));
}

function switzerland(number: string): boolean {
  return (11 - (dot(number.slice(1), [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === last(number);
}

function australia(number: string): boolean {
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
  return (dot(number, weights) - 10) % 89 === 0;
}

/** Whether there is such a day; the year 0 to 99 is of any century. */
function isDate(year: number, month: number, day: number): boolean {
  const of = year < 100 ? 2000 + year : year;
  const days = [31, isLeap(of) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
