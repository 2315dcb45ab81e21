import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const pay: Catalogue['pay'] = {
  title: (plan) => `Pagar ${plan}`,
  isDue: (amount) => `Tiene un pago pendiente de ${amount}.`,
  whatIsDue: 'Qué está pendiente',
  dueNow: 'A pagar ahora',
  payNow: (amount) => `Pagar ${amount} ahora`,
  cardIsKept: 'Esta tarjeta se guarda para sus próximos pagos.',
  payAt: (provider) => `Pagará en ${provider}. El medio de pago se guarda para sus próximos pagos.`,
  stillToPay: ({ amount, plan, provider }) =>
    `Todavía tiene que pagar ${amount} por ${plan} en ${provider}.`,
  underWay: ({ amount, plan }) =>
    html`Su pago de ${amount} por ${plan} se está procesando. La mayoría tarda segundos; un adeudo
    bancario tarda unos días. No tiene que hacer nada.`,
  yourBank: 'su banco',
  ended: 'Esta suscripción ha terminado',
  endedText: (plan) => `La suscripción a ${plan} ha terminado. No hay nada que pagar.`,
  paused: 'Esta suscripción está en pausa',
  pausedText: ({ plan, shop }) =>
    `No hay nada que pagar por ${plan}. Póngase en contacto con ${shop} si tiene preguntas.`,
  notPossible: 'En este momento no es posible pagar',
  notPossibleText: (shop) => `No se le ha cobrado nada. Póngase en contacto con ${shop}.`,
  waitsText: ({ amount, plan, shop }) =>
    html`Tiene un pago pendiente de ${amount} por ${plan}, pero ${shop} no puede recibirlo en este
    momento. No se le ha cobrado nada y su suscripción continúa. Inténtelo más tarde con el mismo
    enlace.`,
  settled: 'Todo está en orden',
  settledText: ({ plan, day }) => `La suscripción a ${plan} está pagada hasta el ${day}.`,

  cardTitle: 'Cambiar su tarjeta',
  cardText: 'Esta tarjeta sustituye a la guardada.',
  cardAt: (provider) => `La introducirá en ${provider}. Sustituye a la guardada.`,
  dueIsCharged: 'Si hay un pago vencido, se cobra de inmediato.',
  dueWaits:
    'Si hay un pago vencido, no se cobra ahora. ' +
    'Se cobrará más tarde en esta tarjeta, si sigue pendiente.',
  noCardYet: 'Todavía no ha introducido ninguna tarjeta.',
  saveCard: 'Guardar la tarjeta',
  toProvider: (provider) => `Continuar en ${provider}`,
  doneThere: (link) => html`¿Ha terminado? ${link('Comprobar de nuevo')}`,
  cardSaved: 'Su tarjeta se ha guardado',
  cardSavedText: ({ card, shop }) => `${card} se usará para sus próximos pagos a ${shop}.`,
  linkOver: 'Este enlace ya no funciona',
  linkOverText: (shop) => `No se ha cambiado nada. Pida un enlace nuevo a ${shop}.`,
  tryAgain: 'No ha funcionado. Inténtelo de nuevo dentro de un momento.',
  backTo: (shop) => `Volver a ${shop}`,

  bank: 'Banco de prueba',
  bankTitle: 'Confirmar este pago',
  bankText: ({ amount, shop }) =>
    html`${shop} quiere cobrar <strong>${amount}</strong> en su tarjeta.`,
  bankIsTest: 'Este es un banco simulado: no se mueve dinero.',
  bankConfirm: 'Confirmar el pago',
  bankRefuse: 'Rechazar',
};
