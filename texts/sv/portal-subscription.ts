import type { portalSubscription as english } from '../en/portal-subscription.ts';
import { plural } from '../plural.ts';

const n = plural('sv');

export const portalSubscription: typeof english = {
  subscriptionStatus: {
    trialing: 'Kostnadsfri provperiod',
    active: 'Aktivt',
    ending: 'Uppsagt',
    past_due: 'Betalningen misslyckades',
    paused: 'Pausat',
    canceled: 'Avslutat',
  },
  nextPaymentOn: ({ amount, day }) => `Nästa betalning: ${amount} den ${day}.`,
  nextPaymentWithTax: ({ amount, day }) => `Nästa betalning: ${amount} inklusive skatt den ${day}.`,
  paidUntil: (day) => `Betalt till den ${day}.`,
  trialUntil: (day) => `Kostnadsfritt till den ${day}.`,
  endsOn: (day) => `Slutar den ${day}. Du kan använda det till dess.`,
  endedOn: (day) => `Slutade den ${day}.`,
  pausedUntil: (day) => `Pausat. Det återupptas den ${day}.`,
  pausedByYou: 'Pausat tills du återupptar det.',
  pausedByShop: (shop) => `Pausat av ${shop}. Kontakta dem för att återuppta det.`,
  pausedUnpaid: 'Pausat eftersom en betalning misslyckades.',
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  priceEach: ({ amount, every }) => `${amount} ${every}, styck`,
  plusTax: (price) => `${price} plus skatt`,
  times: ({ name, quantity }) => `${name} × ${quantity}`,

  paymentFailed: 'Betalningen misslyckades',
  couldNotCharge: ({ amount, plan }) => `Vi kunde inte dra ${amount} för ${plan}.`,
  triedAgainOn: (day) => `Vi försöker igen den ${day}.`,
  notTriedAgain: 'Vi försöker inte med det här kortet igen.',
  payAmount: (amount) => `Betala ${amount}`,
  cardExpiresSoon: 'Ditt kort går snart ut',
  cardExpiresBefore: ({ card, day }) => `${card} går ut före din nästa betalning den ${day}.`,

  manage: 'Hantera',
  managePlan: (plan) => `Hantera ${plan}`,
  price: 'Pris',
  quantity: 'Antal',
  nextPayment: 'Nästa betalning',
  none: 'Ingen',
  amountOn: ({ amount, day }) => `${amount} den ${day}`,
  amountWithTaxOn: ({ amount, day }) => `${amount} inklusive skatt den ${day}`,
  discount: 'Rabatt',
  discountUntil: ({ code, day }) => `${code}, till den ${day}`,
  credit: 'Tillgodohavande',
  creditIsUsed: (amount) => `${amount}, används för dina nästa betalningar`,
  owed: 'Skuld',
  owedIsAdded: (amount) => `${amount}, läggs till din nästa betalning`,
  plannedChange: 'Planerad ändring',
  plannedFrom: ({ plan, day }) => `${plan} från den ${day}`,

  changePlan: 'Byt abonnemang',
  changePlanOrQuantity: 'Ändra abonnemang eller antal',
  changeQuantity: 'Ändra antal',
  plan: 'Abonnemang',
  currentPlan: 'Ditt abonnemang',
  nearestPlans: (shop) =>
    `Det här är abonnemangen som ligger närmast ditt. Fråga ${shop} om andra.`,
  reviewChange: 'Granska ändringen',
  nothingChangesYet: 'Inget ändras förrän du bekräftar.',
  chooseOnePlan: 'Välj ett av de här abonnemangen.',
  checkQuantity: (most) => `Ange ett heltal från 1 till ${most}.`,
  quantityIsFixed: 'Antalet kan inte ändras här. Kontakta butiken.',
  nothingChosen: 'Det här har du nu. Välj något annat för att se vad det kostar.',
  changeTo: (plan) => `Byt till ${plan}`,
  youHave: (plan) => `Du har ${plan} nu. Ändringen börjar gälla när du bekräftar.`,
  endsTrial: ({ amount, day }) =>
    `Ändringen avslutar din kostnadsfria provperiod, som skulle vara till den ${day}. ` +
    `${amount} dras i dag.`,
  endsTrialFree: (day) =>
    `Ändringen avslutar din kostnadsfria provperiod, som skulle vara till den ${day}.`,
  dearerEndsTrial:
    'Något dyrare avslutar din kostnadsfria provperiod och dras i dag. ' +
    'Du ser beloppet innan du bekräftar.',
  now: 'Att betala i dag',
  nothingDueNow: 'Inget dras i dag.',
  chargedNow: 'Dras i dag',
  creditAfter: (amount) =>
    `Ditt tillgodohavande efter detta: ${amount}. Det används för dina nästa betalningar.`,
  nextPaymentDay: (day) => `Nästa betalning den ${day}`,
  chargedThen: 'Dras då',
  cardIsCharged: (card) => `Dras från ${card}.`,
  cardNeeded: 'Det finns inget sparat kort. Lägg till ett först.',
  confirmAndPay: (amount) => `Bekräfta och betala ${amount}`,
  confirmChange: 'Bekräfta ändringen',
  amountChanged: 'Beloppet har ändrats',
  checkAmount: 'Inget har dragits. Kontrollera det nya beloppet.',

  pause: 'Pausa abonnemanget',
  pauseShort: 'Pausa',
  pauseText: 'Ta en paus. Inget dras, och den tid du har betalat för finns kvar.',
  pausePlan: (plan) => `Pausa ${plan}?`,
  pauseMeans:
    'Under pausen dras inget och du kan inte använda abonnemanget. ' +
    'Den tid du har betalat för finns kvar och fortsätter när du återupptar det.',
  pauseDropsChange: (change) => `Din planerade ändring (${change}) stryks.`,
  pauseOnce: 'Du kan pausa en gång under varje period du har betalat för.',
  pauseUsed: ({ day }) =>
    `Du har redan pausat under den här perioden. Du kan pausa igen efter den ${day}.`,
  pauseHowLong: 'Hur länge?',
  pauseMonths: ({ months, day }) =>
    n(months, {
      one: `${months} månad, till den ${day}`,
      other: `${months} månader, till den ${day}`,
    }),
  pauseOpen: 'Tills jag återupptar det',
  notNow: 'Inte nu',
  resume: 'Återuppta abonnemanget',
  resumeShort: 'Återuppta',
  resumePlan: (plan) => `Återuppta ${plan}?`,
  resumeMeans: 'Du kan använda det igen på en gång. Din betalda tid fortsätter där den stannade.',
  resumeCharges: ({ amount, every }) =>
    `En ny period börjar i dag. Du betalar ${amount} nu och sedan ${every}.`,
  payAndResume: (amount) => `Betala ${amount} och återuppta`,
  stillPaused: 'Ditt abonnemang är fortfarande pausat.',

  cancel: 'Säg upp abonnemanget',
  cancelText: 'Du kan använda det till slutet av den tid du har betalat för.',
  cancelTrialText: 'Du kan använda det till slutet av provperioden. Inget debiteras.',
  cancelPlan: (plan) => `Säga upp ${plan}?`,
  cancelsOn: (day) =>
    `Du kan använda det till den ${day} och ångra dig till dess. Inget mer kommer att dras.`,
  cancelResumes: (day) =>
    `Pausen avslutas, så att du kan använda den betalda tiden till den ${day}. ` +
    'Inget mer kommer att dras.',
  cancelsNow: 'Det avslutas genast och kan inte ångras. Inget mer kommer att dras.',
  whyCancel: 'Varför säger du upp?',
  reasons: {
    too_expensive: 'Det är för dyrt',
    unused: 'Jag använder det för lite',
    missing_features: 'Något jag behöver saknas',
    switched_service: 'Jag byter till något annat',
    low_quality: 'Det fungerar inte så bra som jag väntade mig',
    customer_service: 'Jag var inte nöjd med supporten',
    too_complex: 'Det är för svårt att använda',
    other: 'Annan anledning',
  },
  chooseReason: 'Välj en av anledningarna, eller ingen.',
  comment: 'Vad kan bli bättre?',
  checkComment: (most) => `Ange högst ${most} tecken.`,
  keep: 'Behåll mitt abonnemang',

  offerTitle: (off) => `Stanna kvar och få ${off} rabatt`,
  offerNext: ({ amount, full, day }) =>
    `Din nästa betalning den ${day} blir ${amount} i stället för ${full}.`,
  offerMonths: (months) =>
    n(months, {
      one: `Rabatten gäller i ${months} månad.`,
      other: `Rabatten gäller i ${months} månader.`,
    }),
  offerForever: 'Rabatten gäller så länge du har kvar abonnemanget.',
  offerAccept: 'Ta emot erbjudandet',
};
