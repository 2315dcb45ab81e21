import type { Catalogue } from '../en/catalogue.ts';

export const refusals: Catalogue['refusals'] = {
  other: 'To się nie udało. Proszę ponownie otworzyć stronę i spróbować jeszcze raz.',
  body_too_large: 'Przesłane dane są zbyt duże.',
  request_timeout: 'Połączenie było zbyt wolne. Proszę spróbować ponownie.',
  idempotency_key_reused:
    'Ten formularz wysłano wcześniej z innymi danymi. Proszę go sprawdzić i wysłać ponownie.',
  product_unavailable: 'Ten produkt nie jest już w sprzedaży.',
  coupon_not_found: 'Tego kodu promocyjnego nie można użyć do tego zamówienia.',
  coupon_expired: 'Ten kod promocyjny stracił ważność.',
  coupon_not_started: 'Ten kod promocyjny jeszcze nie obowiązuje.',
  coupon_exhausted: 'Ten kod promocyjny został już wykorzystany.',
  coupon_not_applicable: 'Tego kodu promocyjnego nie można użyć do tego zamówienia.',
  amount_too_large: 'Ta kwota jest większa, niż można pobrać jednorazowo.',
  amount_too_small: 'Ta kwota jest zbyt mała, aby ją pobrać.',
  amount_not_chargeable: 'Tej kwoty nie można pobrać w tej walucie.',
  gateway_missing: 'Ten sklep nie może teraz przyjmować płatności.',
  provider_disconnected: 'Ten sklep nie może teraz przyjmować płatności.',
  payment_link_closed: 'Ta oferta już się zakończyła. Nic nie zostało pobrane.',
  checkout_expired: 'Ta płatność wygasła. Proszę wrócić do sklepu i zacząć od nowa.',
  checkout_completed: 'To zamówienie zostało już opłacone.',
  checkout_processing: 'Płatność za to zamówienie jest już przetwarzana.',
  price_changed: 'Cena się zmieniła. Proszę ją sprawdzić przed zapłatą.',
  payment_attempts:
    'Zbyt wiele płatności za to zamówienie odrzucono. Proszę wrócić do sklepu i zacząć od nowa.',
  payment_pending:
    'Płatność za tę subskrypcję jest przetwarzana, co może potrwać kilka dni. ' +
    'Proszę spróbować ponownie po tym czasie.',
  payment_unresolved: 'Płatność jest przetwarzana. Kwota nie zostanie pobrana dwa razy.',
  trial_used:
    'Bezpłatny okres próbny tego planu został już wykorzystany. ' +
    'Proszę sprawdzić cenę przed zapłatą.',
  subscription_status: 'Tej subskrypcji nie można teraz zmienić.',
  plan_invalid: 'Tego planu nie można wybrać dla tej subskrypcji.',
  plan_not_higher: 'Ten plan nie jest wyższy od obecnego.',
  license_expired: 'Ta licencja wygasła.',
  license_disabled: 'Ta licencja jest wyłączona.',
  instance_not_found: 'To urządzenie nie jest już aktywowane.',
  invoice_replaced: 'Ta faktura została zastąpiona nowszą. Proszę poprawić nowszą.',
  invoice_refunded: 'Kwota tej faktury została w całości zwrócona. Nie ma już czego poprawiać.',
  correction_too_late: 'Ta faktura jest zbyt stara, aby ją poprawić.',
  correction_country:
    'Kraju nie można zmienić, ponieważ podatek mógłby być inny. ' +
    'Proszę skontaktować się ze sklepem.',
  correction_tax_number:
    'Tego numeru podatkowego nie można zmienić, ponieważ dzięki niemu nie naliczono podatku. ' +
    'Proszę skontaktować się ze sklepem.',
  correction_limit: 'Tę fakturę poprawiano zbyt często. Proszę skontaktować się ze sklepem.',
  rate_limited: 'Zbyt wiele żądań. Proszę chwilę zaczekać i spróbować ponownie.',
  internal_error: 'Coś poszło nie tak po naszej stronie. Kwota nie zostanie pobrana dwa razy.',
};
