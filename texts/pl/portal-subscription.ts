import type { portalSubscription as english } from '../en/portal-subscription.ts';
import { plural } from '../plural.ts';

const n = plural('pl');

export const portalSubscription: typeof english = {
  subscriptionStatus: {
    trialing: 'Bezpłatny okres próbny',
    active: 'Aktywna',
    ending: 'Anulowana',
    past_due: 'Płatność nieudana',
    paused: 'Wstrzymana',
    canceled: 'Zakończona',
  },
  nextPaymentOn: ({ amount, day }) => `Następna płatność: ${amount}, ${day}.`,
  nextPaymentWithTax: ({ amount, day }) => `Następna płatność: ${amount} z podatkiem, ${day}.`,
  paidUntil: (day) => `Opłacona do ${day}.`,
  trialUntil: (day) => `Bezpłatna do ${day}.`,
  endsOn: (day) => `Kończy się ${day}. Do tego czasu można z niej korzystać.`,
  endedOn: (day) => `Zakończyła się ${day}.`,
  pausedUntil: (day) => `Wstrzymana. Zostanie wznowiona ${day}.`,
  pausedByYou: 'Wstrzymana do czasu wznowienia.',
  pausedByShop: (shop) =>
    `Wstrzymana przez ${shop}. Aby ją wznowić, proszę się z nimi skontaktować.`,
  pausedUnpaid: 'Wstrzymana z powodu nieudanej płatności.',
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  priceEach: ({ amount, every }) => `${amount} ${every} za sztukę`,
  plusTax: (price) => `${price} plus podatek`,
  times: ({ name, quantity }) => `${name} × ${quantity}`,

  paymentFailed: 'Płatność nie powiodła się',
  couldNotCharge: ({ amount, plan }) => `Nie udało się pobrać ${amount} za ${plan}.`,
  triedAgainOn: (day) => `Spróbujemy ponownie ${day}.`,
  notTriedAgain: 'Tej karty nie będziemy już próbować obciążyć.',
  payAmount: (amount) => `Zapłać ${amount}`,
  cardExpiresSoon: 'Karta wkrótce straci ważność',
  cardExpiresBefore: ({ card, day }) =>
    `${card}: ważność upływa przed następną płatnością, ${day}.`,

  manage: 'Zarządzaj',
  managePlan: (plan) => `Zarządzaj: ${plan}`,
  price: 'Cena',
  quantity: 'Ilość',
  nextPayment: 'Następna płatność',
  none: 'Brak',
  amountOn: ({ amount, day }) => `${amount}, ${day}`,
  amountWithTaxOn: ({ amount, day }) => `${amount} z podatkiem, ${day}`,
  discount: 'Rabat',
  discountUntil: ({ code, day }) => `${code}, do ${day}`,
  credit: 'Środki na saldzie',
  creditIsUsed: (amount) => `${amount}, do użycia przy następnych płatnościach`,
  owed: 'Należność',
  owedIsAdded: (amount) => `${amount}, doliczane do następnej płatności`,
  plannedChange: 'Planowana zmiana',
  plannedFrom: ({ plan, day }) => `${plan} od ${day}`,

  changePlan: 'Zmień plan',
  changePlanOrQuantity: 'Zmień plan lub ilość',
  changeQuantity: 'Zmień ilość',
  plan: 'Plan',
  currentPlan: 'Obecny plan',
  nearestPlans: (shop) => `To plany najbliższe obecnemu. O inne proszę zapytać ${shop}.`,
  reviewChange: 'Sprawdź zmianę',
  nothingChangesYet: 'Nic się nie zmieni, dopóki nie zostanie to potwierdzone.',
  chooseOnePlan: 'Proszę wybrać jeden z tych planów.',
  checkQuantity: (most) => `Proszę podać liczbę całkowitą od 1 do ${most}.`,
  quantityIsFixed: 'Ilości nie można tutaj zmienić. Proszę skontaktować się ze sklepem.',
  nothingChosen: 'To jest obecny wybór. Proszę wybrać coś innego, aby zobaczyć cenę.',
  changeTo: (plan) => `Zmiana na ${plan}`,
  youHave: (plan) => `Obecny plan: ${plan}. Zmiana zacznie obowiązywać po potwierdzeniu.`,
  endsTrial: ({ amount, day }) =>
    `Ta zmiana kończy bezpłatny okres próbny, który trwałby do ${day}. ` +
    `Dzisiaj zostanie pobrane ${amount}.`,
  endsTrialFree: (day) => `Ta zmiana kończy bezpłatny okres próbny, który trwałby do ${day}.`,
  dearerEndsTrial:
    'Droższy wybór kończy bezpłatny okres próbny, a opłata zostanie pobrana dzisiaj. ' +
    'Kwotę zobaczysz przed potwierdzeniem.',
  now: 'Do zapłaty dzisiaj',
  nothingDueNow: 'Dzisiaj nic nie zostanie pobrane.',
  chargedNow: 'Pobrane dzisiaj',
  creditAfter: (amount) =>
    `Saldo po zmianie: ${amount}. Zostanie użyte przy następnych płatnościach.`,
  nextPaymentDay: (day) => `Następna płatność ${day}`,
  chargedThen: 'Pobrane wtedy',
  cardIsCharged: (card) => `Płatność obciąży ${card}.`,
  cardNeeded: 'Nie zapisano żadnej karty. Proszę ją najpierw dodać.',
  confirmAndPay: (amount) => `Potwierdź i zapłać ${amount}`,
  confirmChange: 'Potwierdź zmianę',
  amountChanged: 'Kwota się zmieniła',
  checkAmount: 'Nic nie zostało pobrane. Proszę sprawdzić nową kwotę.',

  pause: 'Wstrzymaj subskrypcję',
  pauseShort: 'Wstrzymaj',
  pauseText: 'Czas na przerwę. Nic nie jest pobierane, a opłacony czas nie przepada.',
  pausePlan: (plan) => `Wstrzymać ${plan}?`,
  pauseMeans:
    'Podczas przerwy nic nie jest pobierane, ale nie można korzystać z subskrypcji. ' +
    'Opłacony czas nie przepada i biegnie dalej po wznowieniu.',
  pauseDropsChange: (change) => `Planowana zmiana (${change}) przepadnie.`,
  pauseOnce: 'W każdym opłaconym okresie można zrobić jedną przerwę.',
  pauseUsed: ({ day }) => `W tym okresie była już przerwa. Następna jest możliwa po ${day}.`,
  pauseHowLong: 'Na jak długo?',
  pauseMonths: ({ months, day }) =>
    n(months, {
      one: `${months} miesiąc, do ${day}`,
      few: `${months} miesiące, do ${day}`,
      many: `${months} miesięcy, do ${day}`,
      other: `${months} miesiąca, do ${day}`,
    }),
  pauseOpen: 'Do czasu, aż ją wznowię',
  notNow: 'Nie teraz',
  resume: 'Wznów subskrypcję',
  resumeShort: 'Wznów',
  resumePlan: (plan) => `Wznowić ${plan}?`,
  resumeMeans: 'Można od razu znów z niej korzystać. Opłacony czas biegnie dalej.',
  resumeCharges: ({ amount, every }) =>
    `Dzisiaj zaczyna się nowy okres. Teraz do zapłaty jest ${amount}, a potem ${every}.`,
  payAndResume: (amount) => `Zapłać ${amount} i wznów`,
  stillPaused: 'Subskrypcja jest nadal wstrzymana.',

  cancel: 'Anuluj subskrypcję',
  cancelText: 'Można z niej korzystać do końca opłaconego czasu.',
  cancelTrialText: 'Można z niej korzystać do końca okresu próbnego. Nic nie zostanie pobrane.',
  cancelPlan: (plan) => `Anulować ${plan}?`,
  cancelsOn: (day) =>
    `Można z niej korzystać do ${day} i do tego czasu zmienić zdanie. Nic więcej nie pobierzemy.`,
  cancelResumes: (day) =>
    `Przerwa się skończy, aby można było wykorzystać opłacony czas do ${day}. ` +
    'Nic więcej nie pobierzemy.',
  cancelsNow: 'Zakończy się od razu i nie można tego cofnąć. Nic więcej nie pobierzemy.',
  whyCancel: 'Jaki jest powód anulowania?',
  reasons: {
    too_expensive: 'Jest za droga',
    unused: 'Za mało z niej korzystam',
    missing_features: 'Brakuje czegoś, czego potrzebuję',
    switched_service: 'Przechodzę na coś innego',
    low_quality: 'Nie działa tak dobrze, jak oczekiwano',
    customer_service: 'Obsługa była niezadowalająca',
    too_complex: 'Jest zbyt trudna w użyciu',
    other: 'Inny powód',
  },
  chooseReason: 'Proszę wybrać jeden z tych powodów albo żaden.',
  comment: 'Co mogłoby być lepsze?',
  checkComment: (most) =>
    n(most, {
      one: `Proszę podać najwyżej ${most} znak.`,
      few: `Proszę podać najwyżej ${most} znaki.`,
      many: `Proszę podać najwyżej ${most} znaków.`,
      other: `Proszę podać najwyżej ${most} znaku.`,
    }),
  keep: 'Zachowaj subskrypcję',

  offerTitle: (off) => `Zostań i odbierz ${off} rabatu`,
  offerNext: ({ amount, full, day }) =>
    `Następna płatność, ${day}, wyniesie ${amount} zamiast ${full}.`,
  offerMonths: (months) =>
    n(months, {
      one: `Rabat obowiązuje przez ${months} miesiąc.`,
      few: `Rabat obowiązuje przez ${months} miesiące.`,
      many: `Rabat obowiązuje przez ${months} miesięcy.`,
      other: `Rabat obowiązuje przez ${months} miesiąca.`,
    }),
  offerForever: 'Rabat obowiązuje tak długo, jak trwa subskrypcja.',
  offerAccept: 'Przyjmij ofertę',
};
