import type { portalSubscription as english } from '../en/portal-subscription.ts';
import { plural } from '../plural.ts';

const n = plural('nl');

export const portalSubscription: typeof english = {
  subscriptionStatus: {
    trialing: 'Gratis proefperiode',
    active: 'Actief',
    ending: 'Opgezegd',
    past_due: 'Betaling mislukt',
    paused: 'Gepauzeerd',
    canceled: 'Beëindigd',
  },
  nextPaymentOn: ({ amount, day }) => `Volgende betaling: ${amount} op ${day}.`,
  nextPaymentWithTax: ({ amount, day }) =>
    `Volgende betaling: ${amount} inclusief belasting op ${day}.`,
  paidUntil: (day) => `Betaald tot ${day}.`,
  trialUntil: (day) => `Gratis tot ${day}.`,
  endsOn: (day) => `Eindigt op ${day}. Tot dan kunt u het gebruiken.`,
  endedOn: (day) => `Geëindigd op ${day}.`,
  pausedUntil: (day) => `Gepauzeerd. Het wordt hervat op ${day}.`,
  pausedByYou: 'Gepauzeerd totdat u het hervat.',
  pausedByShop: (shop) => `Gepauzeerd door ${shop}. Neem contact op om het te hervatten.`,
  pausedUnpaid: 'Gepauzeerd omdat een betaling is mislukt.',
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  priceEach: ({ amount, every }) => `${amount} ${every}, per stuk`,
  plusTax: (price) => `${price} plus belasting`,
  times: ({ name, quantity }) => `${name} × ${quantity}`,

  paymentFailed: 'Betaling mislukt',
  couldNotCharge: ({ amount, plan }) => `We konden ${amount} voor ${plan} niet afschrijven.`,
  triedAgainOn: (day) => `We proberen het op ${day} opnieuw.`,
  notTriedAgain: 'We proberen deze kaart niet opnieuw.',
  payAmount: (amount) => `${amount} betalen`,
  cardExpiresSoon: 'Uw kaart verloopt binnenkort',
  cardExpiresBefore: ({ card, day }) => `${card} verloopt vóór uw volgende betaling op ${day}.`,

  manage: 'Beheren',
  managePlan: (plan) => `${plan} beheren`,
  price: 'Prijs',
  quantity: 'Aantal',
  nextPayment: 'Volgende betaling',
  none: 'Geen',
  amountOn: ({ amount, day }) => `${amount} op ${day}`,
  amountWithTaxOn: ({ amount, day }) => `${amount} inclusief belasting op ${day}`,
  discount: 'Korting',
  discountUntil: ({ code, day }) => `${code}, tot ${day}`,
  credit: 'Tegoed',
  creditIsUsed: (amount) => `${amount}, wordt gebruikt voor uw volgende betalingen`,
  owed: 'Verschuldigd',
  owedIsAdded: (amount) => `${amount}, komt bij uw volgende betaling`,
  plannedChange: 'Geplande wijziging',
  plannedFrom: ({ plan, day }) => `${plan} vanaf ${day}`,

  changePlan: 'Abonnement wijzigen',
  changePlanOrQuantity: 'Abonnement of aantal wijzigen',
  changeQuantity: 'Aantal wijzigen',
  plan: 'Abonnement',
  currentPlan: 'Uw abonnement',
  nearestPlans: (shop) =>
    `Deze abonnementen liggen het dichtst bij het uwe. Vraag ${shop} naar andere.`,
  reviewChange: 'Wijziging bekijken',
  nothingChangesYet: 'Er verandert niets totdat u bevestigt.',
  chooseOnePlan: 'Kies een van deze abonnementen.',
  checkQuantity: (most) => `Voer een geheel getal van 1 tot ${most} in.`,
  quantityIsFixed: 'Het aantal kan hier niet worden gewijzigd. Neem contact op met de winkel.',
  nothingChosen: 'Dit hebt u nu. Kies iets anders om te zien wat het kost.',
  changeTo: (plan) => `Wijzigen naar ${plan}`,
  youHave: (plan) => `U hebt nu ${plan}. De wijziging gaat in zodra u bevestigt.`,
  endsTrial: ({ amount, day }) =>
    `Deze wijziging beëindigt uw gratis proefperiode, die tot ${day} zou duren. ` +
    `Vandaag wordt ${amount} afgeschreven.`,
  endsTrialFree: (day) =>
    `Deze wijziging beëindigt uw gratis proefperiode, die tot ${day} zou duren.`,
  dearerEndsTrial:
    'Iets duurders beëindigt uw gratis proefperiode en wordt vandaag afgeschreven. ' +
    'U ziet het bedrag voordat u bevestigt.',
  now: 'Vandaag te betalen',
  nothingDueNow: 'Vandaag wordt er niets afgeschreven.',
  chargedNow: 'Vandaag afgeschreven',
  creditAfter: (amount) =>
    `Uw tegoed hierna: ${amount}. Het wordt voor uw volgende betalingen gebruikt.`,
  nextPaymentDay: (day) => `Volgende betaling op ${day}`,
  chargedThen: 'Dan afgeschreven',
  cardIsCharged: (card) => `Wordt afgeschreven van ${card}.`,
  cardNeeded: 'Er is geen kaart opgeslagen. Voeg er eerst een toe.',
  confirmAndPay: (amount) => `Bevestigen en ${amount} betalen`,
  confirmChange: 'Wijziging bevestigen',
  amountChanged: 'Het bedrag is gewijzigd',
  checkAmount: 'Er is niets afgeschreven. Controleer het nieuwe bedrag.',

  pause: 'Abonnement pauzeren',
  pauseShort: 'Pauzeren',
  pauseText: 'Neem een pauze. Er wordt niets afgeschreven en uw betaalde tijd blijft behouden.',
  pausePlan: (plan) => `${plan} pauzeren?`,
  pauseMeans:
    'Tijdens de pauze wordt er niets afgeschreven en kunt u het niet gebruiken. ' +
    'De tijd die u hebt betaald, blijft behouden en loopt door zodra u hervat.',
  pauseDropsChange: (change) => `Uw geplande wijziging (${change}) vervalt.`,
  pauseOnce: 'U kunt in elke betaalde periode één keer pauzeren.',
  pauseUsed: ({ day }) => `U hebt in deze periode al gepauzeerd. Na ${day} kan het weer.`,
  pauseHowLong: 'Voor hoelang?',
  pauseMonths: ({ months, day }) =>
    n(months, { one: `${months} maand, tot ${day}`, other: `${months} maanden, tot ${day}` }),
  pauseOpen: 'Totdat ik het hervat',
  notNow: 'Niet nu',
  resume: 'Abonnement hervatten',
  resumeShort: 'Hervatten',
  resumePlan: (plan) => `${plan} hervatten?`,
  resumeMeans: 'U kunt het meteen weer gebruiken. Uw betaalde tijd loopt door waar die stopte.',
  resumeCharges: ({ amount, every }) =>
    `Vandaag begint een nieuwe periode. U betaalt nu ${amount} en daarna ${every}.`,
  payAndResume: (amount) => `${amount} betalen en hervatten`,
  stillPaused: 'Uw abonnement is nog gepauzeerd.',

  cancel: 'Abonnement opzeggen',
  cancelText: 'U kunt het gebruiken tot het einde van de tijd die u hebt betaald.',
  cancelTrialText:
    'U kunt het gebruiken tot het einde van de proefperiode. Er wordt niets afgeschreven.',
  cancelPlan: (plan) => `${plan} opzeggen?`,
  cancelsOn: (day) =>
    `U kunt het gebruiken tot ${day} en u tot dan bedenken. Er wordt niets meer afgeschreven.`,
  cancelResumes: (day) =>
    `Uw pauze eindigt, zodat u de betaalde tijd tot ${day} kunt gebruiken. ` +
    'Er wordt niets meer afgeschreven.',
  cancelsNow:
    'Het eindigt meteen en dat kan niet ongedaan worden gemaakt. Er wordt niets meer afgeschreven.',
  whyCancel: 'Waarom zegt u op?',
  reasons: {
    too_expensive: 'Het is te duur',
    unused: 'Ik gebruik het te weinig',
    missing_features: 'Er ontbreekt iets wat ik nodig heb',
    switched_service: 'Ik stap over op iets anders',
    low_quality: 'Het werkt niet zo goed als ik had verwacht',
    customer_service: 'Ik was niet tevreden over de ondersteuning',
    too_complex: 'Het is te moeilijk in gebruik',
    other: 'Een andere reden',
  },
  chooseReason: 'Kies een van deze redenen, of geen.',
  comment: 'Wat kan er beter?',
  checkComment: (most) => `Voer hoogstens ${most} tekens in.`,
  keep: 'Mijn abonnement behouden',

  offerTitle: (off) => `Blijf en krijg ${off} korting`,
  offerNext: ({ amount, full, day }) =>
    `Uw volgende betaling op ${day} is ${amount} in plaats van ${full}.`,
  offerMonths: (months) =>
    n(months, {
      one: `De korting geldt ${months} maand.`,
      other: `De korting geldt ${months} maanden.`,
    }),
  offerForever: 'De korting geldt zolang u geabonneerd blijft.',
  offerAccept: 'Aanbod aannemen',
};
