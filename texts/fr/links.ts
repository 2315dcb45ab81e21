import type { Catalogue } from '../en/catalogue.ts';

export const links: Catalogue['links'] = {
  ended: 'Cette offre est terminée',
  soldOut: (shop) => `Tout est vendu. Demandez à ${shop} s’il y en aura d’autres.`,
  expired: (shop) =>
    `Elle était valable pour une durée limitée. Contactez ${shop} si elle vous intéresse toujours.`,
  unavailable: (shop) =>
    `Elle n’est pas en vente pour le moment. Contactez ${shop} si elle vous intéresse toujours.`,
  deleted: (shop) => `Elle n’est plus en vente. Demandez à ${shop} ce qui est proposé à la place.`,
  answerNeeded: (label) => `Remplissez « ${label} ».`,
  tickNeeded: (label) => `Cochez « ${label} » pour continuer.`,
  checkText: (label) => `Saisissez une ligne de 500 caractères au plus pour « ${label} ».`,
  checkNumber: (label) => `Saisissez un nombre pour « ${label} », par exemple 25.`,
  noLink: {
    title: 'Cette page n’existe pas',
    text: 'Vérifiez l’adresse ou retournez à la boutique et suivez de nouveau son lien.',
  },
};
