import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { own } from './isolate.ts';

export const after: Catalogue['after'] = {
  thanks: 'شكرًا لك على طلبك',
  paid: ({ amount, shop }) => `دفعت ${own(amount)} إلى ${own(shop)}.`,
  complete: (shop) => `اكتمل طلبك من ${own(shop)}.`,
  trialStarted: (day) => `بدأت فترتك التجريبية المجانية، وتنتهي في ${own(day)}.`,
  receipt: ({ number, day }) => `الإيصال ${own(number)}، ${own(day)}`,
  total: 'الإجمالي',
  paidWith: (method) => `طريقة الدفع: ${own(method)}.`,
  invoice: 'عرض الفاتورة',
  invoicePdf: 'تنزيل ملف PDF',
  licenseKey: 'مفتاح الترخيص',
  copy: 'نسخ',
  copied: 'تم النسخ',
  keepKey: 'احفظه جيدًا: فأنت تحتاج إليه لتفعيل البرنامج على أجهزتك.',
  keyShownForDay: 'تعرضه هذه الصفحة لمدة يوم واحد.',
  keyNotShown: html`كان معروضًا هنا لمدة يوم واحد بعد الشراء. وتجده ضمن مشترياتك وفي رسالة طلبك.`,
  mailSent: (to) => `أرسلنا رسالة طلبك إلى ${own(to)}.`,
  mailQueued: (to) => `رسالة طلبك في طريقها إلى ${own(to)}.`,
  mailFailed: ({ to, shop }) =>
    `تعذّر تسليم رسالة طلبك إلى ${own(to)}. ويمكن لمتجر ${own(shop)} إرسالها مرة أخرى.`,
  mailKept: (to) =>
    `ليس لمتجر الاختبار هذا خادم بريد: حُفظت الرسالة الموجهة إلى ${own(to)} ولم تُرسل.`,
  whatNext: 'الخطوات التالية',
  activate: 'انسخ مفتاح الترخيص وأدخله في البرنامج.',
  manage: (link) =>
    html`${link('إدارة مشترياتك')}: الفواتير ومفاتيح الترخيص والاشتراكات والبطاقات.`,
  goingBack: ({ shop, now }) => html`ستعود إلى ${own(shop)} بعد لحظات. ${now('المتابعة الآن')}`,
  backTo: (shop) => `العودة إلى ${own(shop)}`,

  processing: 'تجري معالجة دفعتك',
  processingText: 'يستغرق ذلك بضع ثوانٍ. وتُحدَّث هذه الصفحة تلقائيًا.',
  neverTwice: 'لن يُخصم المبلغ منك مرتين.',
  checkAgain: 'التحقق مرة أخرى',
  confirm: 'أكّد دفعتك',
  confirmText: (amount) => `يطلب منك البنك تأكيد هذه الدفعة بمبلغ ${own(amount)}.`,
  toBank: 'المتابعة إلى البنك',
  otherCard: 'استخدام بطاقة أخرى',
  notPaidYet: 'لم تكتمل دفعتك',
  stillToPay: ({ amount, provider }) => `بقي عليك دفع ${own(amount)} لدى ${own(provider)}.`,
  oneStepLeft: 'بقيت خطوة واحدة',
  chooseHowToPay: (provider) =>
    `اختر لدى ${own(provider)} كيف تريد الدفع لاحقًا. ولن تدفع شيئًا اليوم.`,
  toProvider: (provider) => `المتابعة إلى ${own(provider)}`,
  startAgain: 'الإلغاء والبدء من جديد',
  doneThere: (link) => html`هل انتهيت هناك؟ ${link('التحقق مرة أخرى')}`,
  onItsWay: 'دفعتك في الطريق',
  onItsWayText: (amount) =>
    html`بدأت دفعتك بمبلغ ${own(amount)}. تستغرق بعض طرق الدفع بضع دقائق، ويستغرق الخصم المصرفي
    المباشر بضعة أيام.`,
  nothingToDo: (shop) =>
    html`لا يلزمك فعل أي شيء. عند وصول المبلغ يسلّم ${own(shop)} طلبك، وتعرض هذه الصفحة إيصالك.
    وإذا فشلت الدفعة، تبيّن لك هذه الصفحة السبب.`,
  accountToConfirm: 'جارٍ تأكيد حسابك المصرفي',
  accountToConfirmText: (provider) =>
    html`قد يستغرق ذلك بضعة أيام. ترسل إليك ${own(provider)} رسالة بريد إلكتروني إذا كان عليك
    فعل شيء. بعد ذلك يستمر كل شيء تلقائيًا.`,
  checking: 'تجري مراجعة دفعتك',
  checkingText: ({ amount, shop }) =>
    html`شيء ما في دفعتك بمبلغ ${own(amount)} لا يطابق هذا الطلب، لذلك يجب أن يراجعها
    ${own(shop)} أولًا.`,
  doNotPayAgain: (shop) =>
    `لا تدفع مرة أخرى. ستعرض هذه الصفحة النتيجة. وإذا طال الأمر فتواصل مع ${own(shop)}.`,

  expired: 'انتهت صلاحية صفحة الدفع هذه',
  expiredText: ({ shop, product }) =>
    `لم يُخصم منك أي مبلغ. عد إلى ${own(shop)} لطلب ${own(product)} من جديد.`,
};
