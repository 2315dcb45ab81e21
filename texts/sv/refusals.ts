import type { Catalogue } from '../en/catalogue.ts';

export const refusals: Catalogue['refusals'] = {
  other: 'Det fungerade inte. Öppna sidan igen och försök en gång till.',
  body_too_large: 'Det du skickade är för stort.',
  request_timeout: 'Anslutningen var för långsam. Försök igen.',
  idempotency_key_reused:
    'Formuläret har skickats tidigare med annat innehåll. Kontrollera det och skicka det igen.',
  product_unavailable: 'Produkten säljs inte längre.',
  coupon_not_found: 'Kampanjkoden kan inte användas för den här beställningen.',
  coupon_expired: 'Kampanjkoden har gått ut.',
  coupon_not_started: 'Kampanjkoden gäller inte än.',
  coupon_exhausted: 'Kampanjkoden är förbrukad.',
  coupon_not_applicable: 'Kampanjkoden kan inte användas för den här beställningen.',
  amount_too_large: 'Beloppet är större än vad som kan dras på en gång.',
  amount_too_small: 'Beloppet är för litet för att kunna dras.',
  amount_not_chargeable: 'Beloppet kan inte dras i den här valutan.',
  gateway_missing: 'Butiken kan inte ta emot betalningar just nu.',
  provider_disconnected: 'Butiken kan inte ta emot betalningar just nu.',
  payment_link_closed: 'Erbjudandet har upphört. Inget har dragits.',
  checkout_expired: 'Tiden för betalningen har gått ut. Gå tillbaka till butiken och börja om.',
  checkout_completed: 'Beställningen är redan betald.',
  checkout_processing: 'En betalning för beställningen behandlas redan.',
  price_changed: 'Priset har ändrats. Kontrollera det innan du betalar.',
  payment_attempts:
    'För många betalningar för beställningen nekades. Gå tillbaka till butiken och börja om.',
  payment_pending:
    'En betalning för abonnemanget behandlas, vilket kan ta några dagar. Försök igen därefter.',
  payment_unresolved: 'Din betalning behandlas. Du debiteras inte två gånger.',
  trial_used:
    'Du har redan använt den kostnadsfria provperioden. Kontrollera priset före betalning.',
  subscription_status: 'Abonnemanget kan inte ändras just nu.',
  plan_invalid: 'Det här alternativet kan inte väljas för ditt abonnemang.',
  plan_not_higher: 'Det här abonnemanget är inte högre än ditt nuvarande.',
  license_expired: 'Licensen har gått ut.',
  license_disabled: 'Licensen är inaktiverad.',
  instance_not_found: 'Enheten är inte längre aktiverad.',
  invoice_replaced: 'Fakturan har ersatts av en nyare. Rätta den i stället.',
  invoice_refunded: 'Fakturan har återbetalats helt. Det finns inget kvar att rätta.',
  correction_too_late: 'Fakturan är för gammal för att rättas.',
  correction_country:
    'Landet kan inte ändras, eftersom skatten kan bli en annan. Kontakta butiken.',
  correction_tax_number:
    'Skattenumret kan inte ändras, eftersom ingen skatt togs ut på grund av det. Kontakta butiken.',
  correction_limit: 'Fakturan har rättats för många gånger. Kontakta butiken.',
  rate_limited: 'För många förfrågningar. Vänta ett ögonblick och försök igen.',
  internal_error: 'Något gick fel hos oss. Du debiteras inte två gånger.',
};
