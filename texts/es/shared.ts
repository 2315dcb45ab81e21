import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('es');

const INTERVALS = {
  day: ['al día', 'días'],
  week: ['a la semana', 'semanas'],
  month: ['al mes', 'meses'],
  year: ['al año', 'años'],
} as const;

export const shared: Catalogue['shared'] = {
  optional: '(opcional)',
  email: 'Correo electrónico',
  language: 'Idioma',
  terms: 'Condiciones',
  privacy: 'Privacidad',
  imprint: 'Aviso legal',
  refunds: 'Reembolsos',
  help: 'Ayuda',
  questions: (address) => html`¿Tiene alguna pregunta? ${address}`,
  country: 'País',
  fullName: 'Nombre',
  company: 'Empresa',
  taxNumber: 'Número fiscal, por ejemplo el NIF-IVA',
  postalCode: 'Código postal',
  region: 'Región',
  state: 'Estado',
  province: 'Provincia',
  card: 'Tarjeta',
  cardNumber: 'Número de tarjeta',
  cardExpiry: 'Caducidad (mes y año)',
  monthAndYear: 'MM / AA',
  securityCode: 'Código de seguridad',
  securityCodeShort: 'CVC',
  checkEmail: 'Introduzca una dirección de correo electrónico, por ejemplo ada@example.com.',
  checkCountry: 'Elija un país de la lista.',
  checkLength: (most) => `Introduzca como máximo ${most} caracteres, en una sola línea.`,
  checkCardNumber: 'Compruebe el número de tarjeta.',
  checkCardExpiry: 'Introduzca el mes y el año que figuran en la tarjeta, por ejemplo 12/34.',
  checkExpiryIsAhead: 'Esta tarjeta ha caducado. Compruebe la fecha o use otra tarjeta.',
  checkSecurityCode: 'Introduzca los 3 o 4 dígitos del código de seguridad.',
  checkDetails: 'Compruebe sus datos',
  testMode: 'Modo de prueba',
  noMoneyMoves: 'Sin dinero real.',
  showTestCards: 'Tarjetas de prueba',
  testCards: {
    pays: 'paga',
    is_declined: 'se rechaza',
    has_no_money: 'no tiene fondos suficientes',
    asks_to_confirm: 'pide confirmación',
  },
  testCardDetails: 'Use cualquier fecha futura y 3 dígitos cualesquiera.',
  vat: 'IVA',
  taxAt: ({ tax, percent }) => `${tax} ${percent}`,
  seconds: (count) => n(count, { one: `${count} segundo`, other: `${count} segundos` }),
  every: (interval, count) =>
    count === 1 ? INTERVALS[interval][0] : `cada ${count} ${INTERVALS[interval][1]}`,
};
