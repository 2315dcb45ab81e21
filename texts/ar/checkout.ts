import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';
import { own } from './isolate.ts';

const n = plural('ar');

/** `بعد 3 أشهر` */
const afterMonths = (months: number): string =>
  n(months, {
    zero: `بعد ${months} شهر`,
    one: 'بعد شهر واحد',
    two: 'بعد شهرين',
    few: `بعد ${months} أشهر`,
    many: `بعد ${months} شهرًا`,
    other: `بعد ${months} شهر`,
  });

export const checkout: Catalogue['checkout'] = {
  payShop: (shop) => `الدفع إلى ${own(shop)}`,
  subscribeTo: (product) => `الاشتراك في ${own(product)}`,
  tryProduct: (product) => `تجربة ${own(product)}`,
  getProduct: (product) => `الحصول على ${own(product)}`,
  back: 'رجوع',

  order: 'طلبك',
  showOrder: 'عرض الطلب',
  today: 'اليوم',
  plusTax: 'تُضاف الضريبة',
  thenEvery: ({ amount, every, day }) => `ثم ${own(amount)} ${every} ابتداءً من ${own(day)}.`,
  thenOnceReduced: ({ reduced, amount, every, day }) =>
    `ثم ${own(reduced)} في ${own(day)}، وبعد ذلك ${own(amount)} ${every}.`,
  thenReducedFor: ({ reduced, months, amount, every, day }) =>
    `ثم ${own(reduced)} ${every} ابتداءً من ${own(day)}، ` +
    `و${afterMonths(months)} ${own(amount)} ${every}.`,
  thenFree: 'لن تدفع شيئًا بعد ذلك.',
  cancelAnyTime: 'يمكنك الإلغاء في أي وقت.',
  taxComesOnTop: 'تُضاف الضريبة.',
  taxIsIncluded: 'السعر شامل الضريبة.',
  freeTrial: (days) =>
    n(days, {
      zero: `فترة تجريبية مجانية لمدة ${days} يوم`,
      one: 'فترة تجريبية مجانية ليوم واحد',
      two: 'فترة تجريبية مجانية ليومين',
      few: `فترة تجريبية مجانية لمدة ${days} أيام`,
      many: `فترة تجريبية مجانية لمدة ${days} يومًا`,
      other: `فترة تجريبية مجانية لمدة ${days} يوم`,
    }),
  priceEvery: ({ amount, every }) => `${own(amount)} ${every}`,
  each: (amount) => `${own(amount)} للوحدة`,
  quantityTimes: ({ quantity, amount }) => `${own(quantity)} × ${own(amount)}`,
  quantity: 'الكمية',
  oneLess: 'واحد أقل',
  oneMore: 'واحد أكثر',
  updateQuantity: 'تحديث الكمية',
  checkQuantityTitle: 'تحقق من الكمية',
  checkQuantity: ({ least, most }) => `أدخل عددًا صحيحًا من ${own(least)} إلى ${own(most)}.`,
  about: 'عن هذا المنتج',
  subtotal: 'المجموع الفرعي',
  percentOff: (percent) => `خصم ${own(percent)}`,
  amountOff: (amount) => `خصم ${own(amount)}`,
  afterTrial: 'بعد الفترة التجريبية',
  rounding: 'التقريب',
  tax: 'الضريبة',
  taxDependsOnPlace: 'تتوقف على بلدك',
  taxIncluded: (tax) => `شامل ${own(tax)}`,
  reverseCharge: 'الاحتساب العكسي: لا تُحتسب ضريبة القيمة المضافة، وتتولى شركتك تسويتها.',
  taxExempt: 'معفى من الضريبة.',
  paidFromBalance: 'مدفوع من رصيدك',
  owedFromEarlier: 'مستحق سابق',
  total: 'الإجمالي',
  totalBeforeTax: 'الإجمالي قبل الضريبة',
  dueToday: 'المستحق اليوم',

  addCode: 'إضافة رمز ترويجي',
  code: 'الرمز الترويجي',
  apply: 'تطبيق',
  removeCode: (code) => `إزالة ${own(code)}`,
  codeNotValid: 'هذا الرمز غير صالح',
  codeUnusable: 'لا يمكن استخدام هذا الرمز لهذا الطلب.',
  codeGone: 'لم يعد بالإمكان استخدام هذا الرمز',
  removeToPayFull: 'أزِله لدفع السعر الكامل.',

  startTrial: 'ابدأ فترتك التجريبية المجانية',
  yourDetails: 'بياناتك',
  payment: 'بيانات الدفع',
  buyingForCompany: 'أشتري لصالح شركة',
  updateTotal: 'تحديث الإجمالي',
  goOn: 'متابعة',
  payNow: (amount) => `دفع ${own(amount)}`,
  subscribe: 'اشتراك',
  startTrialNow: 'بدء الفترة التجريبية',
  completeOrder: 'إتمام الطلب',
  orderAndPay: (amount) => `الطلب ودفع ${own(amount)}`,
  orderWithObligation: 'طلب مع الالتزام بالدفع',
  consentToContent: 'أريد التسليم فورًا، وأعلم أنني أفقد بذلك حق العدول عن الشراء.',
  consentToService: 'أريد أن تبدأ الخدمة فورًا، وأعلم أنني أفقد حق العدول بعد تقديمها بالكامل.',
  consentNeeded: 'ضع علامة في المربع للمتابعة.',
  payAt: (provider) => `ستدفع في الصفحة التالية لدى ${own(provider)}.`,
  chooseAt: (provider) =>
    `في الصفحة التالية لدى ${own(provider)} تختار طريقة الدفع لاحقًا. ولن تدفع شيئًا اليوم.`,
  securedBy: (provider) => `دفع آمن عبر ${own(provider)}`,
  firstCharge: ({ amount, day }) => `سيُخصم ${own(amount)} لأول مرة في ${own(day)}.`,
  renewsUntilCanceled: 'يتجدد اشتراكك تلقائيًا إلى أن تلغيه.',
  acceptTerms: (link) => html`بالدفع فإنك توافق على ${link('الشروط')}.`,
  acceptPrivacy: (link) => html`بالدفع فإنك توافق على ${link('سياسة الخصوصية')}.`,
  acceptBoth: (terms, privacy) =>
    html`بالدفع فإنك توافق على ${terms('الشروط')} و${privacy('سياسة الخصوصية')}.`,

  cardDeclined: 'رُفضت البطاقة',
  notCompleted: 'لم تكتمل عملية الدفع',
  nothingCharged: 'لم يُخصم منك أي مبلغ.',
  countryNeeded: 'اختر بلدك: فالضريبة تتوقف عليه.',
  regionNeeded: 'اختر منطقتك: فالضريبة تتوقف عليها.',
  checkTaxNumber: 'تحقق من هذا الرقم أو اترك الحقل فارغًا.',
  numberNotKnown: 'هذا الرقم غير معروف في السجل الضريبي، لذلك تُحتسب الضريبة.',
  numberNotVerified: 'تعذّر التحقق من هذا الرقم حتى الآن، لذلك تُحتسب الضريبة.',
  tooSmall: (smallest) => `سيتبقى للدفع أقل من ${own(smallest)}، ولا يمكن خصم هذا المبلغ.`,
  tooLarge: 'مع الضريبة يتجاوز المبلغ ما يمكن خصمه دفعة واحدة.',
  totalChanged: 'تغيّر الإجمالي',
  checkBeforePaying: 'راجعه قبل الدفع. لم يُخصم منك أي مبلغ.',
  orderUpdated: 'حُدّث طلبك',
  trialUsed: 'لقد استخدمت هذه الفترة التجريبية المجانية من قبل',
  priceWithoutTrial: 'هذا هو السعر دونها. لم يُخصم منك أي مبلغ.',
  tooManyTries: 'محاولات كثيرة جدًا',
  waitThenTry: (seconds) => `انتظر ${seconds} ثم حاول مرة أخرى.`,
  tooManyDeclines: 'دفعات مرفوضة كثيرة جدًا',
  startAgainAt: (shop) => `عد إلى ${own(shop)} وابدأ من جديد.`,
};
