import type { portalSubscription as english } from '../en/portal-subscription.ts';
import { plural } from '../plural.ts';

const n = plural('de');

export const portalSubscription: typeof english = {
  subscriptionStatus: {
    trialing: 'Testphase',
    active: 'Aktiv',
    ending: 'Gekündigt',
    past_due: 'Zahlung fehlgeschlagen',
    paused: 'Pausiert',
    canceled: 'Beendet',
  },
  nextPaymentOn: ({ amount, day }) => `Nächste Zahlung: ${amount} am ${day}.`,
  nextPaymentWithTax: ({ amount, day }) => `Nächste Zahlung: ${amount} inkl. Steuer am ${day}.`,
  paidUntil: (day) => `Bezahlt bis zum ${day}.`,
  trialUntil: (day) => `Kostenlos bis zum ${day}.`,
  endsOn: (day) => `Endet am ${day}. Bis dahin können Sie es nutzen.`,
  endedOn: (day) => `Beendet am ${day}.`,
  pausedUntil: (day) => `Pausiert. Läuft am ${day} weiter.`,
  pausedByYou: 'Pausiert, bis Sie es fortsetzen.',
  pausedByShop: (shop) => `Von ${shop} pausiert. Wenden Sie sich an den Shop, um es fortzusetzen.`,
  pausedUnpaid: 'Pausiert, weil eine Zahlung fehlgeschlagen ist.',
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  priceEach: ({ amount, every }) => `je ${amount} ${every}`,
  plusTax: (price) => `${price} zzgl. Steuer`,
  times: ({ name, quantity }) => `${name} × ${quantity}`,

  paymentFailed: 'Zahlung fehlgeschlagen',
  couldNotCharge: ({ amount, plan }) => `Wir konnten ${amount} für ${plan} nicht abbuchen.`,
  triedAgainOn: (day) => `Wir versuchen es am ${day} noch einmal.`,
  notTriedAgain: 'Wir versuchen es mit dieser Karte nicht noch einmal.',
  payAmount: (amount) => `${amount} zahlen`,
  cardExpiresSoon: 'Ihre Karte läuft bald ab',
  cardExpiresBefore: ({ card, day }) => `${card} läuft vor Ihrer nächsten Zahlung am ${day} ab.`,

  manage: 'Verwalten',
  managePlan: (plan) => `${plan} verwalten`,
  price: 'Preis',
  quantity: 'Menge',
  nextPayment: 'Nächste Zahlung',
  none: 'Keine',
  amountOn: ({ amount, day }) => `${amount} am ${day}`,
  amountWithTaxOn: ({ amount, day }) => `${amount} inkl. Steuer am ${day}`,
  discount: 'Rabatt',
  discountUntil: ({ code, day }) => `${code}, bis zum ${day}`,
  credit: 'Guthaben',
  creditIsUsed: (amount) => `${amount}, wird für Ihre nächsten Zahlungen verwendet`,
  owed: 'Offen',
  owedIsAdded: (amount) => `${amount}, kommt zu Ihrer nächsten Zahlung hinzu`,
  plannedChange: 'Geplante Änderung',
  plannedFrom: ({ plan, day }) => `${plan} ab dem ${day}`,

  changePlan: 'Tarif ändern',
  changePlanOrQuantity: 'Tarif oder Menge ändern',
  changeQuantity: 'Menge ändern',
  plan: 'Tarif',
  currentPlan: 'Ihr Tarif',
  nearestPlans: (shop) =>
    `Diese Tarife sind Ihrem am nächsten. Fragen Sie ${shop} nach anderen Tarifen.`,
  reviewChange: 'Änderung prüfen',
  nothingChangesYet: 'Es ändert sich nichts, bis Sie bestätigen.',
  chooseOnePlan: 'Wählen Sie einen dieser Tarife.',
  checkQuantity: (most) => `Geben Sie eine ganze Zahl von 1 bis ${most} ein.`,
  quantityIsFixed: 'Die Menge kann hier nicht geändert werden. Wenden Sie sich an den Shop.',
  nothingChosen: 'Das haben Sie jetzt. Wählen Sie etwas anderes, um zu sehen, was es kostet.',
  changeTo: (plan) => `Zu ${plan} wechseln`,
  youHave: (plan) => `Jetzt haben Sie ${plan}. Die Änderung gilt, sobald Sie bestätigen.`,
  endsTrial: ({ amount, day }) =>
    `Diese Änderung beendet Ihre kostenlose Testphase, die bis zum ${day} dauern würde. ` +
    `${amount} werden heute abgebucht.`,
  endsTrialFree: (day) =>
    `Diese Änderung beendet Ihre kostenlose Testphase, die bis zum ${day} dauern würde.`,
  dearerEndsTrial:
    'Etwas Teureres beendet Ihre kostenlose Testphase und wird heute abgebucht. ' +
    'Sie sehen den Betrag, bevor Sie bestätigen.',
  now: 'Heute fällig',
  nothingDueNow: 'Heute wird nichts abgebucht.',
  chargedNow: 'Heute abgebucht',
  creditAfter: (amount) =>
    `Ihr Guthaben danach: ${amount}. Es wird für Ihre nächsten Zahlungen verwendet.`,
  nextPaymentDay: (day) => `Nächste Zahlung am ${day}`,
  chargedThen: 'Dann abgebucht',
  cardIsCharged: (card) => `Wird von ${card} abgebucht.`,
  cardNeeded: 'Es ist keine Karte hinterlegt. Fügen Sie zuerst eine hinzu.',
  confirmAndPay: (amount) => `Bestätigen und ${amount} zahlen`,
  confirmChange: 'Änderung bestätigen',
  amountChanged: 'Der Betrag hat sich geändert',
  checkAmount: 'Es wurde nichts abgebucht. Prüfen Sie den neuen Betrag.',

  pause: 'Abonnement pausieren',
  pauseShort: 'Pausieren',
  pauseText:
    'Machen Sie eine Pause. Es wird nichts abgebucht, und Ihre bezahlte Zeit bleibt erhalten.',
  pausePlan: (plan) => `${plan} pausieren?`,
  pauseMeans:
    'Während der Pause wird nichts abgebucht, und Sie können es nicht nutzen. Die Zeit, die Sie ' +
    'bezahlt haben, bleibt erhalten und läuft weiter, sobald Sie es fortsetzen.',
  pauseDropsChange: (change) => `Ihre geplante Änderung (${change}) entfällt.`,
  pauseOnce: 'Sie können einmal in jedem bezahlten Zeitraum pausieren.',
  pauseUsed: ({ day }) =>
    `Sie haben in diesem Zeitraum schon pausiert. Nach dem ${day} können Sie wieder pausieren.`,
  pauseHowLong: 'Wie lange?',
  pauseMonths: ({ months, day }) =>
    n(months, {
      one: `${months} Monat, bis zum ${day}`,
      other: `${months} Monate, bis zum ${day}`,
    }),
  pauseOpen: 'Bis ich es fortsetze',
  notNow: 'Nicht jetzt',
  resume: 'Abonnement fortsetzen',
  resumeShort: 'Fortsetzen',
  resumePlan: (plan) => `${plan} fortsetzen?`,
  resumeMeans:
    'Sie können es sofort wieder nutzen. ' +
    'Ihre bezahlte Zeit läuft dort weiter, wo sie stehen blieb.',
  resumeCharges: ({ amount, every }) =>
    `Heute beginnt ein neuer Zeitraum. Sie zahlen ${amount} ${every}, zum ersten Mal jetzt.`,
  payAndResume: (amount) => `${amount} zahlen und fortsetzen`,
  stillPaused: 'Ihr Abonnement ist weiterhin pausiert.',

  cancel: 'Abonnement kündigen',
  cancelText: 'Sie können es bis zum Ende der bezahlten Zeit nutzen.',
  cancelTrialText: 'Sie können es bis zum Ende der Testphase nutzen. Es wird nichts abgebucht.',
  cancelPlan: (plan) => `${plan} kündigen?`,
  cancelsOn: (day) =>
    `Sie können es bis zum ${day} nutzen und es sich bis dahin anders überlegen. ` +
    'Es wird nichts mehr abgebucht.',
  cancelResumes: (day) =>
    `Ihre Pause endet, damit Sie die bezahlte Zeit bis zum ${day} nutzen können. ` +
    'Es wird nichts mehr abgebucht.',
  cancelsNow:
    'Es endet sofort. Das kann nicht rückgängig gemacht werden. Es wird nichts mehr abgebucht.',
  whyCancel: 'Warum kündigen Sie?',
  reasons: {
    too_expensive: 'Es ist zu teuer',
    unused: 'Ich nutze es zu wenig',
    missing_features: 'Mir fehlt etwas, das ich brauche',
    switched_service: 'Ich wechsle zu etwas anderem',
    low_quality: 'Es funktioniert nicht so gut wie erwartet',
    customer_service: 'Ich war mit dem Support nicht zufrieden',
    too_complex: 'Es ist zu schwer zu bedienen',
    other: 'Ein anderer Grund',
  },
  chooseReason: 'Wählen Sie einen dieser Gründe oder keinen.',
  comment: 'Was könnte besser sein?',
  checkComment: (most) => `Geben Sie höchstens ${most} Zeichen ein.`,
  keep: 'Abonnement behalten',

  offerTitle: (off) => `Bleiben Sie und erhalten Sie ${off} Rabatt`,
  offerNext: ({ amount, full, day }) =>
    `Ihre nächste Zahlung am ${day} beträgt ${amount} statt ${full}.`,
  offerMonths: (months) =>
    n(months, {
      one: `Der Rabatt gilt ${months} Monat lang.`,
      other: `Der Rabatt gilt ${months} Monate lang.`,
    }),
  offerForever: 'Der Rabatt gilt, solange Sie abonniert haben.',
  offerAccept: 'Angebot annehmen',
};
