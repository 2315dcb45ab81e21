import type { portalSubscription as english } from '../en/portal-subscription.ts';

export const portalSubscription: typeof english = {
  subscriptionStatus: {
    trialing: 'Essai gratuit',
    active: 'Actif',
    ending: 'Résilié',
    past_due: 'Paiement échoué',
    paused: 'En pause',
    canceled: 'Terminé',
  },
  nextPaymentOn: ({ amount, day }) => `Prochain paiement : ${amount} le ${day}.`,
  nextPaymentWithTax: ({ amount, day }) =>
    `Prochain paiement : ${amount} taxes comprises le ${day}.`,
  paidUntil: (day) => `Payé jusqu’au ${day}.`,
  trialUntil: (day) => `Gratuit jusqu’au ${day}.`,
  endsOn: (day) => `Se termine le ${day}. Vous pouvez l’utiliser jusque-là.`,
  endedOn: (day) => `Terminé le ${day}.`,
  pausedUntil: (day) => `En pause. Reprend le ${day}.`,
  pausedByYou: 'En pause jusqu’à ce que vous le repreniez.',
  pausedByShop: (shop) => `Mis en pause par ${shop}. Contactez la boutique pour le reprendre.`,
  pausedUnpaid: 'En pause, car un paiement a échoué.',
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  priceEach: ({ amount, every }) => `${amount} ${every}, l’unité`,
  plusTax: (price) => `${price} hors taxes`,
  times: ({ name, quantity }) => `${name} × ${quantity}`,

  paymentFailed: 'Paiement échoué',
  couldNotCharge: ({ amount, plan }) => `Nous n’avons pas pu débiter ${amount} pour ${plan}.`,
  triedAgainOn: (day) => `Nous réessaierons le ${day}.`,
  notTriedAgain: 'Nous ne réessaierons pas avec cette carte.',
  payAmount: (amount) => `Payer ${amount}`,
  cardExpiresSoon: 'Votre carte expire bientôt',
  cardExpiresBefore: ({ card, day }) => `${card} expire avant votre prochain paiement, le ${day}.`,

  manage: 'Gérer',
  managePlan: (plan) => `Gérer ${plan}`,
  price: 'Prix',
  quantity: 'Quantité',
  nextPayment: 'Prochain paiement',
  none: 'Aucun',
  amountOn: ({ amount, day }) => `${amount} le ${day}`,
  amountWithTaxOn: ({ amount, day }) => `${amount} taxes comprises le ${day}`,
  discount: 'Remise',
  discountUntil: ({ code, day }) => `${code}, jusqu’au ${day}`,
  credit: 'Crédit',
  creditIsUsed: (amount) => `${amount}, pour vos prochains paiements`,
  owed: 'Montant dû',
  owedIsAdded: (amount) => `${amount}, à ajouter à votre prochain paiement`,
  plannedChange: 'Changement prévu',
  plannedFrom: ({ plan, day }) => `${plan} à partir du ${day}`,

  changePlan: 'Changer de formule',
  changePlanOrQuantity: 'Changer de formule ou de quantité',
  changeQuantity: 'Changer la quantité',
  plan: 'Formule',
  currentPlan: 'Votre formule',
  nearestPlans: (shop) =>
    `Voici les formules les plus proches de la vôtre. Demandez les autres à ${shop}.`,
  reviewChange: 'Vérifier le changement',
  nothingChangesYet: 'Rien ne change avant votre confirmation.',
  chooseOnePlan: 'Choisissez l’une de ces formules.',
  checkQuantity: (most) => `Saisissez un nombre entier de 1 à ${most}.`,
  quantityIsFixed: 'La quantité ne peut pas être modifiée ici. Contactez la boutique.',
  nothingChosen: 'C’est ce que vous avez déjà. Choisissez autre chose pour en voir le prix.',
  changeTo: (plan) => `Passer à ${plan}`,
  youHave: (plan) =>
    `Vous avez actuellement ${plan}. Le changement prend effet dès votre confirmation.`,
  endsTrial: ({ amount, day }) =>
    `Ce changement met fin à votre essai gratuit, qui durerait jusqu’au ${day}. ` +
    `${amount} sont débités aujourd’hui.`,
  endsTrialFree: (day) =>
    `Ce changement met fin à votre essai gratuit, qui durerait jusqu’au ${day}.`,
  dearerEndsTrial:
    'Un choix plus cher met fin à votre essai gratuit et est débité aujourd’hui. ' +
    'Vous voyez le montant avant de confirmer.',
  now: 'Dû aujourd’hui',
  nothingDueNow: 'Rien n’est débité aujourd’hui.',
  chargedNow: 'Débité aujourd’hui',
  creditAfter: (amount) =>
    `Votre crédit après ce changement : ${amount}. Il servira à vos prochains paiements.`,
  nextPaymentDay: (day) => `Prochain paiement le ${day}`,
  chargedThen: 'Débité ce jour-là',
  cardIsCharged: (card) => `Débité sur ${card}.`,
  cardNeeded: 'Aucune carte n’est enregistrée. Ajoutez-en d’abord une.',
  confirmAndPay: (amount) => `Confirmer et payer ${amount}`,
  confirmChange: 'Confirmer le changement',
  amountChanged: 'Le montant a changé',
  checkAmount: 'Rien n’a été débité. Vérifiez le nouveau montant.',

  pause: 'Mettre l’abonnement en pause',
  pauseShort: 'Mettre en pause',
  pauseText: 'Faites une pause. Rien n’est débité et le temps que vous avez payé est conservé.',
  pausePlan: (plan) => `Mettre ${plan} en pause ?`,
  pauseMeans:
    'Pendant la pause, rien n’est débité et vous ne pouvez pas l’utiliser. ' +
    'Le temps que vous avez ' +
    'payé est conservé et continue à la reprise.',
  pauseDropsChange: (change) => `Votre changement prévu (${change}) est annulé.`,
  pauseOnce: 'Vous pouvez faire une pause par période payée.',
  pauseUsed: ({ day }) =>
    'Vous avez déjà fait une pause pendant cette période. ' +
    `Vous pourrez en refaire une après le ${day}.`,
  pauseHowLong: 'Combien de temps ?',
  pauseMonths: ({ months, day }) => `${months} mois, jusqu’au ${day}`,
  pauseOpen: 'Jusqu’à ce que je le reprenne',
  notNow: 'Pas maintenant',
  resume: 'Reprendre l’abonnement',
  resumeShort: 'Reprendre',
  resumePlan: (plan) => `Reprendre ${plan} ?`,
  resumeMeans:
    'Vous pouvez l’utiliser de nouveau tout de suite. ' +
    'Le temps que vous avez payé reprend là où il s’était arrêté.',
  resumeCharges: ({ amount, every }) =>
    `Une nouvelle période commence aujourd’hui. Vous payez ${amount} ${every}, dès maintenant.`,
  payAndResume: (amount) => `Payer ${amount} et reprendre`,
  stillPaused: 'Votre abonnement est toujours en pause.',

  cancel: 'Résilier l’abonnement',
  cancelText: 'Vous pouvez l’utiliser jusqu’à la fin de la période payée.',
  cancelTrialText: 'Vous pouvez l’utiliser jusqu’à la fin de l’essai. Rien ne sera débité.',
  cancelPlan: (plan) => `Résilier ${plan} ?`,
  cancelsOn: (day) =>
    `Vous pouvez l’utiliser jusqu’au ${day} et changer d’avis d’ici là. ` +
    'Plus rien ne sera débité.',
  cancelResumes: (day) =>
    `Votre pause prend fin, pour que vous puissiez utiliser le temps payé jusqu’au ${day}. ` +
    'Plus rien ne sera débité.',
  cancelsNow: 'Il se termine immédiatement, sans retour possible. Plus rien ne sera débité.',
  whyCancel: 'Pourquoi résiliez-vous ?',
  reasons: {
    too_expensive: 'C’est trop cher',
    unused: 'Je ne l’utilise pas assez',
    missing_features: 'Il manque quelque chose dont j’ai besoin',
    switched_service: 'Je passe à autre chose',
    low_quality: 'Cela ne fonctionne pas aussi bien que prévu',
    customer_service: 'Je n’ai pas apprécié l’assistance',
    too_complex: 'C’est trop difficile à utiliser',
    other: 'Une autre raison',
  },
  chooseReason: 'Choisissez l’une de ces raisons, ou aucune.',
  comment: 'Que pourrions-nous améliorer ?',
  checkComment: (most) => `Saisissez ${most} caractères au plus.`,
  keep: 'Garder mon abonnement',

  offerTitle: (off) => `Restez et profitez de ${off} de remise`,
  offerNext: ({ amount, full, day }) =>
    `Votre prochain paiement, le ${day}, sera de ${amount} au lieu de ${full}.`,
  offerMonths: (months) => `La remise s’applique pendant ${months} mois.`,
  offerForever: 'La remise s’applique tant que dure votre abonnement.',
  offerAccept: 'Accepter l’offre',
};
