import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';
import { own } from './isolate.ts';

const n = plural('ar');

/** Once each, every two, every few, every eleven or more, every hundred. */
const INTERVALS = {
  day: { each: 'يوميًا', two: 'يومين', few: 'أيام', many: 'يومًا', other: 'يوم' },
  week: { each: 'أسبوعيًا', two: 'أسبوعين', few: 'أسابيع', many: 'أسبوعًا', other: 'أسبوع' },
  month: { each: 'شهريًا', two: 'شهرين', few: 'أشهر', many: 'شهرًا', other: 'شهر' },
  year: { each: 'سنويًا', two: 'سنتين', few: 'سنوات', many: 'سنة', other: 'سنة' },
} as const;

export const shared: Catalogue['shared'] = {
  optional: '(اختياري)',
  email: 'البريد الإلكتروني',
  language: 'اللغة',
  terms: 'الشروط',
  privacy: 'الخصوصية',
  imprint: 'بيانات البائع القانونية',
  refunds: 'استرداد المبالغ',
  help: 'المساعدة',
  questions: (address) => html`لديك أسئلة؟ <bdi>${address}</bdi>`,
  country: 'البلد',
  fullName: 'الاسم',
  company: 'الشركة',
  taxNumber: 'الرقم الضريبي، مثل رقم ضريبة القيمة المضافة',
  postalCode: 'الرمز البريدي',
  region: 'المنطقة',
  state: 'الولاية',
  province: 'المقاطعة',
  card: 'البطاقة',
  cardNumber: 'رقم البطاقة',
  cardExpiry: 'تاريخ انتهاء الصلاحية (الشهر والسنة)',
  monthAndYear: 'شهر / سنة',
  securityCode: 'رمز الأمان',
  securityCodeShort: 'CVC',
  checkEmail: `أدخل عنوان بريد إلكتروني، مثل ${own('ada@example.com')}.`,
  checkCountry: 'اختر بلدًا من القائمة.',
  checkLength: (most) =>
    n(most, {
      zero: `أدخل ${most} حرف على الأكثر في سطر واحد.`,
      one: 'أدخل حرفًا واحدًا على الأكثر.',
      two: 'أدخل حرفين على الأكثر في سطر واحد.',
      few: `أدخل ${most} أحرف على الأكثر في سطر واحد.`,
      many: `أدخل ${most} حرفًا على الأكثر في سطر واحد.`,
      other: `أدخل ${most} حرف على الأكثر في سطر واحد.`,
    }),
  checkCardNumber: 'تحقق من رقم البطاقة.',
  checkCardExpiry: `أدخل الشهر والسنة المدوّنين على البطاقة، مثل ${own('12/34')}.`,
  checkExpiryIsAhead: 'انتهت صلاحية هذه البطاقة. تحقق من التاريخ أو استخدم بطاقة أخرى.',
  checkSecurityCode: 'أدخل رمز الأمان المكوّن من 3 أو 4 أرقام.',
  checkDetails: 'تحقق من بياناتك',
  testMode: 'وضع الاختبار',
  noMoneyMoves: 'لا تُحوَّل أي أموال.',
  showTestCards: 'بطاقات الاختبار',
  testCards: {
    pays: 'تدفع',
    is_declined: 'تُرفض',
    has_no_money: 'رصيدها غير كافٍ',
    asks_to_confirm: 'تطلب التأكيد',
  },
  testCardDetails: 'استخدم أي تاريخ في المستقبل وأي 3 أرقام.',
  vat: 'ضريبة القيمة المضافة',
  taxAt: ({ tax, percent }) => `${own(tax)} ${own(percent)}`,
  seconds: (count) =>
    n(count, {
      zero: `${count} ثانية`,
      one: 'ثانية واحدة',
      two: 'ثانيتين',
      few: `${count} ثوانٍ`,
      many: `${count} ثانية`,
      other: `${count} ثانية`,
    }),
  every: (interval, count) => {
    const { each, two, few, many, other } = INTERVALS[interval];
    if (count === 1) return each;
    return n(count, {
      zero: `كل ${count} ${other}`,
      one: `كل ${count} ${other}`,
      two: `كل ${two}`,
      few: `كل ${count} ${few}`,
      many: `كل ${count} ${many}`,
      other: `كل ${count} ${other}`,
    });
  },
};
