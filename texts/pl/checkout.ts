import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('pl');

export const checkout: Catalogue['checkout'] = {
  payShop: (shop) => `Płatność dla ${shop}`,
  subscribeTo: (product) => `Subskrypcja ${product}`,
  tryProduct: (product) => `Wypróbuj ${product}`,
  getProduct: (product) => `Otrzymaj ${product}`,
  back: 'Wstecz',

  order: 'Zamówienie',
  showOrder: 'Pokaż zamówienie',
  today: 'dzisiaj',
  plusTax: 'plus podatek',
  thenEvery: ({ amount, every, day }) => `Potem ${amount} ${every} od ${day}.`,
  thenOnceReduced: ({ reduced, amount, every, day }) =>
    `Potem ${reduced} w dniu ${day}, a dalej ${amount} ${every}.`,
  thenReducedFor: ({ reduced, months, amount, every, day }) =>
    n(months, {
      one: `Potem ${reduced} ${every} od ${day}, a po ${months} miesiącu ${amount} ${every}.`,
      few: `Potem ${reduced} ${every} od ${day}, a po ${months} miesiącach ${amount} ${every}.`,
      many: `Potem ${reduced} ${every} od ${day}, a po ${months} miesiącach ${amount} ${every}.`,
      other: `Potem ${reduced} ${every} od ${day}, a po ${months} miesiąca ${amount} ${every}.`,
    }),
  thenFree: 'Potem nic się nie płaci.',
  cancelAnyTime: 'Anulować można w każdej chwili.',
  taxComesOnTop: 'Podatek zostanie doliczony.',
  taxIsIncluded: 'Podatek jest wliczony.',
  freeTrial: (days) =>
    n(days, {
      one: `${days} dzień bezpłatnego okresu próbnego`,
      few: `${days} dni bezpłatnego okresu próbnego`,
      many: `${days} dni bezpłatnego okresu próbnego`,
      other: `${days} dnia bezpłatnego okresu próbnego`,
    }),
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  each: (amount) => `${amount} za sztukę`,
  quantityTimes: ({ quantity, amount }) => `${quantity} × ${amount}`,
  quantity: 'Ilość',
  oneLess: 'Jeden mniej',
  oneMore: 'Jeden więcej',
  updateQuantity: 'Zaktualizuj ilość',
  checkQuantityTitle: 'Proszę sprawdzić ilość',
  checkQuantity: ({ least, most }) => `Proszę podać liczbę całkowitą od ${least} do ${most}.`,
  about: 'O produkcie',
  subtotal: 'Suma częściowa',
  percentOff: (percent) => `${percent} rabatu`,
  amountOff: (amount) => `${amount} rabatu`,
  afterTrial: 'po okresie próbnym',
  rounding: 'Zaokrąglenie',
  tax: 'Podatek',
  taxDependsOnPlace: 'Zależy od kraju',
  taxIncluded: (tax) => `W tym ${tax}`,
  reverseCharge: 'Odwrotne obciążenie: VAT nie jest naliczany, rozlicza go Państwa firma.',
  taxExempt: 'Zwolnione z podatku.',
  paidFromBalance: 'Zapłacono z salda',
  owedFromEarlier: 'Wcześniejsza należność',
  total: 'Razem',
  totalBeforeTax: 'Razem przed opodatkowaniem',
  dueToday: 'Do zapłaty dzisiaj',

  addCode: 'Dodaj kod promocyjny',
  code: 'Kod promocyjny',
  apply: 'Zastosuj',
  removeCode: (code) => `Usuń ${code}`,
  codeNotValid: 'Ten kod jest nieprawidłowy',
  codeUnusable: 'Tego kodu nie można użyć do tego zamówienia.',
  codeGone: 'Tego kodu nie można już użyć',
  removeToPayFull: 'Proszę go usunąć, aby zapłacić pełną cenę.',

  startTrial: 'Rozpocznij bezpłatny okres próbny',
  yourDetails: 'Dane kupującego',
  payment: 'Dane płatności',
  buyingForCompany: 'Kupuję dla firmy',
  updateTotal: 'Zaktualizuj sumę',
  goOn: 'Dalej',
  continueToPay: 'Przejdź do płatności',
  orByCard: 'Lub płatność kartą',
  payNow: (amount) => `Zapłać ${amount}`,
  subscribe: 'Subskrybuj',
  startTrialNow: 'Rozpocznij okres próbny',
  completeOrder: 'Złóż zamówienie',
  orderAndPay: (amount) => `Zamawiam i płacę ${amount}`,
  orderWithObligation: 'Zamówienie z obowiązkiem zapłaty',
  consentToContent:
    'Chcę natychmiastowej dostawy i wiem, że tracę przez to prawo odstąpienia od umowy.',
  consentToService:
    'Chcę, aby usługa rozpoczęła się natychmiast, i wiem, że po jej pełnym wykonaniu ' +
    'tracę prawo odstąpienia od umowy.',
  consentNeeded: 'Proszę zaznaczyć pole, aby kontynuować.',
  payAt: (provider) => `Płatność odbędzie się na następnej stronie (${provider}).`,
  chooseAt: (provider) =>
    `Na następnej stronie (${provider}) wybierają Państwo sposób późniejszej płatności. ` +
    'Dzisiaj nic się nie płaci.',
  securedBy: (provider) => `Bezpieczna płatność: ${provider}`,
  firstCharge: ({ amount, day }) => `Pierwsza opłata, ${amount}, zostanie pobrana ${day}.`,
  renewsUntilCanceled: 'Subskrypcja odnawia się automatycznie, dopóki nie zostanie anulowana.',
  acceptTerms: (link) => html`Płacąc, akceptują Państwo ${link('regulamin')}.`,
  acceptPrivacy: (link) => html`Płacąc, akceptują Państwo ${link('politykę prywatności')}.`,
  acceptBoth: (terms, privacy) =>
    html`Płacąc, akceptują Państwo ${terms('regulamin')} i ${privacy('politykę prywatności')}.`,

  cardDeclined: 'Karta odrzucona',
  notCompleted: 'Płatność niedokończona',
  nothingCharged: 'Nic nie zostało pobrane.',
  countryNeeded: 'Proszę wybrać kraj: zależy od niego podatek.',
  regionNeeded: 'Proszę wybrać region: zależy od niego podatek.',
  checkTaxNumber: 'Proszę sprawdzić ten numer lub zostawić pole puste.',
  numberNotKnown: 'Rejestr podatkowy nie zna tego numeru, dlatego podatek jest naliczany.',
  numberNotVerified:
    'Tego numeru nie udało się jeszcze zweryfikować, dlatego podatek jest naliczany.',
  tooSmall: (smallest) =>
    `Do zapłaty zostałoby mniej niż ${smallest}, a takiej kwoty nie można pobrać.`,
  tooLarge: 'Z podatkiem to więcej, niż można pobrać jednorazowo.',
  totalChanged: 'Suma się zmieniła',
  checkBeforePaying: 'Proszę ją sprawdzić przed zapłatą. Nic nie zostało pobrane.',
  orderUpdated: 'Zamówienie zostało zaktualizowane',
  trialUsed: 'Ten bezpłatny okres próbny został już wykorzystany',
  priceWithoutTrial: 'To jest cena bez okresu próbnego. Nic nie zostało pobrane.',
  noAnswer: 'Nie ma jeszcze odpowiedzi',
  pressAgain: 'Prosimy sprawdzić połączenie i ponownie nacisnąć przycisk.',
  tooManyTries: 'Zbyt wiele prób',
  waitThenTry: (seconds) => `Proszę odczekać ${seconds} i spróbować ponownie.`,
  tooManyDeclines: 'Zbyt wiele odrzuconych płatności',
  startAgainAt: (shop) => `Proszę wrócić do ${shop} i zacząć od nowa.`,
};
