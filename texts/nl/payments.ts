import type { Catalogue } from '../en/catalogue.ts';

export const payments: Catalogue['payments'] = {
  paymentProvider: 'de betaaldienst',
  includesTax: (taxes) => `Bedragen zijn inclusief belasting: ${taxes}.`,
  reverseCharge: 'Btw verlegd: er wordt geen btw berekend, uw bedrijf draagt die af.',

  cardDeclined: 'Kaart geweigerd',
  paymentDeclined: 'Betaling geweigerd',
  notCompleted: 'Betaling niet voltooid',

  nothingCharged: 'Er is niets afgeschreven.',
  declines: {
    askBank: 'Uw bank heeft de kaart geweigerd. Probeer een andere kaart of bel uw bank.',
    notEnoughMoney: 'Er staat niet genoeg geld op deze kaart of rekening. Probeer een andere.',
    limitReached: 'Deze kaart heeft haar limiet bereikt. Probeer een andere kaart.',
    usedTooOften: 'Deze kaart is voorlopig te vaak gebruikt. Probeer een andere kaart.',
    amountTooSmall: 'Dit bedrag is te klein om af te schrijven.',
    amountNotChargeable: 'Dit bedrag kan niet in deze valuta worden afgeschreven.',
    amountTooLarge: 'Dit bedrag is te hoog voor deze betaalmethode. Probeer een andere.',
    looksDoubled:
      'Uw bank ziet dit als een betaling die u net hebt gedaan. Neem contact op met uw bank.',
    cardExpired: 'Deze kaart is verlopen. Probeer een andere kaart.',
    wrongNumber: 'Het kaartnummer klopt niet. Controleer het en probeer het opnieuw.',
    wrongCode: 'De beveiligingscode klopt niet. Controleer die en probeer het opnieuw.',
    wrongExpiry: 'De vervaldatum klopt niet. Controleer die en probeer het opnieuw.',
    wrongAddress:
      'Uw bank kent een ander adres bij deze kaart. Controleer het en probeer het opnieuw.',
    cardReplaced: 'Deze kaart is vervangen door een nieuwe. Gebruik de nieuwe kaart.',
    cardNotSupported: 'Deze kaart kan niet voor deze aankoop worden gebruikt. Probeer een andere.',
    currencyNotSupported:
      'Van deze kaart kan niet in deze valuta worden afgeschreven. Probeer een andere kaart.',
    notAllowed: 'Uw bank staat dit soort betalingen niet toe. Probeer een andere betaalmethode.',
    stoppedByOwner: 'Uw bank heeft opdracht zulke betalingen te stoppen. Probeer een andere kaart.',
    tryAgainSoon: 'Uw bank kon de betaling niet verwerken. Probeer het zo meteen opnieuw.',
    tryAgainLater:
      'Uw bank heeft de kaart voorlopig geweigerd. Probeer het later of met een andere kaart.',
    accountUnusable:
      'Van deze kaart of bankrekening kan niet worden afgeschreven. Probeer een andere.',
    accountClosed: 'Deze bankrekening is opgeheven. Probeer een andere betaalmethode.',
    debitNotAllowed:
      'Van deze bankrekening mag niet meer worden afgeschreven. Probeer een andere betaalmethode.',
    failed: 'De betaling is niet gelukt. Probeer een andere kaart of een andere betaalmethode.',
    confirmHere: 'Uw bank vraagt u deze betaling te bevestigen.',
    notConfirmed: 'De betaling is niet bij uw bank bevestigd. Probeer het opnieuw.',
    confirmedTooLate: 'De betaling is niet op tijd bij uw bank bevestigd. Probeer het opnieuw.',
    notCompleted: 'De betaling is niet voltooid. U kunt het opnieuw proberen.',
    trialUsed: 'U hebt de gratis proefperiode van dit abonnement al gebruikt.',
    subscriptionCanceled: 'Het abonnement is opgezegd voordat er werd afgeschreven.',
    noCard: 'Er is geen kaart opgeslagen. Voeg er een toe.',
    notMade: 'De betaling kon niet worden gedaan. Probeer het opnieuw.',
    shopCannot: 'Deze winkel kan de betaling nu niet aannemen.',
    testCardsOnly: 'Dit is een testwinkel: hier werken alleen testkaarten.',
  },
};
