import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const after: Catalogue['after'] = {
  thanks: 'Grazie per il Suo ordine',
  paid: ({ amount, shop }) => `Ha pagato ${amount} a ${shop}.`,
  complete: (shop) => `Il Suo ordine presso ${shop} è completo.`,
  trialStarted: (day) => `La prova gratuita è iniziata. Termina il giorno ${day}.`,
  receipt: ({ number, day }) => `Ricevuta ${number}, ${day}`,
  total: 'Totale',
  paidWith: (method) => `Pagato con ${method}.`,
  invoice: 'Vedi la fattura',
  invoicePdf: 'Scarica il PDF',
  licenseKey: 'La Sua chiave di licenza',
  copy: 'Copia',
  copied: 'Copiato',
  keepKey: 'La conservi con cura: Le serve per attivare il software sui Suoi dispositivi.',
  keyShownForDay: 'Questa pagina la mostra per un giorno.',
  keyNotShown: html`È stata mostrata qui per un giorno dopo l’acquisto. La ritrova tra i Suoi
    acquisti e nell’e-mail dell’ordine.`,
  mailSent: (to) => `Abbiamo inviato l’e-mail dell’ordine a ${to}.`,
  mailQueued: (to) => `L’e-mail dell’ordine è in arrivo a ${to}.`,
  mailFailed: ({ to, shop }) =>
    `Non è stato possibile recapitare l’e-mail dell’ordine a ${to}. ` +
    `${shop} può inviarla di nuovo.`,
  mailKept: (to) =>
    'Questo negozio di prova non ha un server di posta: ' +
    `l’e-mail per ${to} è stata conservata, non inviata.`,
  whatNext: 'Passi successivi',
  activate: 'Copi la chiave di licenza e la inserisca nel software.',
  manage: (link) =>
    html`${link('Gestisca i Suoi acquisti')}: fatture, chiavi di licenza, abbonamenti e carte.`,
  goingBack: ({ shop, now }) => html`Tra un momento tornerà a ${shop}. ${now('Prosegui ora')}`,
  backTo: (shop) => `Torna a ${shop}`,

  processing: 'Il Suo pagamento è in elaborazione',
  processingText: 'Ci vogliono alcuni secondi. Questa pagina si aggiorna da sola.',
  neverTwice: 'Non Le verrà addebitato nulla due volte.',
  checkAgain: 'Controlla di nuovo',
  confirm: 'Confermi il pagamento',
  confirmText: (amount) => `La Sua banca chiede di confermare questo pagamento di ${amount}.`,
  toBank: 'Continua sul sito della banca',
  otherCard: 'Usa un’altra carta',
  notPaidYet: 'Il Suo pagamento non è completo',
  stillToPay: ({ amount, provider }) => `Deve ancora pagare ${amount} presso ${provider}.`,
  oneStepLeft: 'Manca un solo passo',
  chooseHowToPay: (provider) =>
    `Scelga presso ${provider} come pagare in seguito. Oggi non paga nulla.`,
  toProvider: (provider) => `Continua con ${provider}`,
  startAgain: 'Annulla e ricomincia',
  doneThere: (link) => html`Ha finito? ${link('Controlla di nuovo')}`,
  onItsWay: 'Il Suo pagamento è in arrivo',
  onItsWayText: (amount) =>
    html`Il Suo pagamento di ${amount} è iniziato. Alcuni metodi di pagamento richiedono qualche
    minuto, un addebito bancario richiede alcuni giorni.`,
  nothingToDo: (shop) =>
    html`Non deve fare nulla. Quando il denaro arriva, ${shop} consegna il Suo ordine e questa
    pagina mostra la ricevuta. Se il pagamento non riesce, questa pagina Le dice perché.`,
  accountToConfirm: 'Il Suo conto bancario è in fase di verifica',
  accountToConfirmText: (provider) =>
    html`Può richiedere alcuni giorni. ${provider} Le invia un’e-mail se deve fare qualcosa.
    Dopodiché tutto prosegue da solo.`,
  checking: 'Il Suo pagamento è in verifica',
  checkingText: ({ amount, shop }) =>
    html`Qualcosa nel Suo pagamento di ${amount} non corrisponde a questo ordine, perciò ${shop}
    deve prima esaminarlo.`,
  doNotPayAgain: (shop) =>
    `Non paghi di nuovo. Questa pagina mostra il risultato. Se l’attesa è lunga, contatti ${shop}.`,

  expired: 'Questo ordine è scaduto',
  expiredText: ({ shop, product }) =>
    `Non Le è stato addebitato nulla. Torni a ${shop} per ordinare di nuovo ${product}.`,
};
