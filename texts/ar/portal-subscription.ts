import type { portalSubscription as english } from '../en/portal-subscription.ts';
import { plural } from '../plural.ts';
import { own } from './isolate.ts';

const n = plural('ar');

/** `لمدة 3 أشهر` */
const forMonths = (months: number): string =>
  n(months, {
    zero: `لمدة ${months} شهر`,
    one: 'لمدة شهر واحد',
    two: 'لمدة شهرين',
    few: `لمدة ${months} أشهر`,
    many: `لمدة ${months} شهرًا`,
    other: `لمدة ${months} شهر`,
  });

export const portalSubscription: typeof english = {
  subscriptionStatus: {
    trialing: 'فترة تجريبية مجانية',
    active: 'نشط',
    ending: 'ملغى',
    past_due: 'فشل الدفع',
    paused: 'موقوف مؤقتًا',
    canceled: 'منتهٍ',
  },
  nextPaymentOn: ({ amount, day }) => `الدفعة التالية: ${own(amount)} في ${own(day)}.`,
  nextPaymentWithTax: ({ amount, day }) =>
    `الدفعة التالية: ${own(amount)} شاملة الضريبة في ${own(day)}.`,
  paidUntil: (day) => `مدفوع حتى ${own(day)}.`,
  trialUntil: (day) => `مجاني حتى ${own(day)}.`,
  endsOn: (day) => `ينتهي في ${own(day)}. ويمكنك استخدامه حتى ذلك الحين.`,
  endedOn: (day) => `انتهى في ${own(day)}.`,
  pausedUntil: (day) => `موقوف مؤقتًا. ويُستأنف في ${own(day)}.`,
  pausedByYou: 'موقوف مؤقتًا إلى أن تستأنفه.',
  pausedByShop: (shop) => `أوقفه ${own(shop)} مؤقتًا. تواصل معهم لاستئنافه.`,
  pausedUnpaid: 'موقوف مؤقتًا بسبب فشل إحدى الدفعات.',
  priceEvery: ({ amount, every }) => `${own(amount)} ${every}`,
  priceEach: ({ amount, every }) => `${own(amount)} ${every} للوحدة`,
  plusTax: (price) => `${price} وتُضاف الضريبة`,
  times: ({ name, quantity }) => `${own(name)} × ${quantity}`,

  paymentFailed: 'فشل الدفع',
  couldNotCharge: ({ amount, plan }) => `تعذّر خصم ${own(amount)} مقابل ${own(plan)}.`,
  triedAgainOn: (day) => `سنحاول مرة أخرى في ${own(day)}.`,
  notTriedAgain: 'لن نحاول الخصم من هذه البطاقة مرة أخرى.',
  payAmount: (amount) => `دفع ${own(amount)}`,
  cardExpiresSoon: 'تنتهي صلاحية بطاقتك قريبًا',
  cardExpiresBefore: ({ card, day }) =>
    `تنتهي صلاحية ${own(card)} قبل دفعتك التالية في ${own(day)}.`,

  manage: 'إدارة',
  managePlan: (plan) => `إدارة ${own(plan)}`,
  price: 'السعر',
  quantity: 'الكمية',
  nextPayment: 'الدفعة التالية',
  none: 'لا يوجد',
  amountOn: ({ amount, day }) => `${own(amount)} في ${own(day)}`,
  amountWithTaxOn: ({ amount, day }) => `${own(amount)} شاملة الضريبة في ${own(day)}`,
  discount: 'الخصم',
  discountUntil: ({ code, day }) => `${own(code)} حتى ${own(day)}`,
  credit: 'الرصيد',
  creditIsUsed: (amount) => `${own(amount)}، ويُستخدم لمدفوعاتك التالية`,
  owed: 'المستحق عليك',
  owedIsAdded: (amount) => `${own(amount)}، ويُضاف إلى دفعتك التالية`,
  plannedChange: 'تغيير مخطط له',
  plannedFrom: ({ plan, day }) => `${own(plan)} ابتداءً من ${own(day)}`,

  changePlan: 'تغيير الخطة',
  changePlanOrQuantity: 'تغيير الخطة أو الكمية',
  changeQuantity: 'تغيير الكمية',
  plan: 'الخطة',
  currentPlan: 'خطتك',
  nearestPlans: (shop) => `هذه هي الخطط الأقرب إلى خطتك. اسأل ${own(shop)} عن الخطط الأخرى.`,
  reviewChange: 'مراجعة التغيير',
  nothingChangesYet: 'لن يتغير شيء قبل أن تؤكد.',
  chooseOnePlan: 'اختر إحدى هذه الخطط.',
  checkQuantity: (most) => `أدخل عددًا صحيحًا من 1 إلى ${own(most)}.`,
  quantityIsFixed: 'لا يمكن تغيير الكمية هنا. تواصل مع المتجر.',
  nothingChosen: 'هذا ما لديك الآن. اختر شيئًا آخر لمعرفة تكلفته.',
  changeTo: (plan) => `التغيير إلى ${own(plan)}`,
  youHave: (plan) => `لديك الآن ${own(plan)}. ويسري التغيير عندما تؤكده.`,
  endsTrial: ({ amount, day }) =>
    `ينهي هذا التغيير فترتك التجريبية المجانية التي كانت ستستمر حتى ${own(day)}. ` +
    `ويُخصم اليوم ${own(amount)}.`,
  endsTrialFree: (day) =>
    `ينهي هذا التغيير فترتك التجريبية المجانية التي كانت ستستمر حتى ${own(day)}.`,
  dearerEndsTrial:
    'اختيار ما هو أغلى ينهي فترتك التجريبية المجانية ويُخصم اليوم. سترى المبلغ قبل أن تؤكد.',
  now: 'المستحق اليوم',
  nothingDueNow: 'لن يُخصم شيء اليوم.',
  chargedNow: 'المخصوم اليوم',
  creditAfter: (amount) => `رصيدك بعد ذلك: ${own(amount)}، ويُستخدم لمدفوعاتك التالية.`,
  nextPaymentDay: (day) => `الدفعة التالية في ${own(day)}`,
  chargedThen: 'المخصوم حينها',
  cardIsCharged: (card) => `يُخصم من ${own(card)}.`,
  cardNeeded: 'لا توجد بطاقة محفوظة. أضف بطاقة أولًا.',
  confirmAndPay: (amount) => `تأكيد ودفع ${own(amount)}`,
  confirmChange: 'تأكيد التغيير',
  amountChanged: 'تغيّر المبلغ',
  checkAmount: 'لم يُخصم منك أي مبلغ. راجع المبلغ الجديد.',

  pause: 'إيقاف الاشتراك مؤقتًا',
  pauseShort: 'إيقاف مؤقت',
  pauseText: 'خذ استراحة. لن يُخصم منك شيء، ويُحفظ لك الوقت المدفوع.',
  pausePlan: (plan) => `هل تريد إيقاف ${own(plan)} مؤقتًا؟`,
  pauseMeans:
    'أثناء الإيقاف المؤقت لا يُخصم منك شيء ولا يمكنك استخدام الاشتراك. ' +
    'ويُحفظ لك الوقت الذي دفعت ثمنه ويستمر عند الاستئناف.',
  pauseDropsChange: (change) => `سيُلغى التغيير المخطط له (${own(change)}).`,
  pauseOnce: 'يمكنك الإيقاف المؤقت مرة واحدة في كل فترة مدفوعة.',
  pauseUsed: ({ day }) => `سبق أن أوقفته مؤقتًا في هذه الفترة. ويمكنك ذلك ثانيةً بعد ${own(day)}.`,
  pauseHowLong: 'إلى متى؟',
  pauseMonths: ({ months, day }) => `${forMonths(months)}، حتى ${own(day)}`,
  pauseOpen: 'إلى أن أستأنفه',
  notNow: 'ليس الآن',
  resume: 'استئناف الاشتراك',
  resumeShort: 'استئناف',
  resumePlan: (plan) => `هل تريد استئناف ${own(plan)}؟`,
  resumeMeans: 'يمكنك استخدامه من جديد فورًا. ويستمر وقتك المدفوع من حيث توقف.',
  resumeCharges: ({ amount, every }) =>
    `تبدأ فترة جديدة اليوم. تدفع ${own(amount)} الآن، ثم ${every}.`,
  payAndResume: (amount) => `دفع ${own(amount)} والاستئناف`,
  stillPaused: 'لا يزال اشتراكك موقوفًا مؤقتًا.',

  cancel: 'إلغاء الاشتراك',
  cancelText: 'يمكنك استخدامه حتى نهاية الوقت الذي دفعت ثمنه.',
  cancelTrialText: 'يمكنك استخدامه حتى نهاية الفترة التجريبية. لن يُخصم أي مبلغ.',
  cancelPlan: (plan) => `هل تريد إلغاء ${own(plan)}؟`,
  cancelsOn: (day) =>
    `يمكنك استخدامه حتى ${own(day)} وتغيير رأيك حتى ذلك الحين. ولن يُخصم منك شيء بعد الآن.`,
  cancelResumes: (day) =>
    `ينتهي الإيقاف المؤقت كي تستخدم الوقت المدفوع حتى ${own(day)}. ولن يُخصم منك شيء.`,
  cancelsNow: 'ينتهي الاشتراك فورًا ولا يمكن التراجع عن ذلك. ولن يُخصم منك شيء بعد الآن.',
  whyCancel: 'ما سبب الإلغاء؟',
  reasons: {
    too_expensive: 'السعر مرتفع جدًا',
    unused: 'لا أستخدمه بما يكفي',
    missing_features: 'ينقصه شيء أحتاج إليه',
    switched_service: 'سأنتقل إلى خدمة أخرى',
    low_quality: 'لا يعمل كما توقعت',
    customer_service: 'لم أكن راضيًا عن الدعم',
    too_complex: 'استخدامه صعب جدًا',
    other: 'سبب آخر',
  },
  chooseReason: 'اختر أحد هذه الأسباب أو لا تختر شيئًا.',
  comment: 'ما الذي يمكن تحسينه؟',
  checkComment: (most) =>
    n(most, {
      zero: `أدخل ${most} حرف على الأكثر.`,
      one: 'أدخل حرفًا واحدًا على الأكثر.',
      two: 'أدخل حرفين على الأكثر.',
      few: `أدخل ${most} أحرف على الأكثر.`,
      many: `أدخل ${most} حرفًا على الأكثر.`,
      other: `أدخل ${most} حرف على الأكثر.`,
    }),
  keep: 'الاحتفاظ باشتراكي',

  offerTitle: (off) => `ابقَ معنا واحصل على خصم ${own(off)}`,
  offerNext: ({ amount, full, day }) =>
    `دفعتك التالية في ${own(day)} هي ${own(amount)} بدلًا من ${own(full)}.`,
  offerMonths: (months) => `يسري الخصم ${forMonths(months)}.`,
  offerForever: 'يسري الخصم ما دمت مشتركًا.',
  offerAccept: 'قبول العرض',
};
