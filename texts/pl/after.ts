import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const after: Catalogue['after'] = {
  thanks: 'Dziękujemy za zamówienie',
  paid: ({ amount, shop }) => `Zapłacono ${amount} na rzecz ${shop}.`,
  complete: (shop) => `Zamówienie w ${shop} zostało zrealizowane.`,
  trialStarted: (day) => `Bezpłatny okres próbny się rozpoczął. Kończy się ${day}.`,
  receipt: ({ number, day }) => `Potwierdzenie ${number}, ${day}`,
  total: 'Razem',
  paidWith: (method) => `Zapłacono: ${method}.`,
  invoice: 'Zobacz fakturę',
  invoicePdf: 'Pobierz PDF',
  licenseKey: 'Klucz licencyjny',
  copy: 'Kopiuj',
  copied: 'Skopiowano',
  keepKey: 'Proszę go zachować: jest potrzebny do aktywacji oprogramowania na urządzeniach.',
  keyShownForDay: 'Ta strona pokazuje go przez jeden dzień.',
  keyNotShown: html`Był tu widoczny przez jeden dzień po zakupie. Jest dostępny wśród zakupów
    i w wiadomości o zamówieniu.`,
  mailSent: (to) => `Wysłaliśmy wiadomość o zamówieniu na adres ${to}.`,
  mailQueued: (to) => `Wiadomość o zamówieniu jest w drodze na adres ${to}.`,
  mailFailed: ({ to, shop }) =>
    `Nie udało się dostarczyć wiadomości o zamówieniu na adres ${to}. ` +
    `${shop} może wysłać ją ponownie.`,
  mailKept: (to) =>
    'Ten sklep testowy nie ma serwera poczty: ' +
    `wiadomość na adres ${to} została zachowana, a nie wysłana.`,
  whatNext: 'Co dalej',
  activate: 'Proszę skopiować klucz licencyjny i wpisać go w oprogramowaniu.',
  manage: (link) =>
    html`${link('Zarządzanie zakupami')}: faktury, klucze licencyjne, subskrypcje i karty.`,
  goingBack: ({ shop, now }) =>
    html`Za chwilę nastąpi powrót do ${shop}. ${now('Kontynuuj teraz')}`,
  backTo: (shop) => `Wróć do ${shop}`,

  processing: 'Płatność jest przetwarzana',
  processingText: 'Potrwa to kilka sekund. Ta strona odświeża się sama.',
  neverTwice: 'Kwota nie zostanie pobrana dwa razy.',
  checkAgain: 'Sprawdź ponownie',
  confirm: 'Prosimy o potwierdzenie płatności',
  confirmText: (amount) => `Bank prosi o potwierdzenie płatności ${amount}.`,
  toBank: 'Przejdź do banku',
  otherCard: 'Użyj innej karty',
  notPaidYet: 'Płatność nie została dokończona',
  stillToPay: ({ amount, provider }) => `Do zapłaty pozostaje ${amount} (${provider}).`,
  oneStepLeft: 'Został jeden krok',
  chooseHowToPay: (provider) =>
    `Proszę wybrać sposób późniejszej płatności (${provider}). Dzisiaj nic się nie płaci.`,
  toProvider: (provider) => `Przejdź dalej: ${provider}`,
  startAgain: 'Anuluj i zacznij od nowa',
  doneThere: (link) => html`Gotowe? ${link('Sprawdź ponownie')}`,
  onItsWay: 'Płatność jest w drodze',
  onItsWayText: (amount) =>
    html`Płatność ${amount} została rozpoczęta. Niektóre metody płatności trwają kilka minut,
    polecenie zapłaty kilka dni.`,
  nothingToDo: (shop) =>
    html`Nie trzeba nic robić. Gdy pieniądze dotrą, ${shop} zrealizuje zamówienie, a ta strona
    pokaże potwierdzenie. Jeśli płatność się nie powiedzie, strona powie dlaczego.`,
  accountToConfirm: 'Twoje konto bankowe jest potwierdzane',
  accountToConfirmText: (provider) =>
    html`Może to potrwać kilka dni. ${provider} wyśle Ci e-mail, jeśli trzeba będzie coś zrobić.
    Potem wszystko potoczy się samo.`,
  checking: 'Płatność jest sprawdzana',
  checkingText: ({ amount, shop }) =>
    html`Coś w płatności ${amount} nie zgadza się z tym zamówieniem, dlatego ${shop} musi ją
    najpierw sprawdzić.`,
  doNotPayAgain: (shop) =>
    'Proszę nie płacić ponownie. Ta strona pokaże wynik. Jeśli trwa to długo, proszę ' +
    `skontaktować się z ${shop}.`,

  expired: 'Ta płatność wygasła',
  expiredText: ({ shop, product }) =>
    `Nic nie zostało pobrane. Proszę wrócić do ${shop}, aby ponownie zamówić ${product}.`,
};
