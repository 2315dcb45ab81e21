import type { Catalogue } from '../en/catalogue.ts';

export const links: Catalogue['links'] = {
  ended: 'Esta oferta terminou',
  soldOut: (shop) => `Está esgotada. Pergunte a ${shop} se haverá mais.`,
  expired: (shop) =>
    `Esteve disponível por tempo limitado. Contacte ${shop} se ainda lhe interessar.`,
  unavailable: (shop) => `De momento não está à venda. Contacte ${shop} se ainda lhe interessar.`,
  deleted: (shop) => `Já não está à venda. Pergunte a ${shop} o que há em alternativa.`,
  answerNeeded: (label) => `Preencha «${label}».`,
  tickNeeded: (label) => `Assinale «${label}» para continuar.`,
  checkText: (label) => `Introduza em «${label}» uma linha de 500 caracteres no máximo.`,
  checkNumber: (label) => `Introduza um número em «${label}», por exemplo 25.`,
  noLink: {
    title: 'Esta página não existe',
    text: 'Verifique o endereço ou volte à loja e siga de novo a ligação.',
  },
};
