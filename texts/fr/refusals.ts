import type { Catalogue } from '../en/catalogue.ts';

export const refusals: Catalogue['refusals'] = {
  other: 'Cela n’a pas fonctionné. Rouvrez la page et réessayez.',
  body_too_large: 'Votre envoi est trop volumineux.',
  request_timeout: 'La connexion était trop lente. Réessayez.',
  idempotency_key_reused:
    'Ce formulaire a déjà été envoyé avec un autre contenu. Vérifiez-le et renvoyez-le.',
  product_unavailable: 'Ce produit n’est plus en vente.',
  coupon_not_found: 'Ce code promo ne peut pas être utilisé pour cette commande.',
  coupon_expired: 'Ce code promo a expiré.',
  coupon_not_started: 'Ce code promo n’est pas encore valable.',
  coupon_exhausted: 'Ce code promo est épuisé.',
  coupon_not_applicable: 'Ce code promo ne peut pas être utilisé pour cette commande.',
  amount_too_large: 'Ce montant dépasse ce qui peut être débité en une fois.',
  amount_too_small: 'Ce montant est trop faible pour être débité.',
  amount_not_chargeable: 'Ce montant ne peut pas être débité dans cette devise.',
  gateway_missing: 'Cette boutique ne peut pas accepter de paiements pour le moment.',
  provider_disconnected: 'Cette boutique ne peut pas accepter de paiements pour le moment.',
  checkout_expired: 'Cette commande a expiré. Retournez à la boutique et recommencez.',
  checkout_completed: 'Cette commande est déjà payée.',
  checkout_processing: 'Un paiement pour cette commande est déjà en cours de traitement.',
  price_changed: 'Le prix a changé. Vérifiez-le avant de payer.',
  payment_attempts:
    'Trop de paiements pour cette commande ont été refusés. ' +
    'Retournez à la boutique et recommencez.',
  payment_link_closed: 'Cette offre est terminée. Rien n’a été débité.',
  payment_pending:
    'Un paiement pour cet abonnement est en cours de traitement. ' +
    'Cela peut prendre quelques jours : réessayez ensuite.',
  payment_unresolved: 'Votre paiement est en cours de traitement. Rien ne sera débité deux fois.',
  trial_used:
    'Vous avez déjà utilisé l’essai gratuit de cette formule. Vérifiez le prix avant de payer.',
  subscription_status: 'Cet abonnement ne peut pas être modifié pour le moment.',
  plan_invalid: 'Cette formule ne peut pas être choisie pour votre abonnement.',
  plan_not_higher: 'Cette formule n’est pas supérieure à la vôtre.',
  license_expired: 'Cette licence a expiré.',
  license_disabled: 'Cette licence est désactivée.',
  instance_not_found: 'Cet appareil n’est plus activé.',
  invoice_replaced: 'Cette facture a été remplacée par une plus récente. Rectifiez cette dernière.',
  invoice_refunded: 'Cette facture a été entièrement remboursée. Il n’y a plus rien à rectifier.',
  correction_too_late: 'Cette facture est trop ancienne pour être rectifiée.',
  correction_country:
    'Le pays ne peut pas être modifié, car la taxe pourrait être différente. ' +
    'Contactez la boutique.',
  correction_tax_number:
    'Ce numéro fiscal ne peut pas être modifié, car aucune taxe n’a été facturée grâce à lui. ' +
    'Contactez la boutique.',
  correction_limit: 'Cette facture a été rectifiée trop souvent. Contactez la boutique.',
  rate_limited: 'Trop de requêtes. Attendez un instant, puis réessayez.',
  internal_error: 'Un problème est survenu de notre côté. Rien ne sera débité deux fois.',
};
