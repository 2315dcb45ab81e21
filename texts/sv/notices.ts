import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const notices: Catalogue['notices'] = {
  home: {
    title: 'Kassa är igång',
    text: (reference, document) =>
      html`Läs ${reference('API-referensen')} eller hämta ${document('OpenAPI-dokumentet')}.`,
    setUp: (dashboard) =>
      html`Det här är den första starten: ${dashboard('öppna översikten')} för att ställa in din
      butik.`,
  },
  notFound: {
    title: 'Sidan hittades inte',
    text: 'Kontrollera adressen eller gå tillbaka dit du kom ifrån.',
  },
  wrongMethod: {
    title: 'Sidan kan inte användas så här',
    text: 'Öppna sidan i webbläsaren och försök igen.',
  },
  refused: {
    title: 'Det fungerade inte',
    text: 'Gå tillbaka, ladda om sidan och försök igen.',
  },
  failed: {
    title: 'Något gick fel hos oss',
    text: 'Öppna sidan igen: den visar om du har betalat. Du debiteras inte två gånger.',
  },
  wait: {
    title: 'Ett ögonblick',
    text: (seconds, now) =>
      html`Det kom för många förfrågningar härifrån. Sidan fortsätter av sig själv om ${seconds} och
      inget går förlorat. ${now('Fortsätt nu')}`,
  },
  tryLater: (seconds) => `För många försök. Vänta ${seconds} och försök sedan igen.`,
  fromElsewhere: {
    title: 'Formuläret kom från en annan webbplats',
    text: 'Öppna sidan själv och försök igen.',
  },
  noCheckout: {
    title: 'Beställningen hittades inte',
    text: 'Gå tillbaka till butiken och börja om.',
  },
  closed: {
    title: 'Det går inte att betala just nu',
    text: (shop) => `Inget har dragits. Fråga ${shop} när det går att betala igen.`,
  },
  notOpen: {
    title: 'Den här butiken har inte öppnat än',
    text: (shop) => `Inget har dragits. Fråga ${shop} när den öppnar.`,
  },
  noBill: {
    title: 'Räkningen hittades inte',
    text: 'Kontrollera adressen eller be butiken om en ny länk.',
  },
  noCardLink: {
    title: 'Sidan hittades inte',
    text: 'Kontrollera adressen eller be butiken om en ny länk.',
  },
  noInvoice: {
    title: 'Fakturan hittades inte',
    text: 'Kontrollera adressen eller be butiken om din faktura.',
  },
  noElectronicInvoice: {
    title: 'Fakturan finns inte i elektronisk form',
    text: 'Den saknar något som standarden kräver. I PDF-filen finns allt.',
  },
  noShop: {
    title: 'Butiken hittades inte',
    text: 'Kontrollera adressen eller be butiken om en länk.',
  },
  nothingToConfirm: {
    title: 'Det finns inget att bekräfta',
    text: 'Gå tillbaka till butiken och kontrollera din beställning.',
  },
  linkExpired: {
    title: 'Länken fungerar inte längre',
    text: (anew) => html`${anew('Få en ny länk via e-post')} eller fråga säljaren.`,
    back: (shop) => `Tillbaka till ${shop}`,
  },
};
