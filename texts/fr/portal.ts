import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';
import { portalForms } from './portal-forms.ts';
import { portalSubscription } from './portal-subscription.ts';

const n = plural('fr');

export const portal: Catalogue['portal'] = {
  ...portalForms,
  ...portalSubscription,
  title: 'Vos achats',
  allPurchases: 'Tous les achats',
  backTo: (shop) => `Retour à ${shop}`,
  nothingBought: (shop) => `Ce que vous achetez chez ${shop} apparaît ici.`,
  nothingBoughtYet: 'Aucun achat pour le moment',
  notFound: {
    title: 'Page introuvable',
    text: 'Il n’y a rien à vous à cette adresse.',
  },

  notes: {
    'billing-saved': 'Vos informations de facturation sont enregistrées.',
    'invoice-corrected': 'Votre facture est rectifiée. La nouvelle est dans la liste.',
    'card-saved': 'Votre carte est enregistrée. Elle servira à vos prochains paiements.',
    'card-paid': 'Votre carte est enregistrée et le paiement en attente est réglé.',
    'device-freed': 'L’appareil est désactivé. Vous pouvez en activer un autre.',
    changed: 'Votre abonnement est modifié.',
    canceled: 'Votre abonnement est résilié. Plus rien ne sera débité.',
    kept: 'Votre abonnement continue.',
    paused: 'Votre abonnement est en pause. Rien ne sera débité d’ici là.',
    resumed: 'Bon retour parmi nous. Votre abonnement est de nouveau actif.',
    'offer-taken': 'Merci de rester. Votre remise est appliquée.',
    'offer-gone': 'Cette offre n’est plus disponible. Rien n’a changé.',
    busy: 'Un paiement pour cet abonnement est en cours de traitement. Réessayez dans un instant.',
    waiting:
      'Votre paiement est en cours de traitement. ' +
      'Rechargez cette page dans un instant pour voir le résultat.',
  },

  subscriptions: 'Abonnements',
  noSubscriptions: 'Vous n’avez pas d’abonnement.',
  allSubscriptions: 'Tous les abonnements',
  licenses: 'Clés de licence',
  noLicenses: 'Vous n’avez pas de clé de licence.',
  allLicenses: 'Toutes les clés de licence',
  payments: 'Paiements',
  noPayments: 'Vous n’avez pas encore de paiement.',
  allPayments: 'Tous les paiements',
  invoices: 'Factures',
  noInvoices: 'Vous n’avez pas encore de facture.',
  allInvoices: 'Factures et avoirs',
  older: 'Afficher les précédents',

  copy: 'Copier',
  copyKeyOf: (product) => `Copier la clé de licence de ${product}`,
  copied: 'Copié',
  pressToCopy: 'Appuyez sur Ctrl+C (ou ⌘C) pour copier.',
  licenseStatus: {
    inactive: 'Pas encore activée',
    active: 'Active',
    expired: 'Expirée',
    disabled: 'Désactivée',
  },
  validUntil: (day) => `Valable jusqu’au ${day}.`,
  expiredOn: (day) => `Expirée le ${day}.`,
  devicesUsed: (used) =>
    n(used, {
      one: `Utilisée sur ${used} appareil.`,
      other: `Utilisée sur ${used} appareils.`,
    }),
  devicesUsedOf: ({ used, limit }) =>
    n(limit, {
      one: `Utilisée sur ${used} appareil sur ${limit}.`,
      other: `Utilisée sur ${used} des ${limit} appareils.`,
    }),
  devicesOverLimit: (count) =>
    n(count, {
      one:
        'L’appareil le plus récent dépasse la limite et ne peut pas être utilisé. ' +
        'Désactivez-en un autre.',
      other:
        `Les ${count} appareils les plus récents dépassent la limite et ne peuvent pas être ` +
        'utilisés. Désactivez-en d’autres.',
    }),
  deviceSince: (day) => `Depuis le ${day}`,
  deviceOverLimit: 'Au-delà de la limite',
  deactivate: 'Désactiver',
  deactivateDevice: (device) => `Désactiver ${device}`,

  paymentTypes: {
    purchase: 'Achat',
    subscription_start: 'Premier paiement',
    renewal: 'Renouvellement',
    plan_change: 'Changement de formule',
    refund: 'Remboursement',
  },
  paymentOn: ({ type, day }) => `${type} · ${day}`,
  paymentStatus: {
    paid: 'Payé',
    pending: 'En cours',
    declined: 'Refusé',
    failed: 'Échoué',
    refunded: 'Remboursé',
    partially_refunded: 'Remboursé en partie',
    disputed: 'Contesté',
    charged_back: 'Rejeté par la banque',
  },
  amountRefunded: (amount) => `${amount} remboursés`,
  refundFailed: 'Votre banque n’a pas accepté le remboursement. Contactez la boutique.',
  disputeOpen: 'Vous avez contesté ce paiement. Votre banque n’a pas encore tranché.',
  disputeLost: 'Votre banque vous a restitué ce paiement.',
  disputeWon: 'Vous avez contesté ce paiement. Votre banque a décidé de le maintenir.',
  refundDeclined: 'Le remboursement n’a pas été effectué. Contactez la boutique.',
  invoice: 'Facture',
  creditNote: 'Avoir',
  invoiceNumber: (number) => `Facture ${number}`,
  creditNoteNumber: (number) => `Avoir ${number}`,
  receipt: 'Reçu',
  details: 'Détails',
  ofPayment: ({ product, day }) => `pour ${product}, ${day}`,
  pdf: 'PDF',
  xml: 'XML',
  correct: 'Rectifier',

  titles: {
    receipt: 'Reçu',
    refund: 'Remboursement',
    declined: 'Paiement refusé',
    refundDeclined: 'Remboursement refusé',
    refundFailed: 'Remboursement échoué',
    pending: 'Paiement en cours',
    refundPending: 'Remboursement en cours',
  },
  from: 'De',
  billedTo: 'Facturé à',
  date: 'Date',
  paidWith: 'Payé avec',
  total: 'Total',
  refundedAmount: 'Remboursé',
  netPaid: 'Payé après remboursement',
  notRefunded: 'Non remboursé',
  takenFromBalance: 'Prélevé sur votre solde',
  printThis: 'Imprimez cette page pour vos archives.',

  signIn: {
    title: 'Gérer vos achats',
    text: (shop) =>
      `Saisissez l’adresse e-mail que vous avez utilisée chez ${shop}. Nous vous enverrons un ` +
      'lien vers vos abonnements, factures et clés de licence.',
    send: 'M’envoyer un lien',
    sentTitle: 'Consultez vos e-mails',
    sent:
      'Si vous avez acheté quelque chose avec cette adresse, un lien est en route. ' +
      'Il est valable une heure.',
    noMail:
      'Pas d’e-mail ? Regardez dans vos indésirables et vérifiez que c’est bien l’adresse ' +
      'que vous ' +
      'avez utilisée. Vous pourrez redemander un lien dans cinq minutes.',
    otherAddress: 'Utiliser une autre adresse',
  },
};
