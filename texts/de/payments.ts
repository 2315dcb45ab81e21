import type { Catalogue } from '../en/catalogue.ts';

export const payments: Catalogue['payments'] = {
  paymentProvider: 'dem Zahlungsdienst',
  includesTax: (taxes) => `Die Beträge enthalten Steuer: ${taxes}.`,
  reverseCharge:
    'Reverse-Charge-Verfahren: Es wird keine Umsatzsteuer berechnet, Ihre Firma führt sie ab.',

  cardDeclined: 'Karte abgelehnt',
  paymentDeclined: 'Zahlung abgelehnt',
  notCompleted: 'Zahlung nicht abgeschlossen',

  nothingCharged: 'Es wurde nichts abgebucht.',
  declines: {
    askBank:
      'Ihre Bank hat die Karte abgelehnt. Nehmen Sie eine andere Karte oder fragen Sie Ihre Bank.',
    notEnoughMoney: 'Diese Karte oder dieses Konto ist nicht gedeckt. Nehmen Sie ein anderes.',
    limitReached: 'Das Limit dieser Karte ist erreicht. Nehmen Sie eine andere Karte.',
    usedTooOften: 'Diese Karte wurde vorerst zu oft benutzt. Nehmen Sie eine andere Karte.',
    amountTooSmall: 'Dieser Betrag ist zu klein, um abgebucht zu werden.',
    amountNotChargeable: 'Dieser Betrag kann in dieser Währung nicht abgebucht werden.',
    amountTooLarge: 'Dieser Betrag ist zu hoch für diese Zahlungsart. Wählen Sie eine andere.',
    looksDoubled:
      'Ihre Bank hält dies für eine Zahlung, die Sie gerade gemacht haben. Fragen Sie Ihre Bank.',
    cardExpired: 'Diese Karte ist abgelaufen. Nehmen Sie eine andere Karte.',
    wrongNumber: 'Die Kartennummer ist falsch. Prüfen Sie sie und versuchen Sie es noch einmal.',
    wrongCode: 'Die Prüfziffer ist falsch. Prüfen Sie sie und versuchen Sie es noch einmal.',
    wrongExpiry: 'Das Ablaufdatum ist falsch. Prüfen Sie es und versuchen Sie es noch einmal.',
    wrongAddress:
      'Ihre Bank hat zu dieser Karte eine andere Adresse. ' +
      'Prüfen Sie sie und versuchen Sie es noch einmal.',
    cardReplaced: 'Diese Karte wurde durch eine neue ersetzt. Nehmen Sie die neue Karte.',
    cardNotSupported: 'Diese Karte gilt für diesen Kauf nicht. Nehmen Sie eine andere Karte.',
    currencyNotSupported:
      'Diese Karte kann in dieser Währung nicht belastet werden. Nehmen Sie eine andere Karte.',
    notAllowed:
      'Ihre Bank erlaubt diese Art von Zahlung nicht. Wählen Sie eine andere Zahlungsart.',
    stoppedByOwner:
      'Ihre Bank hat den Auftrag, solche Zahlungen nicht auszuführen. ' +
      'Nehmen Sie eine andere Karte.',
    tryAgainSoon:
      'Ihre Bank konnte die Zahlung nicht ausführen. Versuchen Sie es gleich noch einmal.',
    tryAgainLater:
      'Ihre Bank hat die Karte vorerst abgelehnt. ' +
      'Versuchen Sie es später noch einmal oder nehmen Sie eine andere Karte.',
    accountUnusable:
      'Diese Karte oder dieses Bankkonto kann nicht belastet werden. Nehmen Sie ein anderes.',
    accountClosed: 'Dieses Bankkonto ist geschlossen. Wählen Sie eine andere Zahlungsart.',
    debitNotAllowed:
      'Von diesem Bankkonto darf nicht mehr abgebucht werden. Wählen Sie eine andere Zahlungsart.',
    failed:
      'Die Zahlung hat nicht geklappt. Nehmen Sie eine andere Karte oder eine andere Zahlungsart.',
    confirmHere: 'Ihre Bank möchte, dass Sie diese Zahlung bestätigen.',
    notConfirmed: 'Die Zahlung wurde nicht bei Ihrer Bank bestätigt. Versuchen Sie es noch einmal.',
    confirmedTooLate:
      'Die Zahlung wurde nicht rechtzeitig bei Ihrer Bank bestätigt. Versuchen Sie es noch einmal.',
    notCompleted: 'Die Zahlung wurde nicht abgeschlossen. Sie können es noch einmal versuchen.',
    trialUsed: 'Sie haben die kostenlose Testphase dieses Tarifs schon genutzt.',
    subscriptionCanceled: 'Das Abonnement wurde gekündigt, bevor etwas abgebucht wurde.',
    noCard: 'Es ist keine Karte hinterlegt. Fügen Sie eine hinzu.',
    notMade: 'Die Zahlung konnte nicht ausgeführt werden. Versuchen Sie es noch einmal.',
    shopCannot: 'Dieser Shop kann die Zahlung zurzeit nicht annehmen.',
    testCardsOnly: 'Dies ist ein Testshop: Hier gelten nur Testkarten.',
  },
};
