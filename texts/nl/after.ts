import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const after: Catalogue['after'] = {
  thanks: 'Bedankt voor uw bestelling',
  paid: ({ amount, shop }) => `U hebt ${amount} betaald aan ${shop}.`,
  complete: (shop) => `Uw bestelling bij ${shop} is voltooid.`,
  trialStarted: (day) => `Uw gratis proefperiode is begonnen. Die eindigt op ${day}.`,
  receipt: ({ number, day }) => `Bon ${number}, ${day}`,
  total: 'Totaal',
  paidWith: (method) => `Betaald met ${method}.`,
  invoice: 'Factuur bekijken',
  invoicePdf: 'Pdf downloaden',
  licenseKey: 'Uw licentiesleutel',
  copy: 'Kopiëren',
  copied: 'Gekopieerd',
  keepKey: 'Bewaar de sleutel goed: u hebt die nodig om de software te activeren.',
  keyShownForDay: 'Deze pagina toont de sleutel één dag.',
  keyNotShown: html`De sleutel was hier één dag na uw aankoop te zien. U vindt die bij uw aankopen
    en in de e-mail over uw bestelling.`,
  mailSent: (to) => `We hebben een e-mail over uw bestelling naar ${to} gestuurd.`,
  mailQueued: (to) => `Een e-mail over uw bestelling is onderweg naar ${to}.`,
  mailFailed: ({ to, shop }) =>
    `De e-mail over uw bestelling kon niet worden bezorgd bij ${to}. ` +
    `${shop} kan die opnieuw sturen.`,
  mailKept: (to) =>
    `Deze testwinkel heeft geen mailserver: de e-mail aan ${to} is bewaard, niet verstuurd.`,
  whatNext: 'Hoe het verdergaat',
  activate: 'Kopieer de licentiesleutel en voer die in de software in.',
  manage: (link) =>
    html`${link('Uw aankopen beheren')}: facturen, licentiesleutels, abonnementen en kaarten.`,
  goingBack: ({ shop, now }) => html`U gaat zo terug naar ${shop}. ${now('Nu doorgaan')}`,
  backTo: (shop) => `Terug naar ${shop}`,

  processing: 'Uw betaling wordt verwerkt',
  processingText: 'Dit duurt enkele seconden. Deze pagina wordt vanzelf bijgewerkt.',
  neverTwice: 'Er wordt niet twee keer afgeschreven.',
  checkAgain: 'Opnieuw controleren',
  confirm: 'Bevestig uw betaling',
  confirmText: (amount) => `Uw bank vraagt u deze betaling van ${amount} te bevestigen.`,
  toBank: 'Doorgaan naar uw bank',
  otherCard: 'Andere kaart gebruiken',
  notPaidYet: 'Uw betaling is niet voltooid',
  stillToPay: ({ amount, provider }) => `U moet nog ${amount} betalen bij ${provider}.`,
  oneStepLeft: 'Nog één stap',
  chooseHowToPay: (provider) =>
    `Kies bij ${provider} hoe u later wilt betalen. Vandaag betaalt u niets.`,
  toProvider: (provider) => `Doorgaan naar ${provider}`,
  startAgain: 'Annuleren en opnieuw beginnen',
  doneThere: (link) => html`Daar klaar? ${link('Opnieuw controleren')}`,
  onItsWay: 'Uw betaling is onderweg',
  onItsWayText: (amount) =>
    html`Uw betaling van ${amount} is gestart. Sommige betaalmethoden duren enkele minuten, een
    bankincasso duurt enkele dagen.`,
  nothingToDo: (shop) =>
    html`U hoeft niets te doen. Zodra het geld binnen is, levert ${shop} uw bestelling en toont deze
    pagina uw bon. Als de betaling mislukt, leest u hier waarom.`,
  accountToConfirm: 'Uw bankrekening wordt bevestigd',
  accountToConfirmText: (provider) =>
    html`Dit kan enkele dagen duren. ${provider} stuurt u een e-mail als u er iets voor moet
    doen. Daarna gaat alles vanzelf verder.`,
  checking: 'Uw betaling wordt gecontroleerd',
  checkingText: ({ amount, shop }) =>
    html`Iets aan uw betaling van ${amount} past niet bij deze bestelling. ${shop} moet er eerst
    naar kijken.`,
  doNotPayAgain: (shop) =>
    'Betaal niet opnieuw. Deze pagina toont het resultaat. ' +
    `Neem contact op met ${shop} als het lang duurt.`,

  expired: 'Deze bestelling is verlopen',
  expiredText: ({ shop, product }) =>
    `Er is niets afgeschreven. Ga terug naar ${shop} om ${product} opnieuw te bestellen.`,
};
