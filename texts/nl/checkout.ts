import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('nl');

export const checkout: Catalogue['checkout'] = {
  payShop: (shop) => `Betalen aan ${shop}`,
  subscribeTo: (product) => `Abonneren op ${product}`,
  tryProduct: (product) => `${product} uitproberen`,
  getProduct: (product) => `${product} verkrijgen`,
  back: 'Terug',

  order: 'Uw bestelling',
  showOrder: 'Bestelling tonen',
  today: 'vandaag',
  plusTax: 'plus belasting',
  thenEvery: ({ amount, every, day }) => `Daarna ${amount} ${every} vanaf ${day}.`,
  thenOnceReduced: ({ reduced, amount, every, day }) =>
    `Daarna ${reduced} op ${day} en vervolgens ${amount} ${every}.`,
  thenReducedFor: ({ reduced, months, amount, every, day }) =>
    n(months, {
      one: `Daarna ${reduced} ${every} vanaf ${day} en na ${months} maand ${amount} ${every}.`,
      other: `Daarna ${reduced} ${every} vanaf ${day} en na ${months} maanden ${amount} ${every}.`,
    }),
  thenFree: 'Daarna betaalt u niets.',
  cancelAnyTime: 'Op elk moment opzegbaar.',
  taxComesOnTop: 'Belasting komt erbij.',
  taxIsIncluded: 'Belasting is inbegrepen.',
  freeTrial: (days) =>
    n(days, { one: `${days} dag gratis proberen`, other: `${days} dagen gratis proberen` }),
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  each: (amount) => `${amount} per stuk`,
  quantityTimes: ({ quantity, amount }) => `${quantity} × ${amount}`,
  quantity: 'Aantal',
  oneLess: 'Eén minder',
  oneMore: 'Eén meer',
  updateQuantity: 'Aantal bijwerken',
  checkQuantityTitle: 'Controleer het aantal',
  checkQuantity: ({ least, most }) => `Voer een geheel getal van ${least} tot ${most} in.`,
  about: 'Over dit product',
  subtotal: 'Subtotaal',
  percentOff: (percent) => `${percent} korting`,
  amountOff: (amount) => `${amount} korting`,
  afterTrial: 'na de proefperiode',
  rounding: 'Afronding',
  tax: 'Belasting',
  taxDependsOnPlace: 'Afhankelijk van uw land',
  taxIncluded: (tax) => `Inclusief ${tax}`,
  reverseCharge: 'Btw verlegd: er wordt geen btw berekend, uw bedrijf draagt die af.',
  taxExempt: 'Vrijgesteld van belasting.',
  paidFromBalance: 'Betaald uit uw tegoed',
  owedFromEarlier: 'Eerder verschuldigd',
  total: 'Totaal',
  totalBeforeTax: 'Totaal exclusief belasting',
  dueToday: 'Vandaag te betalen',

  addCode: 'Kortingscode toevoegen',
  code: 'Kortingscode',
  apply: 'Toepassen',
  removeCode: (code) => `${code} verwijderen`,
  codeNotValid: 'Deze code is niet geldig',
  codeUnusable: 'Deze code kan niet voor deze bestelling worden gebruikt.',
  codeGone: 'Deze code kan niet meer worden gebruikt',
  removeToPayFull: 'Verwijder de code om de volle prijs te betalen.',

  startTrial: 'Begin uw gratis proefperiode',
  yourDetails: 'Uw gegevens',
  payment: 'Betaalgegevens',
  buyingForCompany: 'Ik koop voor een bedrijf',
  updateTotal: 'Totaal bijwerken',
  goOn: 'Doorgaan',
  continueToPay: 'Doorgaan naar betaling',
  orByCard: 'Of betaal met een kaart',
  payNow: (amount) => `${amount} betalen`,
  subscribe: 'Abonneren',
  startTrialNow: 'Proefperiode starten',
  completeOrder: 'Bestelling afronden',
  orderAndPay: (amount) => `Bestellen en ${amount} betalen`,
  orderWithObligation: 'Bestelling met betalingsverplichting',
  consentToContent:
    'Ik wil dat het meteen wordt geleverd en weet dat ik daarmee mijn herroepingsrecht verlies.',
  consentToService:
    'Ik wil dat de dienst meteen begint en weet dat ik mijn herroepingsrecht verlies ' +
    'zodra die volledig is verleend.',
  consentNeeded: 'Vink het vakje aan om door te gaan.',
  payAt: (provider) => `U betaalt op de volgende pagina, bij ${provider}.`,
  chooseAt: (provider) =>
    `Op de volgende pagina, bij ${provider}, kiest u hoe u later betaalt. Vandaag betaalt u niets.`,
  securedBy: (provider) => `Veilig betaald via ${provider}`,
  firstCharge: ({ amount, day }) => `Op ${day} wordt voor het eerst ${amount} afgeschreven.`,
  renewsUntilCanceled: 'Uw abonnement wordt automatisch verlengd totdat u opzegt.',
  acceptTerms: (link) => html`Door te betalen gaat u akkoord met de ${link('voorwaarden')}.`,
  acceptPrivacy: (link) => html`Door te betalen gaat u akkoord met het ${link('privacybeleid')}.`,
  acceptBoth: (terms, privacy) =>
    html`Door te betalen gaat u akkoord met de ${terms('voorwaarden')} en het
    ${privacy('privacybeleid')}.`,

  cardDeclined: 'Kaart geweigerd',
  notCompleted: 'Betaling niet voltooid',
  nothingCharged: 'Er is niets afgeschreven.',
  countryNeeded: 'Kies uw land: de belasting hangt ervan af.',
  regionNeeded: 'Kies uw regio: de belasting hangt ervan af.',
  checkTaxNumber: 'Controleer dit nummer of laat het leeg.',
  numberNotKnown: 'Het belastingregister kent dit nummer niet, dus wordt er belasting berekend.',
  numberNotVerified:
    'Dit nummer kon nog niet worden geverifieerd, dus wordt er belasting berekend.',
  tooSmall: (smallest) =>
    `Dan blijft er minder dan ${smallest} te betalen over, en dat kan niet worden afgeschreven.`,
  tooLarge: 'Met belasting is dit meer dan in één keer kan worden afgeschreven.',
  totalChanged: 'Het totaal is gewijzigd',
  checkBeforePaying: 'Controleer het voordat u betaalt. Er is niets afgeschreven.',
  orderUpdated: 'Uw bestelling is bijgewerkt',
  trialUsed: 'U hebt deze gratis proefperiode al gebruikt',
  priceWithoutTrial: 'Dit is de prijs zonder proefperiode. Er is niets afgeschreven.',
  noAnswer: 'Nog geen antwoord',
  pressAgain: 'Controleer uw verbinding en klik daarna nogmaals op de knop.',
  tooManyTries: 'Te veel pogingen',
  waitThenTry: (seconds) => `Wacht ${seconds} en probeer het dan opnieuw.`,
  tooManyDeclines: 'Te veel geweigerde betalingen',
  startAgainAt: (shop) => `Ga terug naar ${shop} en begin opnieuw.`,
};
