import type { Catalogue } from '../en/catalogue.ts';

export const links: Catalogue['links'] = {
  ended: 'Erbjudandet har upphört',
  soldOut: (shop) => `Det är slutsålt. Fråga ${shop} om det kommer fler.`,
  expired: (shop) =>
    `Det gällde under en begränsad tid. Fråga ${shop} om du fortfarande vill ha det.`,
  unavailable: (shop) => `Det säljs inte just nu. Fråga ${shop} om du fortfarande vill ha det.`,
  deleted: (shop) => `Det säljs inte längre. Fråga ${shop} vad som finns i stället.`,
  answerNeeded: (label) => `Fyll i ”${label}”.`,
  tickNeeded: (label) => `Markera ”${label}” för att fortsätta.`,
  checkText: (label) => `Ange en rad med högst 500 tecken för ”${label}”.`,
  checkNumber: (label) => `Ange ett tal för ”${label}”, till exempel 25.`,
  noLink: {
    title: 'Sidan finns inte',
    text: 'Kontrollera adressen, eller gå tillbaka till butiken och följ länken igen.',
  },
};
