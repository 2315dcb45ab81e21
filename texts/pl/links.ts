import type { Catalogue } from '../en/catalogue.ts';

export const links: Catalogue['links'] = {
  ended: 'Ta oferta już się zakończyła',
  soldOut: (shop) => `Wszystko wyprzedano. Proszę zapytać ${shop}, czy będzie więcej.`,
  expired: (shop) =>
    `Oferta była ograniczona w czasie. W razie zainteresowania proszę zapytać ${shop}.`,
  unavailable: (shop) =>
    `Nie jest teraz w sprzedaży. W razie zainteresowania proszę zapytać ${shop}.`,
  deleted: (shop) => `Nie jest już w sprzedaży. Proszę zapytać ${shop}, co jest zamiast tego.`,
  answerNeeded: (label) => `Proszę wypełnić pole „${label}”.`,
  tickNeeded: (label) => `Proszę zaznaczyć „${label}”, aby kontynuować.`,
  checkText: (label) => `Proszę podać w polu „${label}” jeden wiersz, najwyżej 500 znaków.`,
  checkNumber: (label) => `Proszę podać w polu „${label}” liczbę, na przykład 25.`,
  noLink: {
    title: 'Ta strona nie istnieje',
    text: 'Proszę sprawdzić adres lub wrócić do sklepu i ponownie użyć linku.',
  },
};
