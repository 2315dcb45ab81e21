import type { portalForms as english } from '../en/portal-forms.ts';
import { own } from './isolate.ts';

export const portalForms: typeof english = {
  cancelForm: 'إلغاء',

  paymentMethod: 'طريقة الدفع',
  noCard: 'لا توجد بطاقة محفوظة.',
  expires: (date) => `تنتهي صلاحيتها في ${own(date)}`,
  expired: (date) => `انتهت صلاحيتها في ${own(date)}`,
  updateCard: 'تغيير البطاقة',
  addCard: 'إضافة بطاقة',
  addCardTitle: 'إضافة بطاقة',
  updateCardTitle: 'تغيير بطاقتك',
  cardIsUsed: (card) => `تُستخدم ${own(card)} لمدفوعاتك. وستحل البطاقة الجديدة محلها.`,
  cardWillBeUsed: 'تُستخدم البطاقة لمدفوعاتك التالية.',
  payAndSaveCard: 'الدفع وحفظ البطاقة',
  saveCard: 'حفظ البطاقة',
  continueTo: (provider) => `المتابعة إلى ${own(provider)}`,
  chargedAtOnce: ({ amount, plan }) =>
    `يُخصم ${own(amount)} مقابل ${own(plan)} من البطاقة الجديدة فورًا.`,
  chargedLater: ({ amount, plan }) =>
    `لن يُخصم ${own(amount)} مقابل ${own(plan)} الآن، ` +
    'بل سيُخصم لاحقًا من البطاقة الجديدة إن بقي مستحقًا.',
  cannotTakeCards: 'لا يمكن لهذا المتجر قبول البطاقات حاليًا',
  askShop: (shop) => `تواصل مع ${own(shop)}.`,
  didNotWork: 'لم ينجح ذلك',
  tryInAMoment: 'حاول مرة أخرى بعد قليل.',
  tooManyTries: 'محاولات كثيرة جدًا',
  methods: {
    acss_debit: 'خصم مصرفي مباشر',
    au_becs_debit: 'خصم مصرفي مباشر',
    bacs_debit: 'خصم مصرفي مباشر',
    eps: 'EPS',
    ideal: 'iDEAL',
    nz_bank_account: 'حساب مصرفي',
    paypal: 'PayPal',
    sepa_debit: 'خصم SEPA المباشر',
    us_bank_account: 'حساب مصرفي',
  },

  balance: 'الرصيد',
  haveCredit: (amount) => `لديك رصيد قدره ${own(amount)}، ويُستخدم لمدفوعاتك التالية.`,
  oweAmount: (amount) => `عليك ${own(amount)}، ويُضاف المبلغ إلى دفعتك التالية.`,

  billing: 'بيانات الفوترة',
  noBilling: 'لا توجد بيانات فوترة بعد.',
  billingText: 'تظهر في فواتيرك التالية.',
  updateBilling: 'تعديل البيانات',
  save: 'حفظ',
  taxNumberIs: (number) => `الرقم الضريبي ${own(number)}`,
  checkTaxNumber: 'تحقق من هذا الرقم الضريبي أو اترك الحقل فارغًا.',
  checkCountry: 'اختر بلدًا من القائمة أو اترك الحقل فارغًا.',
  phone: 'الهاتف',
  address: 'العنوان',
  line1: 'الشارع ورقم المبنى',
  line2: 'الشقة أو الجناح أو الطابق',
  city: 'المدينة',
  stateOrRegion: 'الولاية أو المنطقة',

  correctTitle: (number) => `تصحيح الفاتورة ${own(number)}`,
  correctText:
    'ستحصل على إشعار دائن لهذه الفاتورة وعلى فاتورة جديدة بهذه البيانات. ' +
    'ويبقى المبلغ الذي دفعته كما هو.',
  countryIsFixed: (country) => `البلد: ${own(country)}. لا يمكن تغييره هنا.`,
  correctInvoice: 'تصحيح الفاتورة',
};
