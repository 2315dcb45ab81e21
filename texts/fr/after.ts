import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const after: Catalogue['after'] = {
  thanks: 'Merci pour votre commande',
  paid: ({ amount, shop }) => `Vous avez payé ${amount} à ${shop}.`,
  complete: (shop) => `Votre commande chez ${shop} est terminée.`,
  trialStarted: (day) => `Votre essai gratuit a commencé. Il se termine le ${day}.`,
  receipt: ({ number, day }) => `Reçu ${number}, ${day}`,
  total: 'Total',
  paidWith: (method) => `Payé avec ${method}.`,
  invoice: 'Voir la facture',
  invoicePdf: 'Télécharger le PDF',
  licenseKey: 'Votre clé de licence',
  copy: 'Copier',
  copied: 'Copié',
  keepKey: 'Conservez-la en lieu sûr : il vous la faut pour activer le logiciel sur vos appareils.',
  keyShownForDay: 'Cette page l’affiche pendant un jour.',
  keyNotShown: html`Elle a été affichée ici pendant un jour après votre achat. Vous la retrouvez
    avec vos achats et dans l’e-mail de votre commande.`,
  mailSent: (to) => `Nous avons envoyé l’e-mail de votre commande à ${to}.`,
  mailQueued: (to) => `L’e-mail de votre commande est en route vers ${to}.`,
  mailFailed: ({ to, shop }) =>
    `L’e-mail de votre commande n’a pas pu être remis à ${to}. ${shop} peut le renvoyer.`,
  mailKept: (to) =>
    'Cette boutique de test n’a pas de serveur de messagerie : ' +
    `l’e-mail pour ${to} a été conservé, pas envoyé.`,
  whatNext: 'Et maintenant',
  activate: 'Copiez la clé de licence et saisissez-la dans le logiciel.',
  manage: (link) =>
    html`${link('Gérez vos achats')} : factures, clés de licence, abonnements et cartes.`,
  goingBack: ({ shop, now }) =>
    html`Vous retournez chez ${shop} dans un instant. ${now('Continuer maintenant')}`,
  backTo: (shop) => `Retour à ${shop}`,

  processing: 'Votre paiement est en cours de traitement',
  processingText: 'Cela prend quelques secondes. Cette page s’actualise d’elle-même.',
  neverTwice: 'Rien ne sera débité deux fois.',
  checkAgain: 'Vérifier à nouveau',
  confirm: 'Confirmez votre paiement',
  confirmText: (amount) => `Votre banque vous demande de confirmer ce paiement de ${amount}.`,
  toBank: 'Continuer vers votre banque',
  otherCard: 'Utiliser une autre carte',
  notPaidYet: 'Votre paiement n’est pas terminé',
  stillToPay: ({ amount, provider }) => `Il vous reste à payer ${amount} chez ${provider}.`,
  oneStepLeft: 'Plus qu’une étape',
  chooseHowToPay: (provider) =>
    `Choisissez chez ${provider} comment vous voulez payer plus tard. ` +
    'Vous ne payez rien aujourd’hui.',
  toProvider: (provider) => `Continuer vers ${provider}`,
  startAgain: 'Annuler et recommencer',
  doneThere: (link) => html`Vous avez terminé ? ${link('Vérifier à nouveau')}`,
  onItsWay: 'Votre paiement est en route',
  onItsWayText: (amount) =>
    html`Votre paiement de ${amount} a commencé. Certains moyens de paiement prennent quelques
    minutes, un prélèvement bancaire prend quelques jours.`,
  nothingToDo: (shop) =>
    html`Vous n’avez rien à faire. Dès que l’argent arrive, ${shop} livre votre commande et cette
    page affiche votre reçu. Si le paiement échoue, cette page vous dit pourquoi.`,
  accountToConfirm: 'Votre compte bancaire est en cours de vérification',
  accountToConfirmText: (provider) =>
    html`Cela peut prendre quelques jours. ${provider} vous envoie un e-mail si vous devez faire
    quelque chose. Ensuite, tout se poursuit automatiquement.`,
  checking: 'Votre paiement est en cours de vérification',
  checkingText: ({ amount, shop }) =>
    html`Quelque chose dans votre paiement de ${amount} ne correspond pas à cette commande : ${shop}
    doit d’abord l’examiner.`,
  doNotPayAgain: (shop) =>
    'Ne payez pas une deuxième fois. Cette page affiche le résultat. ' +
    `Si cela dure, contactez ${shop}.`,

  expired: 'Cette commande a expiré',
  expiredText: ({ shop, product }) =>
    `Rien n’a été débité. Retournez à ${shop} pour commander ${product} à nouveau.`,
};
