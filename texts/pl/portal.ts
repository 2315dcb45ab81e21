import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';
import { portalForms } from './portal-forms.ts';
import { portalSubscription } from './portal-subscription.ts';

const n = plural('pl');

export const portal: Catalogue['portal'] = {
  ...portalForms,
  ...portalSubscription,
  title: 'Zakupy',
  allPurchases: 'Wszystkie zakupy',
  backTo: (shop) => `Wróć do ${shop}`,
  nothingBought: (shop) => `Tutaj pojawi się wszystko, co zostanie kupione w ${shop}.`,
  nothingBoughtYet: 'Nie ma jeszcze zakupów',
  notFound: {
    title: 'Nie znaleziono strony',
    text: 'Pod tym adresem nie ma nic, co należy do Państwa.',
  },

  notes: {
    'billing-saved': 'Dane do faktury zostały zapisane.',
    'invoice-corrected': 'Faktura została poprawiona. Nowa jest na liście.',
    'card-saved': 'Karta została zapisana. Będzie używana do następnych płatności.',
    'card-paid': 'Karta została zapisana, a zaległa płatność opłacona.',
    'device-freed': 'Urządzenie zostało dezaktywowane. Można aktywować inne.',
    changed: 'Subskrypcja została zmieniona.',
    canceled: 'Subskrypcja została anulowana. Nic więcej nie pobierzemy.',
    kept: 'Subskrypcja trwa dalej.',
    paused: 'Subskrypcja została wstrzymana. W tym czasie nic nie pobierzemy.',
    resumed: 'Witamy ponownie. Subskrypcja jest znów aktywna.',
    'offer-taken': 'Dziękujemy za pozostanie z nami. Rabat został naliczony.',
    'offer-gone': 'Ta oferta nie jest już dostępna. Nic się nie zmieniło.',
    busy: 'Płatność za tę subskrypcję jest przetwarzana. Proszę spróbować ponownie za chwilę.',
    waiting: 'Płatność jest przetwarzana. Proszę za chwilę odświeżyć stronę, aby zobaczyć wynik.',
  },

  subscriptions: 'Subskrypcje',
  noSubscriptions: 'Brak subskrypcji.',
  allSubscriptions: 'Wszystkie subskrypcje',
  licenses: 'Klucze licencyjne',
  noLicenses: 'Brak kluczy licencyjnych.',
  allLicenses: 'Wszystkie klucze licencyjne',
  payments: 'Płatności',
  noPayments: 'Nie ma jeszcze płatności.',
  allPayments: 'Wszystkie płatności',
  invoices: 'Faktury',
  noInvoices: 'Nie ma jeszcze faktur.',
  allInvoices: 'Faktury i faktury korygujące',
  older: 'Pokaż starsze',

  copy: 'Kopiuj',
  copyKeyOf: (product) => `Kopiuj klucz licencyjny: ${product}`,
  copied: 'Skopiowano',
  pressToCopy: 'Aby skopiować, naciśnij Ctrl+C (lub ⌘C).',
  licenseStatus: {
    inactive: 'Jeszcze nieaktywowany',
    active: 'Aktywny',
    expired: 'Wygasły',
    disabled: 'Wyłączony',
  },
  validUntil: (day) => `Ważny do ${day}.`,
  expiredOn: (day) => `Wygasł ${day}.`,
  devicesUsed: (used) =>
    n(used, {
      one: `Używany na ${used} urządzeniu.`,
      few: `Używany na ${used} urządzeniach.`,
      many: `Używany na ${used} urządzeniach.`,
      other: `Używany na ${used} urządzenia.`,
    }),
  devicesUsedOf: ({ used, limit }) =>
    n(limit, {
      one: `Używany na ${used} z ${limit} urządzenia.`,
      few: `Używany na ${used} z ${limit} urządzeń.`,
      many: `Używany na ${used} z ${limit} urządzeń.`,
      other: `Używany na ${used} z ${limit} urządzenia.`,
    }),
  devicesOverLimit: (count) =>
    n(count, {
      one: 'Najnowsze urządzenie przekracza limit i nie działa. Proszę dezaktywować inne.',
      few: `${count} najnowsze urządzenia przekraczają limit i nie działają. Dezaktywuj inne.`,
      many: `${count} najnowszych urządzeń przekracza limit i nie działa. Dezaktywuj inne.`,
      other: `${count} najnowszego urządzenia przekracza limit i nie działa. Dezaktywuj inne.`,
    }),
  deviceSince: (day) => `Od ${day}`,
  deviceOverLimit: 'Ponad limit',
  deactivate: 'Dezaktywuj',
  deactivateDevice: (device) => `Dezaktywuj ${device}`,

  paymentTypes: {
    purchase: 'Zakup',
    subscription_start: 'Pierwsza płatność',
    renewal: 'Odnowienie',
    plan_change: 'Zmiana planu',
    refund: 'Zwrot',
  },
  paymentOn: ({ type, day }) => `${type} · ${day}`,
  paymentStatus: {
    paid: 'Zapłacono',
    pending: 'W toku',
    declined: 'Odrzucono',
    failed: 'Nie powiodło się',
    refunded: 'Zwrócono',
    partially_refunded: 'Zwrócono częściowo',
    disputed: 'Zakwestionowano',
    charged_back: 'Cofnięto przez bank',
  },
  amountRefunded: (amount) => `Zwrócono ${amount}`,
  refundFailed: 'Bank nie przyjął zwrotu. Proszę skontaktować się ze sklepem.',
  disputeOpen: 'Ta płatność została zakwestionowana. Bank jeszcze nie podjął decyzji.',
  disputeLost: 'Bank zwrócił Państwu tę płatność.',
  disputeWon: 'Ta płatność została zakwestionowana. Bank zdecydował, że pozostaje w mocy.',
  refundDeclined: 'Zwrot nie został wykonany. Proszę skontaktować się ze sklepem.',
  invoice: 'Faktura',
  creditNote: 'Faktura korygująca',
  invoiceNumber: (number) => `Faktura ${number}`,
  creditNoteNumber: (number) => `Faktura korygująca ${number}`,
  receipt: 'Potwierdzenie',
  details: 'Szczegóły',
  ofPayment: ({ product, day }) => `za ${product}, ${day}`,
  pdf: 'PDF',
  xml: 'XML',
  correct: 'Popraw',

  titles: {
    receipt: 'Potwierdzenie',
    refund: 'Zwrot',
    declined: 'Odrzucona płatność',
    refundDeclined: 'Odrzucony zwrot',
    refundFailed: 'Nieudany zwrot',
    pending: 'Płatność w toku',
    refundPending: 'Zwrot w toku',
  },
  from: 'Od',
  billedTo: 'Wystawiono dla',
  date: 'Data',
  paidWith: 'Zapłacono przez',
  total: 'Razem',
  refundedAmount: 'Zwrócono',
  netPaid: 'Zapłacono po zwrotach',
  notRefunded: 'Nie zwrócono',
  takenFromBalance: 'Pobrano z salda',
  printThis: 'Tę stronę można wydrukować i zachować.',

  signIn: {
    title: 'Zarządzanie zakupami',
    text: (shop) =>
      `Proszę podać adres e-mail użyty w ${shop}. Wyślemy link do subskrypcji, faktur ` +
      'i kluczy licencyjnych.',
    send: 'Wyślij mi link',
    sentTitle: 'Proszę sprawdzić pocztę',
    sent:
      'Jeśli coś kupiono z użyciem tego adresu, link jest już w drodze. ' +
      'Jest ważny przez godzinę.',
    noMail:
      'Nie ma wiadomości? Proszę sprawdzić folder ze spamem i czy to właściwy adres. ' +
      'Za pięć minut można poprosić ponownie.',
    otherAddress: 'Użyj innego adresu',
  },
};
