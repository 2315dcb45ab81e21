import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('pt');

const INTERVALS = {
  day: ['por dia', 'dias'],
  week: ['por semana', 'semanas'],
  month: ['por mês', 'meses'],
  year: ['por ano', 'anos'],
} as const;

export const shared: Catalogue['shared'] = {
  optional: '(opcional)',
  email: 'E-mail',
  language: 'Idioma',
  terms: 'Termos',
  privacy: 'Privacidade',
  imprint: 'Aviso legal',
  refunds: 'Reembolsos',
  help: 'Ajuda',
  questions: (address) => html`Tem alguma pergunta? ${address}`,
  country: 'País',
  fullName: 'Nome',
  company: 'Empresa',
  taxNumber: 'Número fiscal, por exemplo o NIF',
  postalCode: 'Código postal',
  region: 'Região',
  state: 'Estado',
  province: 'Província',
  card: 'Cartão',
  cardNumber: 'Número do cartão',
  cardExpiry: 'Validade (mês e ano)',
  monthAndYear: 'MM / AA',
  securityCode: 'Código de segurança',
  securityCodeShort: 'CVC',
  checkEmail: 'Introduza um endereço de e-mail, por exemplo ada@example.com.',
  checkCountry: 'Escolha um país da lista.',
  checkLength: (most) => `Introduza no máximo ${most} caracteres, numa só linha.`,
  checkCardNumber: 'Verifique o número do cartão.',
  checkCardExpiry: 'Introduza o mês e o ano indicados no cartão, por exemplo 12/34.',
  checkExpiryIsAhead: 'Este cartão expirou. Verifique a data ou use outro cartão.',
  checkSecurityCode: 'Introduza os 3 ou 4 dígitos do código de segurança.',
  checkDetails: 'Verifique os seus dados',
  testMode: 'Modo de teste',
  noMoneyMoves: 'Sem dinheiro real.',
  showTestCards: 'Cartões de teste',
  testCards: {
    pays: 'paga',
    is_declined: 'é recusado',
    has_no_money: 'não tem saldo suficiente',
    asks_to_confirm: 'pede confirmação',
  },
  testCardDetails: 'Use qualquer data futura e quaisquer 3 dígitos.',
  vat: 'IVA',
  taxAt: ({ tax, percent }) => `${tax} ${percent}`,
  seconds: (count) => n(count, { one: `${count} segundo`, other: `${count} segundos` }),
  every: (interval, count) =>
    count === 1 ? INTERVALS[interval][0] : `a cada ${count} ${INTERVALS[interval][1]}`,
};
