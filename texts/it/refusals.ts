import type { Catalogue } from '../en/catalogue.ts';

export const refusals: Catalogue['refusals'] = {
  other: 'Non ha funzionato. Riapra la pagina e riprovi.',
  body_too_large: 'Ciò che ha inviato è troppo grande.',
  request_timeout: 'La connessione era troppo lenta. Riprovi.',
  idempotency_key_reused:
    'Questo modulo è già stato inviato con un altro contenuto. Lo controlli e lo invii di nuovo.',
  product_unavailable: 'Questo prodotto non è più in vendita.',
  coupon_not_found: 'Questo codice promozionale non può essere usato per questo ordine.',
  coupon_expired: 'Questo codice promozionale è scaduto.',
  coupon_not_started: 'Questo codice promozionale non è ancora valido.',
  coupon_exhausted: 'Questo codice promozionale è esaurito.',
  coupon_not_applicable: 'Questo codice promozionale non può essere usato per questo ordine.',
  amount_too_large: 'Questo importo supera quanto può essere addebitato in una volta.',
  amount_too_small: 'Questo importo è troppo basso per essere addebitato.',
  amount_not_chargeable: 'Questo importo non può essere addebitato in questa valuta.',
  gateway_missing: 'Al momento questo negozio non può accettare pagamenti.',
  provider_disconnected: 'Al momento questo negozio non può accettare pagamenti.',
  checkout_expired: 'Questo ordine è scaduto. Torni al negozio e ricominci.',
  checkout_completed: 'Questo ordine è già pagato.',
  checkout_processing: 'Un pagamento per questo ordine è già in elaborazione.',
  price_changed: 'Il prezzo è cambiato. Lo controlli prima di pagare.',
  payment_attempts:
    'Troppi pagamenti per questo ordine sono stati rifiutati. Torni al negozio e ricominci.',
  payment_link_closed: 'Questa offerta è terminata. Non Le è stato addebitato nulla.',
  payment_pending:
    'Un pagamento per questo abbonamento è in elaborazione. ' +
    'Possono volerci alcuni giorni: riprovi in seguito.',
  payment_unresolved:
    'Il Suo pagamento è in elaborazione. Non Le verrà addebitato nulla due volte.',
  trial_used:
    'Ha già usato la prova gratuita di questo piano. Controlli il prezzo prima di pagare.',
  subscription_status: 'Al momento questo abbonamento non può essere modificato.',
  plan_invalid: 'Questo piano non può essere scelto per il Suo abbonamento.',
  plan_not_higher: 'Questo piano non è superiore a quello attuale.',
  license_expired: 'Questa licenza è scaduta.',
  license_disabled: 'Questa licenza è disattivata.',
  instance_not_found: 'Questo dispositivo non è più attivato.',
  invoice_replaced: 'Questa fattura è stata sostituita da una più recente. Corregga quella.',
  invoice_refunded:
    'Questa fattura è stata rimborsata per intero. Non c’è più nulla da correggere.',
  correction_too_late: 'Questa fattura è troppo vecchia per essere corretta.',
  correction_country:
    'Il Paese non può essere modificato, perché l’imposta potrebbe essere diversa. ' +
    'Contatti il negozio.',
  correction_tax_number:
    'Questo codice fiscale non può essere modificato, perché grazie a esso non è stata ' +
    'addebitata alcuna imposta. Contatti il negozio.',
  correction_limit: 'Questa fattura è stata corretta troppe volte. Contatti il negozio.',
  rate_limited: 'Troppe richieste. Attenda un momento, poi riprovi.',
  internal_error:
    'Si è verificato un problema da parte nostra. Non Le verrà addebitato nulla due volte.',
};
