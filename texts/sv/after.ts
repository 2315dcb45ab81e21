import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const after: Catalogue['after'] = {
  thanks: 'Tack för din beställning',
  paid: ({ amount, shop }) => `Du har betalat ${amount} till ${shop}.`,
  complete: (shop) => `Din beställning från ${shop} är klar.`,
  trialStarted: (day) => `Din kostnadsfria provperiod har börjat. Den slutar den ${day}.`,
  receipt: ({ number, day }) => `Kvitto ${number}, ${day}`,
  total: 'Totalt',
  paidWith: (method) => `Betalat med ${method}.`,
  invoice: 'Visa fakturan',
  invoicePdf: 'Ladda ner PDF',
  licenseKey: 'Din licensnyckel',
  copy: 'Kopiera',
  copied: 'Kopierad',
  keepKey: 'Spara den väl: du behöver den för att aktivera programmet på dina enheter.',
  keyShownForDay: 'Den här sidan visar den i en dag.',
  keyNotShown: html`Den visades här i en dag efter ditt köp. Du hittar den bland dina köp och i
    mejlet om din beställning.`,
  mailSent: (to) => `Vi har skickat ett mejl om din beställning till ${to}.`,
  mailQueued: (to) => `Ett mejl om din beställning är på väg till ${to}.`,
  mailFailed: ({ to, shop }) =>
    `Mejlet om din beställning kunde inte levereras till ${to}. ${shop} kan skicka det igen.`,
  mailKept: (to) =>
    'Den här testbutiken har ingen e-postserver: ' +
    `mejlet till ${to} sparades men skickades inte.`,
  whatNext: 'Vad som händer nu',
  activate: 'Kopiera licensnyckeln och ange den i programmet.',
  manage: (link) =>
    html`${link('Hantera dina köp')}: fakturor, licensnycklar, abonnemang och kort.`,
  goingBack: ({ shop, now }) => html`Du kommer strax tillbaka till ${shop}. ${now('Fortsätt nu')}`,
  backTo: (shop) => `Tillbaka till ${shop}`,

  processing: 'Din betalning behandlas',
  processingText: 'Det tar några sekunder. Sidan uppdateras av sig själv.',
  neverTwice: 'Du debiteras inte två gånger.',
  checkAgain: 'Kontrollera igen',
  confirm: 'Bekräfta din betalning',
  confirmText: (amount) => `Din bank ber dig bekräfta betalningen på ${amount}.`,
  toBank: 'Fortsätt till din bank',
  otherCard: 'Använd ett annat kort',
  notPaidYet: 'Din betalning är inte klar',
  stillToPay: ({ amount, provider }) => `Du har ${amount} kvar att betala hos ${provider}.`,
  oneStepLeft: 'Ett steg kvar',
  chooseHowToPay: (provider) =>
    `Välj hos ${provider} hur du vill betala senare. I dag betalar du inget.`,
  toProvider: (provider) => `Fortsätt till ${provider}`,
  startAgain: 'Avbryt och börja om',
  doneThere: (link) => html`Klar där? ${link('Kontrollera igen')}`,
  onItsWay: 'Din betalning är på väg',
  onItsWayText: (amount) =>
    html`Din betalning på ${amount} har påbörjats. Vissa betalningssätt tar några minuter, autogiro
    tar några dagar.`,
  nothingToDo: (shop) =>
    html`Du behöver inte göra något. När pengarna kommer fram levererar ${shop} din beställning och
    sidan visar ditt kvitto. Om betalningen misslyckas står det här varför.`,
  accountToConfirm: 'Ditt bankkonto bekräftas',
  accountToConfirmText: (provider) =>
    html`Det kan ta några dagar. ${provider} skickar ett mejl till dig om du behöver göra något.
    Därefter fortsätter allt av sig självt.`,
  checking: 'Din betalning kontrolleras',
  checkingText: ({ amount, shop }) =>
    html`Något i din betalning på ${amount} stämmer inte med beställningen, så ${shop} måste titta
    på den först.`,
  doNotPayAgain: (shop) =>
    `Betala inte igen. Sidan visar resultatet. Kontakta ${shop} om det dröjer.`,

  expired: 'Tiden för betalningen har gått ut',
  expiredText: ({ shop, product }) =>
    `Inget har dragits. Gå tillbaka till ${shop} för att beställa ${product} igen.`,
};
