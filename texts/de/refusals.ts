import type { Catalogue } from '../en/catalogue.ts';

export const refusals: Catalogue['refusals'] = {
  other: 'Das hat nicht geklappt. Öffnen Sie die Seite neu und versuchen Sie es noch einmal.',
  body_too_large: 'Was Sie gesendet haben, ist zu groß.',
  request_timeout: 'Die Verbindung war zu langsam. Versuchen Sie es noch einmal.',
  idempotency_key_reused:
    'Dieses Formular wurde schon einmal mit anderem Inhalt gesendet. ' +
    'Prüfen Sie es und senden Sie es noch einmal.',
  product_unavailable: 'Dieses Produkt wird nicht mehr verkauft.',
  coupon_not_found: 'Dieser Gutscheincode gilt für diese Bestellung nicht.',
  coupon_expired: 'Dieser Gutscheincode ist abgelaufen.',
  coupon_not_started: 'Dieser Gutscheincode gilt noch nicht.',
  coupon_exhausted: 'Dieser Gutscheincode ist aufgebraucht.',
  coupon_not_applicable: 'Dieser Gutscheincode gilt für diese Bestellung nicht.',
  amount_too_large: 'Dieser Betrag ist höher, als auf einmal abgebucht werden kann.',
  amount_too_small: 'Dieser Betrag ist zu klein, um abgebucht zu werden.',
  amount_not_chargeable: 'Dieser Betrag kann in dieser Währung nicht abgebucht werden.',
  gateway_missing: 'Dieser Shop kann zurzeit keine Zahlungen annehmen.',
  provider_disconnected: 'Dieser Shop kann zurzeit keine Zahlungen annehmen.',
  checkout_expired:
    'Diese Bestellung ist abgelaufen. Gehen Sie zurück zum Shop und beginnen Sie von vorn.',
  checkout_completed: 'Diese Bestellung ist schon bezahlt.',
  checkout_processing: 'Eine Zahlung für diese Bestellung wird schon verarbeitet.',
  price_changed: 'Der Preis hat sich geändert. Prüfen Sie ihn, bevor Sie zahlen.',
  payment_attempts:
    'Zu viele Zahlungen für diese Bestellung wurden abgelehnt. ' +
    'Gehen Sie zurück zum Shop und beginnen Sie von vorn.',
  payment_link_closed: 'Dieses Angebot ist beendet. Es wurde nichts abgebucht.',
  payment_pending:
    'Eine Zahlung für dieses Abonnement wird verarbeitet. ' +
    'Das kann einige Tage dauern: Versuchen Sie es danach noch einmal.',
  payment_unresolved: 'Ihre Zahlung wird verarbeitet. Es wird nichts doppelt abgebucht.',
  trial_used:
    'Sie haben die kostenlose Testphase dieses Tarifs schon genutzt. ' +
    'Prüfen Sie den Preis, bevor Sie zahlen.',
  subscription_status: 'Dieses Abonnement kann zurzeit nicht geändert werden.',
  plan_invalid: 'Dieser Tarif kann für Ihr Abonnement nicht gewählt werden.',
  plan_not_higher: 'Dieser Tarif ist nicht höher als Ihr jetziger.',
  license_expired: 'Diese Lizenz ist abgelaufen.',
  license_disabled: 'Diese Lizenz ist gesperrt.',
  instance_not_found: 'Dieses Gerät ist nicht mehr aktiviert.',
  invoice_replaced:
    'Diese Rechnung wurde durch eine neuere ersetzt. Korrigieren Sie die neuere Rechnung.',
  invoice_refunded:
    'Diese Rechnung wurde vollständig erstattet. Es gibt nichts mehr zu korrigieren.',
  correction_too_late: 'Diese Rechnung ist zu alt, um korrigiert zu werden.',
  correction_country:
    'Das Land kann nicht geändert werden, weil die Steuer eine andere sein könnte. ' +
    'Wenden Sie sich an den Shop.',
  correction_tax_number:
    'Diese Steuernummer kann nicht geändert werden, weil ihretwegen keine Steuer berechnet ' +
    'wurde. ' +
    'Wenden Sie sich an den Shop.',
  correction_limit: 'Diese Rechnung wurde zu oft korrigiert. Wenden Sie sich an den Shop.',
  rate_limited: 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es noch einmal.',
  internal_error: 'Bei uns ist etwas schiefgegangen. Es wird nichts doppelt abgebucht.',
};
