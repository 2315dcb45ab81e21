import type { portalSubscription as english } from '../en/portal-subscription.ts';
import { plural } from '../plural.ts';

const n = plural('it');

export const portalSubscription: typeof english = {
  subscriptionStatus: {
    trialing: 'Prova gratuita',
    active: 'Attivo',
    ending: 'Disdetto',
    past_due: 'Pagamento non riuscito',
    paused: 'In pausa',
    canceled: 'Terminato',
  },
  nextPaymentOn: ({ amount, day }) => `Prossimo pagamento: ${amount} il giorno ${day}.`,
  nextPaymentWithTax: ({ amount, day }) =>
    `Prossimo pagamento: ${amount}, imposte incluse, il giorno ${day}.`,
  paidUntil: (day) => `Pagato fino al giorno ${day}.`,
  trialUntil: (day) => `Gratis fino al giorno ${day}.`,
  endsOn: (day) => `Termina il giorno ${day}. Fino ad allora può usarlo.`,
  endedOn: (day) => `Terminato il giorno ${day}.`,
  pausedUntil: (day) => `In pausa. Riprende il giorno ${day}.`,
  pausedByYou: 'In pausa finché non lo riattiva.',
  pausedByShop: (shop) => `Messo in pausa da ${shop}. Contatti il negozio per riattivarlo.`,
  pausedUnpaid: 'In pausa perché un pagamento non è riuscito.',
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  priceEach: ({ amount, every }) => `${amount} ${every}, ciascuno`,
  plusTax: (price) => `${price}, imposte escluse`,
  times: ({ name, quantity }) => `${name} × ${quantity}`,

  paymentFailed: 'Pagamento non riuscito',
  couldNotCharge: ({ amount, plan }) => `Non è stato possibile addebitare ${amount} per ${plan}.`,
  triedAgainOn: (day) => `Riproveremo il giorno ${day}.`,
  notTriedAgain: 'Non riproveremo con questa carta.',
  payAmount: (amount) => `Paga ${amount}`,
  cardExpiresSoon: 'La Sua carta sta per scadere',
  cardExpiresBefore: ({ card, day }) =>
    `${card} scade prima del prossimo pagamento, previsto per il giorno ${day}.`,

  manage: 'Gestisci',
  managePlan: (plan) => `Gestisci ${plan}`,
  price: 'Prezzo',
  quantity: 'Quantità',
  nextPayment: 'Prossimo pagamento',
  none: 'Nessuno',
  amountOn: ({ amount, day }) => `${amount} il giorno ${day}`,
  amountWithTaxOn: ({ amount, day }) => `${amount}, imposte incluse, il giorno ${day}`,
  discount: 'Sconto',
  discountUntil: ({ code, day }) => `${code}, fino al giorno ${day}`,
  credit: 'Credito',
  creditIsUsed: (amount) => `${amount}, usato per i prossimi pagamenti`,
  owed: 'Dovuto',
  owedIsAdded: (amount) => `${amount}, aggiunto al prossimo pagamento`,
  plannedChange: 'Modifica prevista',
  plannedFrom: ({ plan, day }) => `${plan} dal giorno ${day}`,

  changePlan: 'Cambia piano',
  changePlanOrQuantity: 'Cambia piano o quantità',
  changeQuantity: 'Cambia quantità',
  plan: 'Piano',
  currentPlan: 'Il Suo piano',
  nearestPlans: (shop) =>
    `Questi sono i piani più vicini al Suo. Chieda a ${shop} quali altri piani esistono.`,
  reviewChange: 'Rivedi la modifica',
  nothingChangesYet: 'Nulla cambia finché non conferma.',
  chooseOnePlan: 'Scelga uno di questi piani.',
  checkQuantity: (most) => `Inserisca un numero intero da 1 a ${most}.`,
  quantityIsFixed: 'La quantità non può essere modificata qui. Contatti il negozio.',
  nothingChosen: 'Questo è ciò che ha ora. Scelga qualcos’altro per vedere quanto costa.',
  changeTo: (plan) => `Passa a ${plan}`,
  youHave: (plan) => `Ora ha ${plan}. La modifica avrà effetto alla conferma.`,
  endsTrial: ({ amount, day }) =>
    `Questa modifica termina la prova gratuita, che durerebbe fino al giorno ${day}. ` +
    `Oggi vengono addebitati ${amount}.`,
  endsTrialFree: (day) =>
    `Questa modifica termina la prova gratuita, che durerebbe fino al giorno ${day}.`,
  dearerEndsTrial:
    'Una scelta più cara termina la prova gratuita e viene addebitata oggi. ' +
    'Vede l’importo prima di confermare.',
  now: 'Da pagare oggi',
  nothingDueNow: 'Oggi non viene addebitato nulla.',
  chargedNow: 'Addebitato oggi',
  creditAfter: (amount) =>
    `Il Suo credito dopo la modifica: ${amount}. Sarà usato per i prossimi pagamenti.`,
  nextPaymentDay: (day) => `Prossimo pagamento il giorno ${day}`,
  chargedThen: 'Addebitato quel giorno',
  cardIsCharged: (card) => `Addebitato su ${card}.`,
  cardNeeded: 'Non è salvata alcuna carta. Prima ne aggiunga una.',
  confirmAndPay: (amount) => `Conferma e paga ${amount}`,
  confirmChange: 'Conferma la modifica',
  amountChanged: 'L’importo è cambiato',
  checkAmount: 'Non Le è stato addebitato nulla. Controlli il nuovo importo.',

  pause: 'Metti in pausa l’abbonamento',
  pauseShort: 'Metti in pausa',
  pauseText: 'Si prenda una pausa. Non paga nulla e il tempo che ha pagato resta Suo.',
  pausePlan: (plan) => `Mettere in pausa ${plan}?`,
  pauseMeans:
    'Durante la pausa non paga nulla e non può usarlo. Il tempo che ha pagato resta Suo e ' +
    'riprende quando lo riattiva.',
  pauseDropsChange: (change) => `La modifica prevista (${change}) viene annullata.`,
  pauseOnce: 'Può fare una pausa in ogni periodo pagato.',
  pauseUsed: ({ day }) =>
    `Ha già fatto una pausa in questo periodo. Potrà farne un’altra dopo il giorno ${day}.`,
  pauseHowLong: 'Per quanto tempo?',
  pauseMonths: ({ months, day }) =>
    n(months, {
      one: `${months} mese, fino al giorno ${day}`,
      other: `${months} mesi, fino al giorno ${day}`,
    }),
  pauseOpen: 'Finché non lo riattivo',
  notNow: 'Non ora',
  resume: 'Riattiva l’abbonamento',
  resumeShort: 'Riattiva',
  resumePlan: (plan) => `Riattivare ${plan}?`,
  resumeMeans:
    'Può usarlo di nuovo da subito. Il tempo che ha pagato riprende da dove si era fermato.',
  resumeCharges: ({ amount, every }) =>
    `Oggi inizia un nuovo periodo. Paga ${amount} ${every}, la prima volta adesso.`,
  payAndResume: (amount) => `Paga ${amount} e riattiva`,
  stillPaused: 'Il Suo abbonamento è ancora in pausa.',

  cancel: 'Disdici l’abbonamento',
  cancelText: 'Può usarlo fino alla fine del tempo che ha pagato.',
  cancelTrialText: 'Può usarlo fino alla fine della prova. Non verrà addebitato nulla.',
  cancelPlan: (plan) => `Disdire ${plan}?`,
  cancelsOn: (day) =>
    `Può usarlo fino al giorno ${day} e fino ad allora può cambiare idea. ` +
    'Non Le verrà addebitato altro.',
  cancelResumes: (day) =>
    `La pausa termina, così può usare il tempo che ha pagato fino al giorno ${day}. ` +
    'Non Le verrà addebitato altro.',
  cancelsNow: 'Termina subito e non è possibile tornare indietro. Non Le verrà addebitato altro.',
  whyCancel: 'Perché disdice?',
  reasons: {
    too_expensive: 'Costa troppo',
    unused: 'Non lo uso abbastanza',
    missing_features: 'Manca qualcosa che mi serve',
    switched_service: 'Passo a qualcos’altro',
    low_quality: 'Non funziona bene come mi aspettavo',
    customer_service: 'L’assistenza non mi è piaciuta',
    too_complex: 'È troppo difficile da usare',
    other: 'Un altro motivo',
  },
  chooseReason: 'Scelga uno di questi motivi o nessuno.',
  comment: 'Che cosa potremmo migliorare?',
  checkComment: (most) => `Inserisca al massimo ${most} caratteri.`,
  keep: 'Mantieni l’abbonamento',

  offerTitle: (off) => `Resti e ottenga ${off} di sconto`,
  offerNext: ({ amount, full, day }) =>
    `Il prossimo pagamento, il giorno ${day}, sarà di ${amount} invece di ${full}.`,
  offerMonths: (months) =>
    n(months, {
      one: `Lo sconto vale per ${months} mese.`,
      other: `Lo sconto vale per ${months} mesi.`,
    }),
  offerForever: 'Lo sconto vale finché mantiene l’abbonamento.',
  offerAccept: 'Accetta l’offerta',
};
