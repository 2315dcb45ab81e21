import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('fr');

export const checkout: Catalogue['checkout'] = {
  payShop: (shop) => `Payer ${shop}`,
  subscribeTo: (product) => `S’abonner à ${product}`,
  tryProduct: (product) => `Essayer ${product}`,
  getProduct: (product) => `Obtenir ${product}`,
  back: 'Retour',

  order: 'Votre commande',
  showOrder: 'Afficher la commande',
  today: 'aujourd’hui',
  plusTax: 'hors taxes',
  thenEvery: ({ amount, every, day }) => `Ensuite ${amount} ${every} à partir du ${day}.`,
  thenOnceReduced: ({ reduced, amount, every, day }) =>
    `Ensuite ${reduced} le ${day}, puis ${amount} ${every}.`,
  thenReducedFor: ({ reduced, months, amount, every, day }) =>
    `Ensuite ${reduced} ${every} à partir du ${day}, puis ${amount} ${every} après ${months} mois.`,
  thenFree: 'Vous ne payez rien ensuite.',
  cancelAnyTime: 'Résiliable à tout moment.',
  taxComesOnTop: 'Taxes en sus.',
  taxIsIncluded: 'Taxes comprises.',
  freeTrial: (days) =>
    n(days, { one: `Essai gratuit de ${days} jour`, other: `Essai gratuit de ${days} jours` }),
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  each: (amount) => `${amount} l’unité`,
  quantityTimes: ({ quantity, amount }) => `${quantity} × ${amount}`,
  quantity: 'Quantité',
  oneLess: 'Un de moins',
  oneMore: 'Un de plus',
  updateQuantity: 'Mettre à jour la quantité',
  checkQuantityTitle: 'Vérifiez la quantité',
  checkQuantity: ({ least, most }) => `Saisissez un nombre entier de ${least} à ${most}.`,
  about: 'À propos de ce produit',
  subtotal: 'Sous-total',
  percentOff: (percent) => `${percent} de remise`,
  amountOff: (amount) => `${amount} de remise`,
  afterTrial: 'après l’essai',
  rounding: 'Arrondi',
  tax: 'Taxes',
  taxDependsOnPlace: 'Selon votre pays',
  taxIncluded: (tax) => `Dont ${tax}`,
  reverseCharge:
    'Autoliquidation : aucune TVA n’est facturée, votre entreprise la déclare elle-même.',
  taxExempt: 'Exonéré de taxes.',
  paidFromBalance: 'Payé avec votre solde',
  owedFromEarlier: 'Dû précédemment',
  total: 'Total',
  totalBeforeTax: 'Total hors taxes',
  dueToday: 'Dû aujourd’hui',

  addCode: 'Ajouter un code promo',
  code: 'Code promo',
  apply: 'Appliquer',
  removeCode: (code) => `Retirer ${code}`,
  codeNotValid: 'Ce code n’est pas valable',
  codeUnusable: 'Ce code ne peut pas être utilisé pour cette commande.',
  codeGone: 'Ce code ne peut plus être utilisé',
  removeToPayFull: 'Retirez-le pour payer le prix entier.',

  startTrial: 'Commencez votre essai gratuit',
  yourDetails: 'Vos informations',
  payment: 'Informations de paiement',
  buyingForCompany: 'J’achète pour une entreprise',
  updateTotal: 'Mettre à jour le total',
  goOn: 'Continuer',
  continueToPay: 'Continuer vers le paiement',
  orByCard: 'Ou payez par carte',
  payNow: (amount) => `Payer ${amount}`,
  subscribe: 'S’abonner',
  startTrialNow: 'Commencer l’essai',
  completeOrder: 'Finaliser la commande',
  payAt: (provider) => `Vous payez à la page suivante, chez ${provider}.`,
  chooseAt: (provider) =>
    `À la page suivante, chez ${provider}, vous choisissez comment payer plus tard. ` +
    'Vous ne payez rien aujourd’hui.',
  securedBy: (provider) => `Paiement sécurisé par ${provider}`,
  firstCharge: ({ amount, day }) => `Le premier débit, de ${amount}, aura lieu le ${day}.`,
  renewsUntilCanceled: 'Votre abonnement se renouvelle automatiquement jusqu’à résiliation.',
  orderAndPay: (amount) => `Commander et payer ${amount}`,
  orderWithObligation: 'Commande avec obligation de paiement',
  consentToContent:
    'Je demande une livraison immédiate et je sais que je perds ainsi mon droit de rétractation.',
  consentToService:
    'Je demande que le service commence immédiatement et je sais que je perds mon droit de ' +
    'rétractation une fois qu’il a été entièrement fourni.',
  consentNeeded: 'Cochez la case pour continuer.',
  acceptTerms: (link) => html`En payant, vous acceptez les ${link('conditions générales')}.`,
  acceptPrivacy: (link) =>
    html`En payant, vous acceptez la ${link('politique de confidentialité')}.`,
  acceptBoth: (terms, privacy) =>
    html`En payant, vous acceptez les ${terms('conditions générales')} et la
    ${privacy('politique de confidentialité')}.`,

  cardDeclined: 'Carte refusée',
  notCompleted: 'Paiement non finalisé',
  nothingCharged: 'Rien n’a été débité.',
  countryNeeded: 'Choisissez votre pays : la taxe en dépend.',
  regionNeeded: 'Choisissez votre région : la taxe en dépend.',
  checkTaxNumber: 'Vérifiez ce numéro ou laissez le champ vide.',
  numberNotKnown: 'Le registre fiscal ne connaît pas ce numéro : la taxe est donc facturée.',
  numberNotVerified: 'Ce numéro n’a pas encore pu être vérifié : la taxe est donc facturée.',
  tooSmall: (smallest) =>
    `Il resterait moins de ${smallest} à payer, ce qui ne peut pas être débité.`,
  tooLarge: 'Taxes comprises, ce montant dépasse ce qui peut être débité en une fois.',
  totalChanged: 'Le total a changé',
  checkBeforePaying: 'Vérifiez-le avant de payer. Rien n’a été débité.',
  orderUpdated: 'Votre commande est à jour',
  trialUsed: 'Vous avez déjà utilisé cet essai gratuit',
  priceWithoutTrial: 'Voici le prix sans essai. Rien n’a été débité.',
  noAnswer: 'Pas encore de réponse',
  pressAgain: 'Vérifiez votre connexion, puis appuyez de nouveau sur le bouton.',
  tooManyTries: 'Trop de tentatives',
  waitThenTry: (seconds) => `Attendez ${seconds}, puis réessayez.`,
  tooManyDeclines: 'Trop de paiements refusés',
  startAgainAt: (shop) => `Retournez à ${shop} et recommencez.`,
};
