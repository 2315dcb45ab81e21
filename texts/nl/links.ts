import type { Catalogue } from '../en/catalogue.ts';

export const links: Catalogue['links'] = {
  ended: 'Deze aanbieding is afgelopen',
  soldOut: (shop) => `Het is uitverkocht. Vraag ${shop} of er meer komt.`,
  expired: (shop) => `Het was beperkte tijd beschikbaar. Vraag ${shop} als u het nog wilt.`,
  unavailable: (shop) => `Het is nu niet te koop. Vraag ${shop} als u het nog wilt.`,
  deleted: (shop) => `Het is niet meer te koop. Vraag ${shop} wat er in plaats daarvan is.`,
  answerNeeded: (label) => `Vul ‘${label}’ in.`,
  tickNeeded: (label) => `Vink ‘${label}’ aan om door te gaan.`,
  checkText: (label) => `Voer bij ‘${label}’ één regel van hoogstens 500 tekens in.`,
  checkNumber: (label) => `Voer bij ‘${label}’ een getal in, zoals 25.`,
  noLink: {
    title: 'Deze pagina bestaat niet',
    text: 'Controleer het adres of ga terug naar de winkel en volg de link opnieuw.',
  },
};
