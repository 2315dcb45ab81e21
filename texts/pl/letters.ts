import type { LetterTexts } from '../letter-texts.ts';

export const letters: LetterTexts = {
  hello: 'Dzień dobry, {name}!',
  hello_nameless: 'Dzień dobry!',
  test_note:
    'Ta wiadomość pochodzi ze sklepu testowego: nic nie zostało sprzedane i nie przepłynęły żadne pieniądze.',
  footer: 'Otrzymują Państwo tę wiadomość jako klient sklepu {store}.',
  reply_note: 'Mają Państwo pytanie? Proszę odpowiedzieć na tę wiadomość.',

  product: 'Produkt',
  plan: 'Plan',
  quantity: 'Ilość',
  amount: 'Kwota',
  paid: 'Zapłacono',
  tax_included: 'W tym podatek',
  date: 'Data',
  paid_with: 'Zapłacono przez',
  payment_method: 'Metoda płatności',
  next_payment: 'Następna płatność',
  card: '{brand} z końcówką {last4}',
  amount_on: '{amount}, {date}',

  license_key: 'Klucz licencyjny',
  license_help: 'Proszę wpisać go w aplikacji, aby ją aktywować.',
  view_invoice: 'Zobacz fakturę',
  view_credit_note: 'Zobacz fakturę korygującą',
  open_portal: 'Otwórz portal klienta',
  manage_subscription: 'Zarządzaj subskrypcją',

  purchase: {
    subject: 'Państwa zakup: {product}',
    heading: 'Dziękujemy za zakup',
    intro: 'Zakup produktu {product} został zakończony.',
    trial:
      'Bezpłatny okres próbny trwa do {date}. Tego dnia pobierzemy {amount}, chyba że subskrypcja zostanie wcześniej anulowana.',
    renews: 'Subskrypcja odnowi się {date} za {amount} i trwa do odwołania.',
    next_steps: 'Co dalej',
    step_invoice: 'Proszę zachować fakturę.',
    step_license:
      'Proszę wpisać klucz licencyjny w aplikacji i zachować tę wiadomość w bezpiecznym miejscu.',
    step_portal:
      'W portalu klienta są dostępne faktury i klucze licencyjne oraz zarządzanie subskrypcjami.',
  },
  renewal: {
    subject: 'Otrzymaliśmy płatność: {product}',
    heading: 'Dziękujemy za płatność',
    paid_until: 'Subskrypcja {product} jest opłacona do {date}.',
  },
  trial_ending: {
    subject: 'Okres próbny {product} kończy się {date}',
    heading: 'Okres próbny wkrótce się kończy',
    intro:
      'Bezpłatny okres próbny {product} kończy się {date}. Tego dnia pobierzemy {amount}, a subskrypcja będzie trwać dalej.',
    intro_free:
      'Bezpłatny okres próbny {product} kończy się {date}. Potem subskrypcja będzie trwać dalej.',
    cancel:
      'Aby zrezygnować, wystarczy anulować subskrypcję przed tym dniem w portalu klienta. Wtedy nic nie pobierzemy.',
  },
  renewal_coming: {
    subject: '{product} odnowi się {date}',
    heading: 'Subskrypcja wkrótce się odnowi',
    intro: 'Subskrypcja {product} odnowi się {date} za {amount}.',
    nothing_to_do:
      'Nie trzeba nic robić. Zmiana lub anulowanie jest możliwe przed tym dniem w portalu klienta.',
  },
  payment_failed: {
    subject: 'Płatność za {product} nie powiodła się',
    heading: 'Płatność nie powiodła się',
    intro: 'Płatność {amount} za {product} została odrzucona.',
    next_try: 'Spróbujemy ponownie {date}.',
    last_day: 'Prosimy o zapłatę do {date}. W przeciwnym razie subskrypcja się zakończy.',
    how: 'Można zapłacić teraz, także inną kartą:',
    pay_now: 'Zapłać teraz',
  },
  confirmation_needed: {
    subject: 'Prosimy o potwierdzenie płatności za {product}',
    heading: 'Prosimy o potwierdzenie płatności',
    intro: 'Bank prosi o potwierdzenie płatności {amount} za {product}.',
    why: 'Bez potwierdzenia płatność nie może zostać wykonana.',
    confirm: 'Potwierdź płatność',
  },
  card_expiring: {
    subject: 'Karta z końcówką {last4} wkrótce straci ważność',
    heading: 'Karta wkrótce straci ważność',
    intro: 'Karta {card} straci ważność z końcem miesiąca: {month}.',
    how: 'Prosimy podać nową kartę w portalu klienta, aby subskrypcja trwała bez przerwy.',
    update_card: 'Podaj nową kartę',
  },
  plan_changed: {
    subject: 'Subskrypcja {product} została zmieniona',
    heading: 'Subskrypcja została zmieniona',
    now: 'Od teraz:',
    later: 'Od {date}:',
    charged: 'Pobrano teraz',
  },
  discounted: {
    subject: 'Rabat na {product}',
    heading: 'Twój rabat',
    intro: 'Masz teraz {discount} rabatu na subskrypcję {product}.',
    once: 'Obowiązuje przy następnej płatności i przy żadnej późniejszej.',
    until: 'Obowiązuje przy płatnościach przed {date}, począwszy od następnej.',
    forever: 'Obowiązuje od następnej płatności, tak długo, jak trwa subskrypcja.',
  },
  canceled: {
    subject: 'Subskrypcja {product} została anulowana',
    heading: 'Subskrypcja została anulowana',
    scheduled: 'Subskrypcja {product} kończy się {date}. Do tego czasu można z niej korzystać.',
    ended: 'Subskrypcja {product} zakończyła się {date}.',
    unpaid: 'Subskrypcja {product} zakończyła się {date}, ponieważ nie została opłacona.',
    nothing_charged: 'Nic więcej za nią nie pobierzemy.',
    keep: 'Zmiana zdania? Do tego dnia można ją kontynuować w portalu klienta.',
    credit: 'Saldo {amount} pozostaje. Zostanie użyte przy następnej płatności.',
    invoices: 'Faktury pozostają dostępne w portalu klienta.',
  },
  refunded: {
    subject: 'Zwrot {amount}',
    heading: 'Zwróciliśmy pieniądze',
    intro: 'Zwróciliśmy {amount} za {product}.',
    when: 'Zależnie od banku może to potrwać do dziesięciu dni.',
  },
  sign_in: {
    subject: 'Link do logowania w {store}',
    heading: 'Link do logowania',
    intro: 'Ten link otwiera portal klienta {store}:',
    once: 'Jest ważny przez godzinę. Prosimy go nie przekazywać: kto go ma, widzi Państwa zakupy.',
    not_you: 'Jeśli to nie Państwo o niego prosili, prosimy zignorować tę wiadomość.',
  },
  new_key: {
    subject: 'Nowy klucz licencyjny: {product}',
    heading: 'Nowy klucz licencyjny',
    intro: 'Klucz licencyjny do {product} został wymieniony. Poprzedni już nie działa.',
    devices: 'Proszę ponownie aktywować każde urządzenie nowym kluczem.',
  },
  invoice_corrected: {
    subject: 'Poprawiona faktura {number}',
    heading: 'Poprawiona faktura',
    intro: 'Faktura {replaced} została poprawiona. Zastępuje ją faktura {number}.',
    credit_note:
      'Faktura korygująca {credit_note} anuluje fakturę {replaced}. Nic nie zostało pobrane ponownie.',
  },
  test: {
    subject: 'Wiadomości sklepu {store} docierają',
    heading: 'Działa',
    intro:
      'Ta wiadomość została wysłana, aby wypróbować serwer poczty. Wiadomości sklepu {store} docierają.',
  },
};
