import type { LetterTexts } from '../letter-texts.ts';

export const letters: LetterTexts = {
  hello: 'Bonjour {name},',
  hello_nameless: 'Bonjour,',
  test_note:
    "Ce message vient d'une boutique de test : rien n'a été vendu et aucun argent n'a circulé.",
  footer: 'Vous recevez ce message parce que vous êtes client de {store}.',
  reply_note: 'Une question ? Répondez à ce message.',

  product: 'Produit',
  plan: 'Formule',
  quantity: 'Quantité',
  amount: 'Montant',
  paid: 'Payé',
  tax_included: 'Dont taxes',
  date: 'Date',
  paid_with: 'Payé avec',
  payment_method: 'Moyen de paiement',
  next_payment: 'Prochain paiement',
  card: '{brand} se terminant par {last4}',
  amount_on: '{amount} le {date}',

  license_key: 'Votre clé de licence',
  license_help: "Saisissez-la dans l'application pour l'activer.",
  view_invoice: 'Voir la facture',
  view_credit_note: "Voir l'avoir",
  open_portal: "Ouvrir l'espace client",
  manage_subscription: "Gérer l'abonnement",

  purchase: {
    subject: 'Votre achat : {product}',
    heading: 'Merci pour votre achat',
    intro: 'Votre achat de {product} est terminé.',
    trial:
      "Votre essai gratuit dure jusqu'au {date}. {amount} seront débités ce jour-là, sauf si vous résiliez avant.",
    renews: "Votre abonnement se renouvelle le {date} pour {amount}, jusqu'à résiliation.",
    next_steps: 'Et maintenant',
    step_invoice: 'Conservez la facture pour votre comptabilité.',
    step_license:
      "Saisissez la clé de licence dans l'application. Conservez ce message en lieu sûr.",
    step_portal:
      "Dans l'espace client, vous retrouvez factures et clés de licence et gérez vos abonnements.",
  },
  renewal: {
    subject: 'Paiement reçu : {product}',
    heading: 'Merci pour votre paiement',
    paid_until: "Votre abonnement à {product} est payé jusqu'au {date}.",
  },
  trial_ending: {
    subject: 'Votre essai gratuit de {product} se termine le {date}',
    heading: 'Votre essai gratuit se termine bientôt',
    intro:
      'Votre essai gratuit de {product} se termine le {date}. {amount} seront débités ce jour-là et votre abonnement continuera.',
    intro_free:
      'Votre essai gratuit de {product} se termine le {date}. Votre abonnement continuera ensuite.',
    cancel:
      "Si vous ne souhaitez pas continuer, résiliez avant ce jour dans l'espace client : rien ne sera débité.",
  },
  renewal_coming: {
    subject: '{product} se renouvelle le {date}',
    heading: 'Votre abonnement se renouvelle bientôt',
    intro: 'Votre abonnement à {product} se renouvelle le {date} pour {amount}.',
    nothing_to_do:
      "Vous n'avez rien à faire. Pour le modifier ou le résilier, allez avant ce jour dans l'espace client.",
  },
  payment_failed: {
    subject: "Votre paiement pour {product} n'a pas abouti",
    heading: "Votre paiement n'a pas abouti",
    intro: 'Le paiement de {amount} pour {product} a été refusé.',
    next_try: 'Nous réessaierons le {date}.',
    last_day: "Merci de payer avant le {date}. Sinon, votre abonnement s'arrêtera.",
    how: 'Vous pouvez payer maintenant, aussi avec une autre carte :',
    pay_now: 'Payer maintenant',
  },
  confirmation_needed: {
    subject: 'Merci de confirmer votre paiement pour {product}',
    heading: 'Merci de confirmer votre paiement',
    intro: 'Votre banque vous demande de confirmer le paiement de {amount} pour {product}.',
    why: 'Sans votre confirmation, le paiement ne peut pas être effectué.',
    confirm: 'Confirmer le paiement',
  },
  card_expiring: {
    subject: 'Votre carte se terminant par {last4} expire bientôt',
    heading: 'Votre carte expire bientôt',
    intro: 'Votre carte {card} expire à la fin de {month}.',
    how: "Indiquez une nouvelle carte dans l'espace client pour que votre abonnement continue sans interruption.",
    update_card: 'Indiquer une nouvelle carte',
  },
  plan_changed: {
    subject: 'Votre abonnement à {product} a été modifié',
    heading: 'Votre abonnement a été modifié',
    now: 'Vous avez désormais :',
    later: 'À partir du {date}, vous avez :',
    charged: 'Débité maintenant',
  },
  discounted: {
    subject: 'Votre remise sur {product}',
    heading: 'Votre remise',
    intro: 'Vous bénéficiez désormais d’une remise de {discount} sur votre abonnement à {product}.',
    once: 'Elle s’applique à votre prochain paiement, et à aucun autre.',
    until: 'Elle s’applique à vos paiements avant le {date}, à compter du prochain.',
    forever: 'Elle s’applique dès votre prochain paiement, tant que dure votre abonnement.',
  },
  canceled: {
    subject: 'Votre abonnement à {product} a été résilié',
    heading: 'Votre abonnement a été résilié',
    scheduled:
      "Votre abonnement à {product} se termine le {date}. Vous pouvez l'utiliser jusque-là.",
    ended: "Votre abonnement à {product} s'est terminé le {date}.",
    unpaid: "Votre abonnement à {product} s'est terminé le {date}, car il n'a pas pu être payé.",
    nothing_charged: 'Plus rien ne sera débité pour cet abonnement.',
    keep: "Vous avez changé d'avis ? Vous pouvez le poursuivre dans l'espace client jusqu'à ce jour.",
    credit: 'Votre crédit de {amount} est conservé. Il servira à votre prochain paiement.',
    invoices: "Vos factures restent disponibles dans l'espace client.",
  },
  refunded: {
    subject: 'Votre remboursement de {amount}',
    heading: 'Vous avez été remboursé',
    intro: 'Nous vous avons remboursé {amount} pour {product}.',
    when: "Selon votre banque, cela peut prendre jusqu'à dix jours.",
  },
  sign_in: {
    subject: 'Votre lien de connexion pour {store}',
    heading: 'Votre lien de connexion',
    intro: "Ce lien ouvre l'espace client de {store} :",
    once: 'Il est valable une heure. Ne le transmettez à personne : il donne accès à vos achats.',
    not_you: "Si vous ne l'avez pas demandé, ignorez ce message.",
  },
  new_key: {
    subject: 'Votre nouvelle clé de licence pour {product}',
    heading: 'Votre nouvelle clé de licence',
    intro: "Votre clé de licence pour {product} a été remplacée. L'ancienne ne fonctionne plus.",
    devices: 'Activez à nouveau chacun de vos appareils avec la nouvelle clé.',
  },
  invoice_corrected: {
    subject: 'Votre facture rectifiée {number}',
    heading: 'Votre facture rectifiée',
    intro: 'La facture {replaced} a été rectifiée. La facture {number} la remplace.',
    credit_note:
      "L'avoir {credit_note} annule la facture {replaced}. Rien n'a été débité à nouveau.",
  },
  test: {
    subject: 'Les messages de {store} arrivent',
    heading: 'Tout fonctionne',
    intro:
      'Ce message a été envoyé pour essayer le serveur de messagerie. Les messages de {store} arrivent.',
  },
};
