import type { portalForms as english } from '../en/portal-forms.ts';

export const portalForms: typeof english = {
  cancelForm: 'Annuler',

  paymentMethod: 'Moyen de paiement',
  noCard: 'Aucune carte enregistrée.',
  expires: (date) => `Expire ${date}`,
  expired: (date) => `Expirée ${date}`,
  updateCard: 'Changer de carte',
  addCard: 'Ajouter une carte',
  addCardTitle: 'Ajouter une carte',
  updateCardTitle: 'Changer de carte',
  cardIsUsed: (card) => `${card} sert à vos paiements. La nouvelle carte la remplace.`,
  cardWillBeUsed: 'La carte servira à vos prochains paiements.',
  payAndSaveCard: 'Payer et enregistrer la carte',
  saveCard: 'Enregistrer la carte',
  continueTo: (provider) => `Continuer vers ${provider}`,
  chargedAtOnce: ({ amount, plan }) =>
    `La nouvelle carte sera débitée immédiatement de ${amount} pour ${plan}.`,
  chargedLater: ({ amount, plan }) =>
    `Le paiement de ${amount} pour ${plan} n’est pas débité maintenant. ` +
    'Il le sera plus tard sur la nouvelle carte, s’il est encore dû.',
  cannotTakeCards: 'Cette boutique ne peut pas accepter de cartes pour le moment',
  askShop: (shop) => `Contactez ${shop}.`,
  didNotWork: 'Cela n’a pas fonctionné',
  tryInAMoment: 'Réessayez dans un instant.',
  tooManyTries: 'Trop de tentatives',
  methods: {
    acss_debit: 'Prélèvement bancaire',
    au_becs_debit: 'Prélèvement bancaire',
    bacs_debit: 'Prélèvement bancaire',
    eps: 'EPS',
    ideal: 'iDEAL',
    nz_bank_account: 'Compte bancaire',
    paypal: 'PayPal',
    sepa_debit: 'Prélèvement SEPA',
    us_bank_account: 'Compte bancaire',
  },

  balance: 'Solde',
  haveCredit: (amount) => `Vous avez un crédit de ${amount}. Il servira à vos prochains paiements.`,
  oweAmount: (amount) => `Vous devez ${amount}. Ce montant s’ajoutera à votre prochain paiement.`,

  billing: 'Informations de facturation',
  noBilling: 'Aucune information de facturation pour le moment.',
  billingText: 'Elles figureront sur vos prochaines factures.',
  updateBilling: 'Modifier les informations',
  save: 'Enregistrer',
  taxNumberIs: (number) => `Numéro fiscal ${number}`,
  checkTaxNumber: 'Vérifiez ce numéro fiscal ou laissez le champ vide.',
  checkCountry: 'Choisissez un pays dans la liste ou laissez le champ vide.',
  phone: 'Téléphone',
  address: 'Adresse',
  line1: 'Numéro et rue',
  line2: 'Appartement, bâtiment ou étage',
  city: 'Ville',
  stateOrRegion: 'État ou région',

  correctTitle: (number) => `Rectifier la facture ${number}`,
  correctText:
    'Vous recevez un avoir sur cette facture et une nouvelle facture avec ces informations. ' +
    'Ce que vous avez payé ne change pas.',
  countryIsFixed: (country) => `Pays : ${country}. Il ne peut pas être modifié ici.`,
  correctInvoice: 'Rectifier la facture',
};
