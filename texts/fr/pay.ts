import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const pay: Catalogue['pay'] = {
  title: (plan) => `Payer ${plan}`,
  isDue: (amount) => `Votre paiement de ${amount} est dû.`,
  whatIsDue: 'Ce qui est dû',
  dueNow: 'Dû maintenant',
  payNow: (amount) => `Payer ${amount} maintenant`,
  cardIsKept: 'Cette carte est enregistrée pour vos prochains paiements.',
  payAt: (provider) =>
    `Vous payez chez ${provider}. ` +
    'Votre moyen de paiement est enregistré pour vos prochains paiements.',
  stillToPay: ({ amount, plan, provider }) =>
    `Il vous reste à payer ${amount} pour ${plan} chez ${provider}.`,
  underWay: ({ amount, plan }) =>
    html`Votre paiement de ${amount} pour ${plan} est en cours de traitement. La plupart prennent
    quelques secondes, un prélèvement bancaire prend quelques jours. Vous n’avez rien à faire.`,
  yourBank: 'votre banque',
  ended: 'Cet abonnement est terminé',
  endedText: (plan) => `L’abonnement à ${plan} est terminé. Il n’y a rien à payer.`,
  paused: 'Cet abonnement est en pause',
  pausedText: ({ plan, shop }) =>
    `Il n’y a rien à payer pour ${plan}. Contactez ${shop} si vous avez des questions.`,
  notPossible: 'Les paiements sont impossibles pour le moment',
  notPossibleText: (shop) => `Rien n’a été débité. Contactez ${shop}.`,
  waitsText: ({ amount, plan, shop }) =>
    html`Votre paiement de ${amount} pour ${plan} est dû, mais ${shop} ne peut pas le recevoir pour
    le moment. Rien n’a été débité et votre abonnement continue. Réessayez plus tard avec le même
    lien.`,
  settled: 'Tout est en ordre',
  settledText: ({ plan, day }) => `L’abonnement à ${plan} est payé jusqu’au ${day}.`,

  cardTitle: 'Changer de carte',
  cardText: 'Cette carte remplace celle qui est enregistrée.',
  cardAt: (provider) =>
    `Vous la saisissez chez ${provider}. Elle remplace celle qui est enregistrée.`,
  dueIsCharged: 'Si un paiement est en retard, il est débité immédiatement.',
  dueWaits:
    'Si un paiement est en retard, il n’est pas débité maintenant. ' +
    'Il le sera plus tard sur cette carte, s’il est encore dû.',
  noCardYet: 'Vous n’avez pas encore saisi de carte.',
  saveCard: 'Enregistrer la carte',
  toProvider: (provider) => `Continuer vers ${provider}`,
  doneThere: (link) => html`Vous avez terminé ? ${link('Vérifier à nouveau')}`,
  cardSaved: 'Votre carte est enregistrée',
  cardSavedText: ({ card, shop }) => `${card} servira à vos prochains paiements à ${shop}.`,
  linkOver: 'Ce lien n’est plus valable',
  linkOverText: (shop) => `Rien n’a été modifié. Demandez un nouveau lien à ${shop}.`,
  tryAgain: 'Cela n’a pas fonctionné. Réessayez dans un instant.',
  backTo: (shop) => `Retour à ${shop}`,

  bank: 'Banque de test',
  bankTitle: 'Confirmer ce paiement',
  bankText: ({ amount, shop }) =>
    html`${shop} souhaite débiter <strong>${amount}</strong> de votre carte.`,
  bankIsTest: 'Ceci est une banque simulée : aucun argent ne circule.',
  bankConfirm: 'Confirmer le paiement',
  bankRefuse: 'Refuser',
};
