import type { LetterTexts } from '../letter-texts.ts';

export const letters: LetterTexts = {
  hello: 'Buongiorno {name},',
  hello_nameless: 'Buongiorno,',
  test_note:
    'Questa e-mail proviene da un negozio di prova: non è stato venduto nulla e non è stato mosso denaro.',
  footer: 'Riceve questa e-mail perché è cliente di {store}.',
  reply_note: 'Ha una domanda? Risponda a questa e-mail.',

  product: 'Prodotto',
  plan: 'Piano',
  quantity: 'Quantità',
  amount: 'Importo',
  paid: 'Pagato',
  tax_included: 'Imposte incluse',
  date: 'Data',
  paid_with: 'Pagato con',
  payment_method: 'Metodo di pagamento',
  next_payment: 'Prossimo pagamento',
  card: '{brand} che termina con {last4}',
  amount_on: '{amount} in data {date}',

  license_key: 'La Sua chiave di licenza',
  license_help: "La inserisca nell'applicazione per attivarla.",
  view_invoice: 'Vedi la fattura',
  view_credit_note: 'Vedi la nota di credito',
  open_portal: "Apri l'area clienti",
  manage_subscription: "Gestisci l'abbonamento",

  purchase: {
    subject: 'Il Suo acquisto: {product}',
    heading: 'Grazie per il Suo acquisto',
    intro: "L'acquisto di {product} è completato.",
    trial:
      'La prova gratuita termina il giorno {date}. In quel giorno saranno addebitati {amount}, salvo disdetta anticipata.',
    renews: "L'abbonamento si rinnova il giorno {date} per {amount}, fino a disdetta.",
    next_steps: 'Passi successivi',
    step_invoice: 'Conservi la fattura per la Sua contabilità.',
    step_license:
      "Inserisca la chiave di licenza nell'applicazione. Conservi questa e-mail in un luogo sicuro.",
    step_portal:
      "Nell'area clienti ritrova fatture e chiavi di licenza e gestisce gli abbonamenti.",
  },
  renewal: {
    subject: 'Pagamento ricevuto: {product}',
    heading: 'Grazie per il Suo pagamento',
    paid_until: "L'abbonamento a {product} è pagato fino al giorno {date}.",
  },
  trial_ending: {
    subject: 'La prova gratuita di {product} termina il giorno {date}',
    heading: 'La prova gratuita sta per terminare',
    intro:
      "La prova gratuita di {product} termina il giorno {date}. In quel giorno saranno addebitati {amount} e l'abbonamento continuerà.",
    intro_free:
      "La prova gratuita di {product} termina il giorno {date}. In seguito l'abbonamento continuerà.",
    cancel:
      "Se non desidera continuare, disdica prima di quel giorno nell'area clienti: non sarà addebitato nulla.",
  },
  renewal_coming: {
    subject: '{product} si rinnova il giorno {date}',
    heading: "L'abbonamento si rinnova a breve",
    intro: "L'abbonamento a {product} si rinnova il giorno {date} per {amount}.",
    nothing_to_do:
      "Non deve fare nulla. Se desidera modificarlo o disdirlo, lo faccia prima di quel giorno nell'area clienti.",
  },
  payment_failed: {
    subject: 'Il pagamento per {product} non è riuscito',
    heading: 'Il pagamento non è riuscito',
    intro: 'Il pagamento di {amount} per {product} è stato rifiutato.',
    next_try: 'Riproveremo il giorno {date}.',
    last_day: "La preghiamo di pagare entro il giorno {date}. Altrimenti l'abbonamento terminerà.",
    how: "Può pagare ora, anche con un'altra carta:",
    pay_now: 'Paga ora',
  },
  confirmation_needed: {
    subject: 'Confermi il pagamento per {product}',
    heading: 'Confermi il pagamento',
    intro: 'La Sua banca chiede di confermare il pagamento di {amount} per {product}.',
    why: 'Senza la Sua conferma il pagamento non può essere eseguito.',
    confirm: 'Conferma il pagamento',
  },
  card_expiring: {
    subject: 'La Sua carta che termina con {last4} sta per scadere',
    heading: 'La Sua carta sta per scadere',
    intro: 'La Sua carta {card} scade alla fine di {month}.',
    how: "Indichi una nuova carta nell'area clienti, così l'abbonamento continua senza interruzioni.",
    update_card: 'Indica una nuova carta',
  },
  plan_changed: {
    subject: "L'abbonamento a {product} è stato modificato",
    heading: "L'abbonamento è stato modificato",
    now: 'Da ora ha:',
    later: 'Dal giorno {date} avrà:',
    charged: 'Addebitato ora',
  },
  discounted: {
    subject: 'Il suo sconto su {product}',
    heading: 'Il suo sconto',
    intro: "Ora ha uno sconto di {discount} sull'abbonamento a {product}.",
    once: 'Vale per il prossimo pagamento e per nessuno successivo.',
    until: 'Vale per i pagamenti prima del giorno {date}, a partire dal prossimo.',
    forever: "Vale dal prossimo pagamento, finché mantiene l'abbonamento.",
  },
  canceled: {
    subject: "L'abbonamento a {product} è stato disdetto",
    heading: "L'abbonamento è stato disdetto",
    scheduled: "L'abbonamento a {product} termina il giorno {date}. Fino ad allora può usarlo.",
    ended: "L'abbonamento a {product} è terminato il giorno {date}.",
    unpaid:
      "L'abbonamento a {product} è terminato il giorno {date} perché non è stato possibile incassare il pagamento.",
    nothing_charged: 'Non sarà addebitato altro.',
    keep: "Ha cambiato idea? Fino a quel giorno può continuarlo nell'area clienti.",
    credit: 'Il Suo credito di {amount} resta valido. Sarà usato per il prossimo pagamento.',
    invoices: "Le Sue fatture restano disponibili nell'area clienti.",
  },
  refunded: {
    subject: 'Il Suo rimborso di {amount}',
    heading: 'Le abbiamo fatto un rimborso',
    intro: 'Le abbiamo rimborsato {amount} per {product}.',
    when: 'A seconda della banca, possono volerci fino a dieci giorni.',
  },
  sign_in: {
    subject: 'Il Suo link di accesso per {store}',
    heading: 'Il Suo link di accesso',
    intro: "Questo link apre l'area clienti di {store}:",
    once: 'È valido per un’ora. Non lo condivida: chi lo possiede vede i Suoi acquisti.',
    not_you: "Se non l'ha richiesto, ignori questa e-mail.",
  },
  new_key: {
    subject: 'La Sua nuova chiave di licenza per {product}',
    heading: 'La Sua nuova chiave di licenza',
    intro:
      'La Sua chiave di licenza per {product} è stata sostituita. Quella precedente non funziona più.',
    devices: 'Attivi di nuovo ciascuno dei Suoi dispositivi con la nuova chiave.',
  },
  invoice_corrected: {
    subject: 'La Sua fattura corretta {number}',
    heading: 'La Sua fattura corretta',
    intro: 'La fattura {replaced} è stata corretta. La fattura {number} la sostituisce.',
    credit_note:
      'La nota di credito {credit_note} annulla la fattura {replaced}. Non è stato addebitato altro.',
  },
  test: {
    subject: 'Le e-mail di {store} arrivano',
    heading: 'Funziona',
    intro:
      'Questa e-mail è stata inviata per provare il server di posta. Le e-mail di {store} arrivano.',
  },
};
