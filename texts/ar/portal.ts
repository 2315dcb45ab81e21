import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';
import { own } from './isolate.ts';
import { portalForms } from './portal-forms.ts';
import { portalSubscription } from './portal-subscription.ts';

const n = plural('ar');

export const portal: Catalogue['portal'] = {
  ...portalForms,
  ...portalSubscription,
  title: 'مشترياتك',
  allPurchases: 'كل المشتريات',
  backTo: (shop) => `العودة إلى ${own(shop)}`,
  nothingBought: (shop) => `يظهر هنا ما تشتريه من ${own(shop)}.`,
  nothingBoughtYet: 'لا توجد مشتريات بعد',
  notFound: {
    title: 'لم يُعثر على الصفحة',
    text: 'لا يوجد في هذا العنوان شيء يخصك.',
  },

  notes: {
    'billing-saved': 'حُفظت بيانات الفوترة.',
    'invoice-corrected': 'صُححت فاتورتك. والفاتورة الجديدة في القائمة.',
    'card-saved': 'حُفظت بطاقتك، وتُستخدم لمدفوعاتك التالية.',
    'card-paid': 'حُفظت بطاقتك، ودُفع المبلغ المستحق.',
    'device-freed': 'أُلغي تفعيل الجهاز. ويمكنك تفعيل جهاز آخر.',
    changed: 'تغيّر اشتراكك.',
    canceled: 'أُلغي اشتراكك. ولن يُخصم منك شيء بعد الآن.',
    kept: 'يستمر اشتراكك.',
    paused: 'أُوقف اشتراكك مؤقتًا. ولن يُخصم منك شيء خلال ذلك.',
    resumed: 'أهلًا بعودتك. اشتراكك نشط من جديد.',
    'offer-taken': 'شكرًا لبقائك معنا. طُبّق الخصم.',
    'offer-gone': 'لم يعد هذا العرض متاحًا. ولم يتغير شيء.',
    busy: 'تجري معالجة دفعة لهذا الاشتراك. حاول مرة أخرى بعد قليل.',
    waiting: 'تجري معالجة دفعتك. أعد تحميل هذه الصفحة بعد قليل لمعرفة النتيجة.',
  },

  subscriptions: 'الاشتراكات',
  noSubscriptions: 'ليست لديك اشتراكات.',
  allSubscriptions: 'كل الاشتراكات',
  licenses: 'مفاتيح الترخيص',
  noLicenses: 'ليست لديك مفاتيح ترخيص.',
  allLicenses: 'كل مفاتيح الترخيص',
  payments: 'المدفوعات',
  noPayments: 'ليست لديك مدفوعات بعد.',
  allPayments: 'كل المدفوعات',
  invoices: 'الفواتير',
  noInvoices: 'ليست لديك فواتير بعد.',
  allInvoices: 'الفواتير والإشعارات الدائنة',
  older: 'عرض الأقدم',

  copy: 'نسخ',
  copyKeyOf: (product) => `نسخ مفتاح ترخيص ${own(product)}`,
  copied: 'تم النسخ',
  pressToCopy: `اضغط ${own('Ctrl+C')} (أو ${own('⌘C')}) للنسخ.`,
  licenseStatus: {
    inactive: 'لم يُفعَّل بعد',
    active: 'نشط',
    expired: 'منتهي الصلاحية',
    disabled: 'معطّل',
  },
  validUntil: (day) => `صالح حتى ${own(day)}.`,
  expiredOn: (day) => `انتهت صلاحيته في ${own(day)}.`,
  devicesUsed: (used) =>
    n(used, {
      zero: `مستخدم على ${used} جهاز.`,
      one: 'مستخدم على جهاز واحد.',
      two: 'مستخدم على جهازين.',
      few: `مستخدم على ${used} أجهزة.`,
      many: `مستخدم على ${used} جهازًا.`,
      other: `مستخدم على ${used} جهاز.`,
    }),
  devicesUsedOf: ({ used, limit }) => `الأجهزة المستخدمة: ${used} من ${limit}.`,
  devicesOverLimit: (count) =>
    n(count, {
      zero: 'لا يتجاوز أي جهاز الحد الأقصى.',
      one: 'الجهاز الأحدث يتجاوز الحد الأقصى ولا يمكن استخدامه. ألغِ تفعيل جهاز آخر.',
      two: 'الجهازان الأحدثان يتجاوزان الحد الأقصى ولا يمكن استخدامهما. ألغِ تفعيل غيرهما.',
      few: `أحدث ${count} أجهزة تتجاوز الحد الأقصى ولا يمكن استخدامها. ألغِ تفعيل غيرها.`,
      many: `أحدث ${count} جهازًا تتجاوز الحد الأقصى ولا يمكن استخدامها. ألغِ تفعيل غيرها.`,
      other: `أحدث ${count} جهاز تتجاوز الحد الأقصى ولا يمكن استخدامها. ألغِ تفعيل غيرها.`,
    }),
  deviceSince: (day) => `منذ ${own(day)}`,
  deviceOverLimit: 'فوق الحد الأقصى',
  deactivate: 'إلغاء التفعيل',
  deactivateDevice: (device) => `إلغاء تفعيل ${own(device)}`,

  paymentTypes: {
    purchase: 'شراء',
    subscription_start: 'الدفعة الأولى',
    renewal: 'تجديد',
    plan_change: 'تغيير الخطة',
    refund: 'استرداد',
  },
  paymentOn: ({ type, day }) => `${own(type)} · ${own(day)}`,
  paymentStatus: {
    paid: 'مدفوعة',
    pending: 'قيد المعالجة',
    declined: 'مرفوضة',
    failed: 'فاشلة',
    refunded: 'مستردة',
    partially_refunded: 'مستردة جزئيًا',
    disputed: 'متنازع عليها',
    charged_back: 'أعادها البنك',
  },
  amountRefunded: (amount) => `استُرد ${own(amount)}`,
  refundFailed: 'لم يقبل البنك المبلغ المسترد. تواصل مع المتجر.',
  disputeOpen: 'اعترضت على هذه الدفعة، ولم يقرر البنك بعد.',
  disputeLost: 'أعاد البنك إليك هذه الدفعة.',
  disputeWon: 'اعترضت على هذه الدفعة، وقرر البنك أنها صحيحة.',
  refundDeclined: 'لم يُنفَّذ الاسترداد. تواصل مع المتجر.',
  invoice: 'فاتورة',
  creditNote: 'إشعار دائن',
  invoiceNumber: (number) => `الفاتورة ${own(number)}`,
  creditNoteNumber: (number) => `الإشعار الدائن ${own(number)}`,
  receipt: 'إيصال',
  details: 'التفاصيل',
  ofPayment: ({ product, day }) => `الخاص بـ ${own(product)}، ${own(day)}`,
  pdf: 'PDF',
  xml: 'XML',
  correct: 'تصحيح',

  titles: {
    receipt: 'إيصال',
    refund: 'استرداد',
    declined: 'دفعة مرفوضة',
    refundDeclined: 'استرداد مرفوض',
    refundFailed: 'استرداد فاشل',
    pending: 'دفعة قيد المعالجة',
    refundPending: 'استرداد قيد المعالجة',
  },
  from: 'من',
  billedTo: 'فاتورة إلى',
  date: 'التاريخ',
  paidWith: 'طريقة الدفع',
  total: 'الإجمالي',
  refundedAmount: 'المسترد',
  netPaid: 'صافي المدفوع',
  notRefunded: 'غير مسترد',
  takenFromBalance: 'مخصوم من رصيدك',
  printThis: 'اطبع هذه الصفحة للاحتفاظ بها في سجلاتك.',

  signIn: {
    title: 'إدارة مشترياتك',
    text: (shop) =>
      `أدخل عنوان البريد الإلكتروني الذي استخدمته لدى ${own(shop)}. ` +
      'وسنرسل إليك رابطًا إلى اشتراكاتك وفواتيرك ومفاتيح الترخيص.',
    send: 'أرسل إليّ رابطًا',
    sentTitle: 'تحقق من بريدك الإلكتروني',
    sent: 'إذا كنت قد اشتريت شيئًا بهذا العنوان، فالرابط في طريقه إليك. وهو صالح لمدة ساعة.',
    noMail:
      'لم تصلك رسالة؟ تحقق من مجلد الرسائل غير المرغوب فيها ومن صحة العنوان. ' +
      'ويمكنك الطلب مرة أخرى بعد خمس دقائق.',
    otherAddress: 'استخدام عنوان آخر',
  },
};
