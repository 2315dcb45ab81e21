import type { Catalogue } from '../en/catalogue.ts';

export const links: Catalogue['links'] = {
  ended: 'Esta oferta terminou',
  soldOut: (shop) => `Está esgotada. Pergunte a ${shop} se haverá mais.`,
  expired: (shop) =>
    `Esteve disponível por tempo limitado. Contacte ${shop} se ainda lhe interessar.`,
  unavailable: (shop) => `De momento não está à venda. Contacte ${shop} se ainda lhe interessar.`,
  answerNeeded: 'Preencha este campo.',
  tickNeeded: 'Assinale esta caixa para continuar.',
  checkText: 'Introduza uma linha de 500 caracteres no máximo.',
  checkNumber: 'Introduza um número, por exemplo 25.',
  noLink: {
    title: 'Esta página não existe',
    text: 'Verifique o endereço ou volte à loja e siga de novo a ligação.',
  },
};
