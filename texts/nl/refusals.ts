import type { Catalogue } from '../en/catalogue.ts';

export const refusals: Catalogue['refusals'] = {
  other: 'Dit is niet gelukt. Open de pagina opnieuw en probeer het nog eens.',
  body_too_large: 'Wat u hebt verstuurd, is te groot.',
  request_timeout: 'De verbinding was te traag. Probeer het opnieuw.',
  idempotency_key_reused:
    'Dit formulier is al met andere gegevens verstuurd. Controleer het en verstuur het opnieuw.',
  product_unavailable: 'Dit product wordt niet meer verkocht.',
  coupon_not_found: 'Deze kortingscode kan niet voor deze bestelling worden gebruikt.',
  coupon_expired: 'Deze kortingscode is verlopen.',
  coupon_not_started: 'Deze kortingscode is nog niet geldig.',
  coupon_exhausted: 'Deze kortingscode is al opgebruikt.',
  coupon_not_applicable: 'Deze kortingscode kan niet voor deze bestelling worden gebruikt.',
  amount_too_large: 'Dit bedrag is hoger dan in één keer kan worden afgeschreven.',
  amount_too_small: 'Dit bedrag is te klein om af te schrijven.',
  amount_not_chargeable: 'Dit bedrag kan niet in deze valuta worden afgeschreven.',
  gateway_missing: 'Deze winkel kan nu geen betalingen aannemen.',
  provider_disconnected: 'Deze winkel kan nu geen betalingen aannemen.',
  payment_link_closed: 'Deze aanbieding is afgelopen. Er is niets afgeschreven.',
  checkout_expired: 'Deze bestelling is verlopen. Ga terug naar de winkel en begin opnieuw.',
  checkout_completed: 'Deze bestelling is al betaald.',
  checkout_processing: 'Een betaling voor deze bestelling wordt al verwerkt.',
  price_changed: 'De prijs is gewijzigd. Controleer die voordat u betaalt.',
  payment_attempts:
    'Te veel betalingen voor deze bestelling zijn geweigerd. Begin opnieuw vanuit de winkel.',
  payment_pending:
    'Een betaling voor dit abonnement wordt verwerkt. Dat kan enkele dagen duren. ' +
    'Probeer het daarna opnieuw.',
  payment_unresolved: 'Uw betaling wordt verwerkt. Er wordt niet twee keer afgeschreven.',
  trial_used: 'U hebt de gratis proefperiode al gebruikt. Controleer de prijs voordat u betaalt.',
  subscription_status: 'Dit abonnement kan nu niet worden gewijzigd.',
  plan_invalid: 'Dit abonnement kunt u niet kiezen in plaats van het uwe.',
  plan_not_higher: 'Dit abonnement is niet hoger dan uw huidige.',
  license_expired: 'Deze licentie is verlopen.',
  license_disabled: 'Deze licentie is uitgeschakeld.',
  instance_not_found: 'Dit apparaat is niet meer geactiveerd.',
  invoice_replaced: 'Deze factuur is vervangen door een nieuwere. Corrigeer die.',
  invoice_refunded: 'Deze factuur is volledig terugbetaald. Er valt niets meer te corrigeren.',
  correction_too_late: 'Deze factuur is te oud om te corrigeren.',
  correction_country:
    'Het land kan niet worden gewijzigd, omdat de belasting anders kan zijn. ' +
    'Neem contact op met de winkel.',
  correction_tax_number:
    'Dit belastingnummer kan niet worden gewijzigd, omdat er daarom geen belasting is berekend. ' +
    'Neem contact op met de winkel.',
  correction_limit: 'Deze factuur is te vaak gecorrigeerd. Neem contact op met de winkel.',
  rate_limited: 'Te veel verzoeken. Wacht even en probeer het dan opnieuw.',
  internal_error: 'Er ging bij ons iets mis. Er wordt niet twee keer afgeschreven.',
};
