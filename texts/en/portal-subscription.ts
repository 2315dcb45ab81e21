import { plural } from '../plural.ts';

const n = plural('en');

interface AmountAndDay {
  amount: string;
  day: string;
}

/** What the portal says about subscriptions: how they are, and how they change, pause and end. */
export const portalSubscription = {
  // How it is, in a word.
  subscriptionStatus: {
    trialing: 'Free trial',
    active: 'Active',
    ending: 'Canceled',
    past_due: 'Payment failed',
    paused: 'Paused',
    canceled: 'Ended',
  },
  // And in a sentence.
  nextPaymentOn: ({ amount, day }: AmountAndDay) => `Next payment: ${amount} on ${day}.`,
  nextPaymentWithTax: ({ amount, day }: AmountAndDay) =>
    `Next payment: ${amount} including tax on ${day}.`,
  paidUntil: (day: string) => `Paid until ${day}.`,
  trialUntil: (day: string) => `Free until ${day}.`,
  endsOn: (day: string) => `Ends on ${day}. You can use it until then.`,
  endedOn: (day: string) => `Ended on ${day}.`,
  pausedUntil: (day: string) => `Paused. It resumes on ${day}.`,
  pausedByYou: 'Paused until you resume it.',
  pausedByShop: (shop: string) => `Paused by ${shop}. Contact them to resume it.`,
  pausedUnpaid: 'Paused because a payment failed.',
  /** `€20.00 a month`, with `every` as shared.every says it. */
  priceEvery: ({ amount, every }: { amount: string; every: string }) => `${amount} ${every}`,
  priceEach: ({ amount, every }: { amount: string; every: string }) => `${amount} ${every}, each`,
  plusTax: (price: string) => `${price} plus tax`,
  times: ({ name, quantity }: { name: string; quantity: number }) => `${name} × ${quantity}`,

  // A payment that failed: first on the page, with its button.
  paymentFailed: 'Payment failed',
  couldNotCharge: ({ amount, plan }: { amount: string; plan: string }) =>
    `We could not charge ${amount} for ${plan}.`,
  triedAgainOn: (day: string) => `We will try again on ${day}.`,
  notTriedAgain: 'We will not try this card again.',
  payAmount: (amount: string) => `Pay ${amount}`,
  cardExpiresSoon: 'Your card expires soon',
  cardExpiresBefore: ({ card, day }: { card: string; day: string }) =>
    `${card} expires before your next payment on ${day}.`,

  // The page of one.
  manage: 'Manage',
  /** The name of the button, read out. */
  managePlan: (plan: string) => `Manage ${plan}`,
  price: 'Price',
  quantity: 'Quantity',
  nextPayment: 'Next payment',
  none: 'None',
  amountOn: ({ amount, day }: AmountAndDay) => `${amount} on ${day}`,
  amountWithTaxOn: ({ amount, day }: AmountAndDay) => `${amount} including tax on ${day}`,
  discount: 'Discount',
  discountUntil: ({ code, day }: { code: string; day: string }) => `${code}, until ${day}`,
  credit: 'Credit',
  creditIsUsed: (amount: string) => `${amount}, used for your next payments`,
  owed: 'Owed',
  owedIsAdded: (amount: string) => `${amount}, added to your next payment`,
  plannedChange: 'Planned change',
  plannedFrom: ({ plan, day }: { plan: string; day: string }) => `${plan} from ${day}`,

  // Changing plan or quantity.
  changePlan: 'Change plan',
  changePlanOrQuantity: 'Change plan or quantity',
  changeQuantity: 'Change quantity',
  plan: 'Plan',
  currentPlan: 'Your plan',
  nearestPlans: (shop: string) =>
    `These are the plans closest to yours. Ask ${shop} about other plans.`,
  reviewChange: 'Review change',
  nothingChangesYet: 'Nothing changes until you confirm.',
  chooseOnePlan: 'Choose one of these plans.',
  checkQuantity: (most: string) => `Enter a whole number from 1 to ${most}.`,
  quantityIsFixed: 'The quantity cannot be changed here. Contact the shop.',
  nothingChosen: 'This is what you have now. Choose something else to see what it costs.',
  changeTo: (plan: string) => `Change to ${plan}`,
  youHave: (plan: string) => `You have ${plan} now. The change takes effect when you confirm.`,
  endsTrial: ({ amount, day }: AmountAndDay) =>
    `This change ends your free trial, which would last until ${day}. ${amount} is charged today.`,
  endsTrialFree: (day: string) =>
    `This change ends your free trial, which would last until ${day}.`,
  dearerEndsTrial:
    'Something dearer ends your free trial and is charged today. ' +
    'You see the amount before you confirm.',
  now: 'Due today',
  nothingDueNow: 'Nothing is charged today.',
  chargedNow: 'Charged today',
  creditAfter: (amount: string) =>
    `Your credit after this: ${amount}. It is used for your next payments.`,
  nextPaymentDay: (day: string) => `Next payment on ${day}`,
  chargedThen: 'Charged then',
  cardIsCharged: (card: string) => `Charged to ${card}.`,
  cardNeeded: 'There is no card on file. Add one first.',
  confirmAndPay: (amount: string) => `Confirm and pay ${amount}`,
  confirmChange: 'Confirm change',
  amountChanged: 'The amount has changed',
  checkAmount: 'You have not been charged. Check the new amount.',

  // Pausing and resuming.
  pause: 'Pause subscription',
  pauseShort: 'Pause',
  pauseText: 'Take a break. You are not charged, and your paid time is kept.',
  pausePlan: (plan: string) => `Pause ${plan}?`,
  pauseMeans:
    'While it is paused you are not charged and cannot use it. The time you have ' +
    'paid for is kept, and continues when you resume.',
  pauseDropsChange: (change: string) => `Your planned change (${change}) is dropped.`,
  pauseOnce: 'You can pause once in each period you have paid for.',
  pauseUsed: ({ day }: { day: string }) =>
    `You have already paused in this period. You can pause again after ${day}.`,
  pauseHowLong: 'For how long?',
  pauseMonths: ({ months, day }: { months: number; day: string }) =>
    n(months, { one: `${months} month, until ${day}`, other: `${months} months, until ${day}` }),
  pauseOpen: 'Until I resume it',
  notNow: 'Not now',
  resume: 'Resume subscription',
  resumeShort: 'Resume',
  resumePlan: (plan: string) => `Resume ${plan}?`,
  resumeMeans: 'You can use it again at once. Your paid time continues where it stopped.',
  resumeCharges: ({ amount, every }: { amount: string; every: string }) =>
    `A new period starts today. You pay ${amount} now, and then ${every}.`,
  payAndResume: (amount: string) => `Pay ${amount} and resume`,
  stillPaused: 'Your subscription is still paused.',

  // Canceling.
  cancel: 'Cancel subscription',
  cancelText: 'You can use it until the end of the time you have paid for.',
  cancelTrialText: 'You can use it until the trial ends. Nothing is charged.',
  cancelPlan: (plan: string) => `Cancel ${plan}?`,
  cancelsOn: (day: string) =>
    `You can use it until ${day}, and change your mind until then. You will not be charged again.`,
  cancelResumes: (day: string) =>
    `Your pause ends, so that you can use the time you have paid for until ${day}. ` +
    'You will not be charged again.',
  cancelsNow: 'It ends at once, which cannot be undone. You will not be charged again.',
  whyCancel: 'Why are you canceling?',
  reasons: {
    too_expensive: 'It is too expensive',
    unused: 'I do not use it enough',
    missing_features: 'Something I need is missing',
    switched_service: 'I am switching to something else',
    low_quality: 'It does not work as well as I expected',
    customer_service: 'I was not happy with the support',
    too_complex: 'It is too hard to use',
    other: 'Another reason',
  },
  chooseReason: 'Choose one of these reasons, or none.',
  comment: 'What could be better?',
  checkComment: (most: number) => `Enter at most ${most} characters.`,
  keep: 'Keep my subscription',

  // What the seller offers to those who are about to leave.
  offerTitle: (off: string) => `Stay and get ${off} off`,
  offerNext: ({ amount, full, day }: AmountAndDay & { full: string }) =>
    `Your next payment on ${day} is ${amount} instead of ${full}.`,
  offerMonths: (months: number) =>
    n(months, {
      one: `The discount applies for ${months} month.`,
      other: `The discount applies for ${months} months.`,
    }),
  offerForever: 'The discount applies for as long as you stay subscribed.',
  offerAccept: 'Accept offer',
};
