import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const notices: Catalogue['notices'] = {
  home: {
    title: 'Kassa działa',
    text: (reference, document) =>
      html`Zobacz ${reference('dokumentację API')} lub pobierz ${document('dokument OpenAPI')}.`,
    setUp: (dashboard) =>
      html`To pierwsze uruchomienie: aby skonfigurować sklep,
      ${dashboard('proszę otworzyć panel')}.`,
  },
  notFound: {
    title: 'Nie znaleziono strony',
    text: 'Proszę sprawdzić adres lub wrócić do poprzedniej strony.',
  },
  wrongMethod: {
    title: 'Tej strony nie można użyć w ten sposób',
    text: 'Proszę otworzyć stronę w przeglądarce i spróbować ponownie.',
  },
  refused: {
    title: 'To się nie udało',
    text: 'Proszę wrócić, odświeżyć stronę i spróbować ponownie.',
  },
  failed: {
    title: 'Coś poszło nie tak po naszej stronie',
    text:
      'Proszę ponownie otworzyć stronę: pokaże, czy zapłacono. ' +
      'Kwota nie zostanie pobrana dwa razy.',
  },
  wait: {
    title: 'Chwileczkę',
    text: (seconds, now) =>
      html`Z tego miejsca przyszło zbyt wiele żądań. Strona otworzy się sama za ${seconds} i nic
      nie zginie. ${now('Kontynuuj teraz')}`,
  },
  tryLater: (seconds) => `Zbyt wiele prób. Proszę odczekać ${seconds} i spróbować ponownie.`,
  fromElsewhere: {
    title: 'Ten formularz pochodzi z innej witryny',
    text: 'Proszę samodzielnie otworzyć stronę i spróbować ponownie.',
  },
  noCheckout: {
    title: 'Nie znaleziono zamówienia',
    text: 'Proszę wrócić do sklepu i zacząć od nowa.',
  },
  closed: {
    title: 'Płatności są teraz niemożliwe',
    text: (shop) =>
      `Nic nie zostało pobrane. Proszę zapytać ${shop}, kiedy płatności będą znów możliwe.`,
  },
  notOpen: {
    title: 'Ten sklep nie jest jeszcze otwarty',
    text: (shop) =>
      `Nic nie zostało pobrane. Proszę zapytać ${shop}, kiedy sklep zostanie otwarty.`,
  },
  noBill: {
    title: 'Nie znaleziono rachunku',
    text: 'Proszę sprawdzić adres lub poprosić sklep o nowy link.',
  },
  noCardLink: {
    title: 'Nie znaleziono strony',
    text: 'Proszę sprawdzić adres lub poprosić sklep o nowy link.',
  },
  noInvoice: {
    title: 'Nie znaleziono faktury',
    text: 'Proszę sprawdzić adres lub poprosić sklep o fakturę.',
  },
  noElectronicInvoice: {
    title: 'Ta faktura nie ma postaci elektronicznej',
    text: 'Brakuje w niej czegoś, czego wymaga standard. W pliku PDF jest wszystko.',
  },
  noShop: {
    title: 'Nie znaleziono sklepu',
    text: 'Proszę sprawdzić adres lub poprosić sklep o link.',
  },
  nothingToConfirm: {
    title: 'Nie ma nic do potwierdzenia',
    text: 'Proszę wrócić do sklepu i sprawdzić zamówienie.',
  },
  linkExpired: {
    title: 'Ten link już nie działa',
    text: (anew) => html`${anew('Wyślij nowy link e-mailem')} lub poproś o niego sprzedawcę.`,
    back: (shop) => `Wróć do ${shop}`,
  },
};
