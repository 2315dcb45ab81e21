import type { Catalogue } from '../en/catalogue.ts';

export const payments: Catalogue['payments'] = {
  paymentProvider: 'il servizio di pagamento',
  includesTax: (taxes) => `Gli importi comprendono le imposte: ${taxes}.`,
  reverseCharge: 'Inversione contabile: non viene addebitata l’IVA, la versa la Sua azienda.',

  cardDeclined: 'Carta rifiutata',
  paymentDeclined: 'Pagamento rifiutato',
  notCompleted: 'Pagamento non completato',

  nothingCharged: 'Non Le è stato addebitato nulla.',
  declines: {
    askBank: 'La Sua banca ha rifiutato la carta. Provi un’altra carta o contatti la Sua banca.',
    notEnoughMoney: 'Questa carta o questo conto non ha fondi sufficienti. Ne provi un altro.',
    limitReached: 'Questa carta ha raggiunto il suo limite. Provi un’altra carta.',
    usedTooOften: 'Per ora questa carta è stata usata troppo spesso. Provi un’altra carta.',
    amountTooSmall: 'Questo importo è troppo basso per essere addebitato.',
    amountNotChargeable: 'Questo importo non può essere addebitato in questa valuta.',
    amountTooLarge:
      'Questo importo è troppo alto per questo metodo di pagamento. Ne provi un altro.',
    looksDoubled:
      'La Sua banca lo ritiene un pagamento che ha appena effettuato. Contatti la Sua banca.',
    cardExpired: 'Questa carta è scaduta. Provi un’altra carta.',
    wrongNumber: 'Il numero della carta è errato. Lo controlli e riprovi.',
    wrongCode: 'Il codice di sicurezza è errato. Lo controlli e riprovi.',
    wrongExpiry: 'La data di scadenza è errata. La controlli e riprovi.',
    wrongAddress: 'La Sua banca ha un altro indirizzo per questa carta. Lo controlli e riprovi.',
    cardReplaced: 'Questa carta è stata sostituita da una nuova. Usi la nuova carta.',
    cardNotSupported:
      'Questa carta non può essere usata per questo acquisto. Provi un’altra carta.',
    currencyNotSupported:
      'Su questa carta non si può addebitare in questa valuta. Provi un’altra carta.',
    notAllowed:
      'La Sua banca non consente questo tipo di pagamento. Provi un altro metodo di pagamento.',
    stoppedByOwner:
      'La Sua banca ha l’ordine di bloccare i pagamenti come questo. Provi un’altra carta.',
    tryAgainSoon: 'La Sua banca non ha potuto elaborare il pagamento. Riprovi tra un momento.',
    tryAgainLater:
      'Per ora la Sua banca ha rifiutato la carta. Riprovi più tardi o provi un’altra carta.',
    accountUnusable: 'Su questa carta o su questo conto non si può addebitare. Ne provi un altro.',
    accountClosed: 'Questo conto bancario è chiuso. Provi un altro metodo di pagamento.',
    debitNotAllowed:
      'Su questo conto bancario non sono più ammessi addebiti. Provi un altro metodo di pagamento.',
    failed: 'Il pagamento non è riuscito. Provi un’altra carta o un altro metodo di pagamento.',
    confirmHere: 'La Sua banca chiede di confermare questo pagamento.',
    notConfirmed: 'Il pagamento non è stato confermato presso la Sua banca. Riprovi.',
    confirmedTooLate: 'Il pagamento non è stato confermato in tempo presso la Sua banca. Riprovi.',
    notCompleted: 'Il pagamento non è stato completato. Può riprovare.',
    trialUsed: 'Ha già usato la prova gratuita di questo piano.',
    subscriptionCanceled: 'L’abbonamento è stato disdetto prima dell’addebito.',
    noCard: 'Non è salvata alcuna carta. Ne aggiunga una.',
    notMade: 'Non è stato possibile effettuare il pagamento. Riprovi.',
    shopCannot: 'Al momento questo negozio non può accettare il pagamento.',
    testCardsOnly: 'Questo è un negozio di prova: qui funzionano solo le carte di prova.',
  },
};
