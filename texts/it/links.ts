import type { Catalogue } from '../en/catalogue.ts';

export const links: Catalogue['links'] = {
  ended: 'Questa offerta è terminata',
  soldOut: (shop) => `È esaurita. Chieda a ${shop} se ce ne saranno altre.`,
  expired: (shop) =>
    `Era disponibile per un tempo limitato. Si rivolga a ${shop} se Le interessa ancora.`,
  unavailable: (shop) =>
    `Al momento non è in vendita. Si rivolga a ${shop} se Le interessa ancora.`,
  deleted: (shop) => `Non è più in vendita. Chieda a ${shop} che cosa offre al suo posto.`,
  answerNeeded: (label) => `Compili «${label}».`,
  tickNeeded: (label) => `Selezioni «${label}» per continuare.`,
  checkText: (label) => `Inserisca in «${label}» una riga di al massimo 500 caratteri.`,
  checkNumber: (label) => `Inserisca in «${label}» un numero, per esempio 25.`,
  noLink: {
    title: 'Questa pagina non esiste',
    text: 'Controlli l’indirizzo o torni al negozio e segua di nuovo il suo link.',
  },
};
