import type { Catalogue } from '../en/catalogue.ts';

export const payments: Catalogue['payments'] = {
  paymentProvider: 'operator płatności',
  includesTax: (taxes) => `Kwoty zawierają podatek: ${taxes}.`,
  reverseCharge: 'Odwrotne obciążenie: VAT nie jest naliczany, rozlicza go Państwa firma.',

  cardDeclined: 'Karta odrzucona',
  paymentDeclined: 'Płatność odrzucona',
  notCompleted: 'Płatność niedokończona',

  nothingCharged: 'Nic nie zostało pobrane.',
  declines: {
    askBank: 'Bank odrzucił kartę. Proszę użyć innej karty lub skontaktować się z bankiem.',
    notEnoughMoney:
      'Na tej karcie lub koncie brakuje środków. Proszę użyć innej karty lub innego konta.',
    limitReached: 'Limit tej karty został wyczerpany. Proszę użyć innej karty.',
    usedTooOften: 'Ta karta była ostatnio używana zbyt często. Proszę użyć innej karty.',
    amountTooSmall: 'Ta kwota jest zbyt mała, aby ją pobrać.',
    amountNotChargeable: 'Tej kwoty nie można pobrać w tej walucie.',
    amountTooLarge: 'Ta kwota jest zbyt duża dla tej metody płatności. Proszę wybrać inną.',
    looksDoubled:
      'Bank uznał to za płatność, która właśnie została wykonana. ' +
      'Proszę skontaktować się z bankiem.',
    cardExpired: 'Ta karta straciła ważność. Proszę użyć innej karty.',
    wrongNumber: 'Numer karty jest nieprawidłowy. Proszę go sprawdzić i spróbować ponownie.',
    wrongCode: 'Kod zabezpieczający jest nieprawidłowy. Proszę go sprawdzić i spróbować ponownie.',
    wrongExpiry: 'Data ważności jest nieprawidłowa. Proszę ją sprawdzić i spróbować ponownie.',
    wrongAddress: 'Bank zna inny adres dla tej karty. Proszę go sprawdzić i spróbować ponownie.',
    cardReplaced: 'Ta karta została zastąpiona nową. Proszę użyć nowej karty.',
    cardNotSupported: 'Tej karty nie można użyć do tego zakupu. Proszę użyć innej karty.',
    currencyNotSupported: 'Tej karty nie można obciążyć w tej walucie. Proszę użyć innej karty.',
    notAllowed: 'Bank nie zezwala na tego rodzaju płatności. Proszę wybrać inną metodę płatności.',
    stoppedByOwner:
      'Bank otrzymał polecenie wstrzymania takich płatności. Proszę użyć innej karty.',
    tryAgainSoon: 'Bank nie mógł przetworzyć płatności. Proszę spróbować ponownie za chwilę.',
    tryAgainLater: 'Bank na razie odrzucił kartę. Proszę spróbować później lub użyć innej karty.',
    accountUnusable: 'Tej karty lub tego konta nie można obciążyć. Proszę użyć innego.',
    accountClosed: 'To konto bankowe jest zamknięte. Proszę wybrać inną metodę płatności.',
    debitNotAllowed:
      'Tego konta bankowego nie można już obciążać. Proszę wybrać inną metodę płatności.',
    failed: 'Płatność nie powiodła się. Proszę użyć innej karty lub innej metody płatności.',
    confirmHere: 'Bank prosi o potwierdzenie tej płatności.',
    notConfirmed: 'Płatność nie została potwierdzona w banku. Proszę spróbować ponownie.',
    confirmedTooLate:
      'Płatność nie została na czas potwierdzona w banku. Proszę spróbować ponownie.',
    notCompleted: 'Płatność nie została dokończona. Można spróbować ponownie.',
    trialUsed: 'Bezpłatny okres próbny tego planu został już wykorzystany.',
    subscriptionCanceled: 'Subskrypcja została anulowana przed pobraniem opłaty.',
    noCard: 'Nie zapisano żadnej karty. Proszę ją dodać.',
    notMade: 'Płatności nie udało się wykonać. Proszę spróbować ponownie.',
    shopCannot: 'Ten sklep nie może teraz przyjąć płatności.',
    testCardsOnly: 'To jest sklep testowy: działają tu tylko karty testowe.',
  },
};
