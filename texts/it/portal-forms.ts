import type { portalForms as english } from '../en/portal-forms.ts';

export const portalForms: typeof english = {
  cancelForm: 'Annulla',

  paymentMethod: 'Metodo di pagamento',
  noCard: 'Nessuna carta salvata.',
  expires: (date) => `Scade ${date}`,
  expired: (date) => `Scaduta ${date}`,
  updateCard: 'Cambia carta',
  addCard: 'Aggiungi carta',
  addCardTitle: 'Aggiunga una carta',
  updateCardTitle: 'Cambi la Sua carta',
  cardIsUsed: (card) => `${card} è usata per i Suoi pagamenti. La nuova carta la sostituisce.`,
  cardWillBeUsed: 'La carta sarà usata per i Suoi prossimi pagamenti.',
  payAndSaveCard: 'Paga e salva la carta',
  saveCard: 'Salva la carta',
  continueTo: (provider) => `Continua con ${provider}`,
  chargedAtOnce: ({ amount, plan }) =>
    `Sulla nuova carta saranno addebitati subito ${amount} per ${plan}.`,
  chargedLater: ({ amount, plan }) =>
    `Il pagamento di ${amount} per ${plan} non viene addebitato ora. ` +
    'Sarà addebitato più tardi sulla nuova carta, se ancora dovuto.',
  cannotTakeCards: 'Al momento questo negozio non può accettare carte',
  askShop: (shop) => `Contatti ${shop}.`,
  didNotWork: 'Non ha funzionato',
  tryInAMoment: 'Riprovi tra un momento.',
  tooManyTries: 'Troppi tentativi',
  methods: {
    acss_debit: 'Addebito bancario',
    au_becs_debit: 'Addebito bancario',
    bacs_debit: 'Addebito bancario',
    eps: 'EPS',
    ideal: 'iDEAL',
    nz_bank_account: 'Conto bancario',
    paypal: 'PayPal',
    sepa_debit: 'Addebito SEPA',
    us_bank_account: 'Conto bancario',
  },

  balance: 'Saldo',
  haveCredit: (amount) => `Ha un credito di ${amount}. Sarà usato per i Suoi prossimi pagamenti.`,
  oweAmount: (amount) => `Deve ancora ${amount}, che saranno aggiunti al prossimo pagamento.`,

  billing: 'Dati di fatturazione',
  noBilling: 'Ancora nessun dato di fatturazione.',
  billingText: 'Compariranno sulle Sue prossime fatture.',
  updateBilling: 'Modifica i dati',
  save: 'Salva',
  taxNumberIs: (number) => `Codice fiscale o partita IVA ${number}`,
  checkTaxNumber: 'Controlli questo codice fiscale o lasci vuoto il campo.',
  checkCountry: 'Scelga un Paese dall’elenco o lasci vuoto il campo.',
  phone: 'Telefono',
  address: 'Indirizzo',
  line1: 'Via e numero civico',
  line2: 'Interno, scala o piano',
  city: 'Città',
  stateOrRegion: 'Provincia o regione',

  correctTitle: (number) => `Correggi la fattura ${number}`,
  correctText:
    'Riceverà una nota di credito per questa fattura e una nuova fattura con questi dati. ' +
    'Quanto ha pagato non cambia.',
  countryIsFixed: (country) => `Paese: ${country}. Non può essere modificato qui.`,
  correctInvoice: 'Correggi la fattura',
};
