import type { Catalogue } from '../en/catalogue.ts';

export const payments: Catalogue['payments'] = {
  paymentProvider: 'le prestataire de paiement',
  includesTax: (taxes) => `Les montants comprennent les taxes : ${taxes}.`,
  reverseCharge:
    'Autoliquidation : aucune TVA n’est facturée, votre entreprise la déclare elle-même.',

  cardDeclined: 'Carte refusée',
  paymentDeclined: 'Paiement refusé',
  notCompleted: 'Paiement non finalisé',

  nothingCharged: 'Rien n’a été débité.',
  declines: {
    askBank: 'Votre banque a refusé la carte. Essayez une autre carte ou contactez votre banque.',
    notEnoughMoney:
      'Les fonds de cette carte ou de ce compte sont insuffisants. Essayez-en un autre.',
    limitReached: 'Cette carte a atteint son plafond. Essayez une autre carte.',
    usedTooOften:
      'Cette carte a été utilisée trop souvent pour le moment. Essayez une autre carte.',
    amountTooSmall: 'Ce montant est trop faible pour être débité.',
    amountNotChargeable: 'Ce montant ne peut pas être débité dans cette devise.',
    amountTooLarge: 'Ce montant est trop élevé pour ce moyen de paiement. Essayez-en un autre.',
    looksDoubled:
      'Votre banque prend ce paiement pour celui que vous venez de faire. Contactez votre banque.',
    cardExpired: 'Cette carte a expiré. Essayez une autre carte.',
    wrongNumber: 'Le numéro de carte est incorrect. Vérifiez-le et réessayez.',
    wrongCode: 'Le code de sécurité est incorrect. Vérifiez-le et réessayez.',
    wrongExpiry: 'La date d’expiration est incorrecte. Vérifiez-la et réessayez.',
    wrongAddress:
      'Votre banque connaît une autre adresse pour cette carte. Vérifiez-la et réessayez.',
    cardReplaced: 'Cette carte a été remplacée par une nouvelle. Utilisez la nouvelle carte.',
    cardNotSupported:
      'Cette carte ne peut pas être utilisée pour cet achat. Essayez une autre carte.',
    currencyNotSupported:
      'Cette carte ne peut pas être débitée dans cette devise. Essayez une autre carte.',
    notAllowed:
      'Votre banque n’autorise pas ce type de paiement. Essayez un autre moyen de paiement.',
    stoppedByOwner:
      'Votre banque a pour consigne de bloquer les paiements de ce type. Essayez une autre carte.',
    tryAgainSoon: 'Votre banque n’a pas pu traiter le paiement. Réessayez dans un instant.',
    tryAgainLater:
      'Votre banque a refusé la carte pour le moment. ' +
      'Réessayez plus tard ou essayez une autre carte.',
    accountUnusable:
      'Cette carte ou ce compte bancaire ne peut pas être débité. Essayez-en un autre.',
    accountClosed: 'Ce compte bancaire est clôturé. Essayez un autre moyen de paiement.',
    debitNotAllowed:
      'Ce compte bancaire ne peut plus être prélevé. Essayez un autre moyen de paiement.',
    failed: 'Le paiement n’a pas abouti. Essayez une autre carte ou un autre moyen de paiement.',
    confirmHere: 'Votre banque vous demande de confirmer ce paiement.',
    notConfirmed: 'Le paiement n’a pas été confirmé auprès de votre banque. Réessayez.',
    confirmedTooLate: 'Le paiement n’a pas été confirmé à temps auprès de votre banque. Réessayez.',
    notCompleted: 'Le paiement n’a pas été finalisé. Vous pouvez réessayer.',
    trialUsed: 'Vous avez déjà utilisé l’essai gratuit de cette formule.',
    subscriptionCanceled: 'L’abonnement a été résilié avant d’être débité.',
    noCard: 'Aucune carte n’est enregistrée. Ajoutez-en une.',
    notMade: 'Le paiement n’a pas pu être effectué. Réessayez.',
    shopCannot: 'Cette boutique ne peut pas accepter le paiement pour le moment.',
    testCardsOnly: 'Ceci est une boutique de test : seules les cartes de test y fonctionnent.',
  },
};
