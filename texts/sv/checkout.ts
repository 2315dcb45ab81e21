import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('sv');

export const checkout: Catalogue['checkout'] = {
  payShop: (shop) => `Betala till ${shop}`,
  subscribeTo: (product) => `Abonnera på ${product}`,
  tryProduct: (product) => `Prova ${product}`,
  getProduct: (product) => `Skaffa ${product}`,
  back: 'Tillbaka',

  order: 'Din beställning',
  showOrder: 'Visa beställning',
  today: 'i dag',
  plusTax: 'plus skatt',
  thenEvery: ({ amount, every, day }) => `Därefter ${amount} ${every} från den ${day}.`,
  thenOnceReduced: ({ reduced, amount, every, day }) =>
    `Därefter ${reduced} den ${day} och sedan ${amount} ${every}.`,
  thenReducedFor: ({ reduced, months, amount, every, day }) => {
    const later = n(months, { one: `efter ${months} månad`, other: `efter ${months} månader` });
    return `Därefter ${reduced} ${every} från den ${day} och ${later} ${amount} ${every}.`;
  },
  thenFree: 'Därefter betalar du inget.',
  cancelAnyTime: 'Säg upp när du vill.',
  taxComesOnTop: 'Skatt tillkommer.',
  taxIsIncluded: 'Skatt ingår.',
  freeTrial: (days) =>
    n(days, {
      one: `${days} dags kostnadsfri provperiod`,
      other: `${days} dagars kostnadsfri provperiod`,
    }),
  priceEvery: ({ amount, every }) => `${amount} ${every}`,
  each: (amount) => `${amount} per styck`,
  quantityTimes: ({ quantity, amount }) => `${quantity} × ${amount}`,
  quantity: 'Antal',
  oneLess: 'En färre',
  oneMore: 'En till',
  updateQuantity: 'Uppdatera antalet',
  checkQuantityTitle: 'Kontrollera antalet',
  checkQuantity: ({ least, most }) => `Ange ett heltal från ${least} till ${most}.`,
  about: 'Om produkten',
  subtotal: 'Delsumma',
  percentOff: (percent) => `${percent} rabatt`,
  amountOff: (amount) => `${amount} rabatt`,
  afterTrial: 'efter provperioden',
  rounding: 'Avrundning',
  tax: 'Skatt',
  taxDependsOnPlace: 'Beror på ditt land',
  taxIncluded: (tax) => `Inklusive ${tax}`,
  reverseCharge: 'Omvänd betalningsskyldighet: ingen moms tas ut, ditt företag redovisar den.',
  taxExempt: 'Undantaget från skatt.',
  paidFromBalance: 'Betalat från ditt saldo',
  owedFromEarlier: 'Tidigare skuld',
  total: 'Totalt',
  totalBeforeTax: 'Totalt före skatt',
  dueToday: 'Att betala i dag',

  addCode: 'Lägg till kampanjkod',
  code: 'Kampanjkod',
  apply: 'Använd',
  removeCode: (code) => `Ta bort ${code}`,
  codeNotValid: 'Koden är inte giltig',
  codeUnusable: 'Koden kan inte användas för den här beställningen.',
  codeGone: 'Koden kan inte längre användas',
  removeToPayFull: 'Ta bort den för att betala fullt pris.',

  startTrial: 'Starta din kostnadsfria provperiod',
  yourDetails: 'Dina uppgifter',
  payment: 'Betalningsuppgifter',
  buyingForCompany: 'Jag köper för ett företag',
  updateTotal: 'Uppdatera totalbeloppet',
  goOn: 'Fortsätt',
  payNow: (amount) => `Betala ${amount}`,
  subscribe: 'Abonnera',
  startTrialNow: 'Starta provperioden',
  completeOrder: 'Slutför beställningen',
  orderAndPay: (amount) => `Beställ och betala ${amount}`,
  orderWithObligation: 'Beställning med betalningsskyldighet',
  consentToContent: 'Jag vill ha leveransen genast och vet att jag därmed förlorar min ångerrätt.',
  consentToService:
    'Jag vill att tjänsten börjar genast och vet att jag förlorar min ångerrätt ' +
    'när den har fullgjorts helt.',
  consentNeeded: 'Markera rutan för att fortsätta.',
  payAt: (provider) => `Du betalar på nästa sida, hos ${provider}.`,
  chooseAt: (provider) =>
    `På nästa sida, hos ${provider}, väljer du hur du betalar senare. I dag betalar du inget.`,
  securedBy: (provider) => `Säker betalning via ${provider}`,
  firstCharge: ({ amount, day }) => `${amount} dras första gången den ${day}.`,
  renewsUntilCanceled: 'Ditt abonnemang förnyas automatiskt tills du säger upp det.',
  acceptTerms: (link) => html`Genom att betala godkänner du ${link('villkoren')}.`,
  acceptPrivacy: (link) => html`Genom att betala godkänner du ${link('integritetspolicyn')}.`,
  acceptBoth: (terms, privacy) =>
    html`Genom att betala godkänner du ${terms('villkoren')} och ${privacy('integritetspolicyn')}.`,

  cardDeclined: 'Kortet nekades',
  notCompleted: 'Betalningen slutfördes inte',
  nothingCharged: 'Inget har dragits.',
  countryNeeded: 'Välj ditt land: skatten beror på det.',
  regionNeeded: 'Välj din region: skatten beror på den.',
  checkTaxNumber: 'Kontrollera numret eller lämna fältet tomt.',
  numberNotKnown: 'Skatteregistret känner inte till numret, så skatt tas ut.',
  numberNotVerified: 'Numret har inte kunnat verifieras än, så skatt tas ut.',
  tooSmall: (smallest) =>
    `Då återstår mindre än ${smallest} att betala, och det beloppet kan inte dras.`,
  tooLarge: 'Med skatt är det mer än vad som kan dras på en gång.',
  totalChanged: 'Totalbeloppet har ändrats',
  checkBeforePaying: 'Kontrollera det innan du betalar. Inget har dragits.',
  orderUpdated: 'Din beställning är uppdaterad',
  trialUsed: 'Du har redan använt den här kostnadsfria provperioden',
  priceWithoutTrial: 'Det här är priset utan provperiod. Inget har dragits.',
  tooManyTries: 'För många försök',
  waitThenTry: (seconds) => `Vänta ${seconds} och försök sedan igen.`,
  tooManyDeclines: 'För många nekade betalningar',
  startAgainAt: (shop) => `Gå tillbaka till ${shop} och börja om.`,
};
