import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const pay: Catalogue['pay'] = {
  title: (plan) => `Pagamento per ${plan}`,
  isDue: (amount) => `Il Suo pagamento di ${amount} è dovuto.`,
  whatIsDue: 'Che cosa è dovuto',
  dueNow: 'Da pagare ora',
  payNow: (amount) => `Paga ${amount} ora`,
  cardIsKept: 'Questa carta viene salvata per i Suoi prossimi pagamenti.',
  payAt: (provider) =>
    `Il pagamento avviene presso ${provider}. Il metodo di pagamento viene salvato per i prossimi.`,
  stillToPay: ({ amount, plan, provider }) =>
    `Deve ancora pagare ${amount} per ${plan} presso ${provider}.`,
  underWay: ({ amount, plan }) =>
    html`Il Suo pagamento di ${amount} per ${plan} è in elaborazione. Di solito bastano pochi
    secondi, un addebito bancario richiede alcuni giorni. Non deve fare nulla.`,
  yourBank: 'la Sua banca',
  ended: 'Questo abbonamento è terminato',
  endedText: (plan) => `L’abbonamento a ${plan} è terminato. Non c’è nulla da pagare.`,
  paused: 'Questo abbonamento è in pausa',
  pausedText: ({ plan, shop }) =>
    `Non c’è nulla da pagare per ${plan}. Contatti ${shop} se ha domande.`,
  notPossible: 'Al momento non è possibile pagare',
  notPossibleText: (shop) => `Non Le è stato addebitato nulla. Contatti ${shop}.`,
  waitsText: ({ amount, plan, shop }) =>
    html`Il Suo pagamento di ${amount} per ${plan} è dovuto, ma ${shop} al momento non può
    riceverlo. Non Le è stato addebitato nulla e il Suo abbonamento continua. Riprovi più tardi con
    lo stesso link.`,
  settled: 'Tutto a posto',
  settledText: ({ plan, day }) => `L’abbonamento a ${plan} è pagato fino al giorno ${day}.`,

  cardTitle: 'Cambi la Sua carta',
  cardText: 'Questa carta sostituisce quella salvata.',
  cardAt: (provider) => `La inserirà presso ${provider}. Sostituisce quella salvata.`,
  dueIsCharged: 'Se un pagamento è scaduto, viene addebitato subito.',
  dueWaits:
    'Se un pagamento è scaduto, non viene addebitato ora. ' +
    'Sarà addebitato più tardi su questa carta, se ancora dovuto.',
  noCardYet: 'Non ha ancora inserito una carta.',
  saveCard: 'Salva la carta',
  toProvider: (provider) => `Continua con ${provider}`,
  doneThere: (link) => html`Ha finito? ${link('Controlla di nuovo')}`,
  cardSaved: 'La Sua carta è salvata',
  cardSavedText: ({ card, shop }) => `${card} sarà usata per i prossimi pagamenti a ${shop}.`,
  linkOver: 'Questo link non è più valido',
  linkOverText: (shop) => `Nulla è stato modificato. Chieda un nuovo link a ${shop}.`,
  tryAgain: 'Non ha funzionato. Riprovi tra un momento.',
  backTo: (shop) => `Torna a ${shop}`,

  bank: 'Banca di prova',
  bankTitle: 'Conferma di questo pagamento',
  bankText: ({ amount, shop }) =>
    html`${shop} chiede di addebitare <strong>${amount}</strong> sulla Sua carta.`,
  bankIsTest: 'Questa è una banca simulata: non viene mosso denaro.',
  bankConfirm: 'Conferma il pagamento',
  bankRefuse: 'Rifiuta',
};
