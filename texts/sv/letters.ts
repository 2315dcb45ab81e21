import type { LetterTexts } from '../letter-texts.ts';

export const letters: LetterTexts = {
  hello: 'Hej {name}!',
  hello_nameless: 'Hej!',
  test_note:
    'Det här mejlet kommer från en testbutik: inget har sålts på riktigt och inga pengar har dragits.',
  footer: 'Du får det här mejlet eftersom du är kund hos {store}.',
  reply_note: 'Har du en fråga? Svara på det här mejlet.',

  product: 'Produkt',
  plan: 'Abonnemang',
  quantity: 'Antal',
  amount: 'Belopp',
  paid: 'Betalat',
  tax_included: 'Varav skatt',
  date: 'Datum',
  paid_with: 'Betalat med',
  payment_method: 'Betalningsmetod',
  next_payment: 'Nästa betalning',
  card: '{brand} som slutar på {last4}',
  amount_on: '{amount} den {date}',

  license_key: 'Din licensnyckel',
  license_help: 'Ange den i programmet för att aktivera det.',
  view_invoice: 'Visa fakturan',
  view_credit_note: 'Visa kreditfakturan',
  open_portal: 'Öppna kundportalen',
  manage_subscription: 'Hantera abonnemanget',

  purchase: {
    subject: 'Ditt köp: {product}',
    heading: 'Tack för ditt köp',
    intro: 'Ditt köp av {product} är klart.',
    trial:
      'Din kostnadsfria provperiod varar till den {date}. Då dras {amount}, om du inte säger upp före dess.',
    renews: 'Ditt abonnemang förnyas den {date} för {amount}, tills du säger upp det.',
    next_steps: 'Nästa steg',
    step_invoice: 'Spara fakturan till din bokföring.',
    step_license: 'Ange licensnyckeln i programmet. Spara det här mejlet på ett säkert ställe.',
    step_portal: 'I kundportalen hittar du fakturor och licensnycklar och hanterar abonnemang.',
  },
  renewal: {
    subject: 'Betalning mottagen: {product}',
    heading: 'Tack för din betalning',
    paid_until: 'Ditt abonnemang på {product} är betalt till den {date}.',
  },
  trial_ending: {
    subject: 'Din kostnadsfria provperiod av {product} slutar den {date}',
    heading: 'Din kostnadsfria provperiod slutar snart',
    intro:
      'Din kostnadsfria provperiod av {product} slutar den {date}. Då dras {amount} och ditt abonnemang fortsätter.',
    intro_free:
      'Din kostnadsfria provperiod av {product} slutar den {date}. Därefter fortsätter ditt abonnemang.',
    cancel:
      'Om du inte vill fortsätta säger du upp före den dagen i kundportalen. Då dras ingenting.',
  },
  renewal_coming: {
    subject: '{product} förnyas den {date}',
    heading: 'Ditt abonnemang förnyas snart',
    intro: 'Ditt abonnemang på {product} förnyas den {date} för {amount}.',
    nothing_to_do:
      'Du behöver inte göra något. Om du vill ändra eller säga upp det gör du det före den dagen i kundportalen.',
  },
  payment_failed: {
    subject: 'Din betalning för {product} gick inte igenom',
    heading: 'Din betalning gick inte igenom',
    intro: 'Betalningen på {amount} för {product} nekades.',
    next_try: 'Vi försöker igen den {date}.',
    last_day: 'Betala senast den {date}. Annars avslutas ditt abonnemang.',
    how: 'Du kan betala nu, även med ett annat kort:',
    pay_now: 'Betala nu',
  },
  confirmation_needed: {
    subject: 'Bekräfta din betalning för {product}',
    heading: 'Bekräfta din betalning',
    intro: 'Din bank vill att du bekräftar betalningen på {amount} för {product}.',
    why: 'Utan din bekräftelse kan betalningen inte genomföras.',
    confirm: 'Bekräfta betalningen',
  },
  card_expiring: {
    subject: 'Ditt kort som slutar på {last4} går snart ut',
    heading: 'Ditt kort går snart ut',
    intro: 'Ditt kort {card} går ut i slutet av {month}.',
    how: 'Ange ett nytt kort i kundportalen, så att ditt abonnemang fortsätter utan avbrott.',
    update_card: 'Ange ett nytt kort',
  },
  plan_changed: {
    subject: 'Ditt abonnemang på {product} har ändrats',
    heading: 'Ditt abonnemang har ändrats',
    now: 'Från och med nu har du:',
    later: 'Från och med den {date} har du:',
    charged: 'Draget nu',
  },
  discounted: {
    subject: 'Din rabatt på {product}',
    heading: 'Din rabatt',
    intro: 'Du får nu {discount} rabatt på ditt abonnemang på {product}.',
    once: 'Den gäller din nästa betalning och ingen senare.',
    until: 'Den gäller dina betalningar före den {date}, med början vid nästa.',
    forever: 'Den gäller från och med nästa betalning, så länge du har kvar abonnemanget.',
  },
  canceled: {
    subject: 'Ditt abonnemang på {product} har sagts upp',
    heading: 'Ditt abonnemang har sagts upp',
    scheduled: 'Ditt abonnemang på {product} slutar den {date}. Du kan använda det till dess.',
    ended: 'Ditt abonnemang på {product} slutade den {date}.',
    unpaid: 'Ditt abonnemang på {product} slutade den {date}, eftersom det inte kunde betalas.',
    nothing_charged: 'Inget mer kommer att dras för det.',
    keep: 'Har du ångrat dig? Fram till den dagen kan du fortsätta det i kundportalen.',
    credit: 'Ditt tillgodohavande på {amount} finns kvar. Det används för din nästa betalning.',
    invoices: 'Dina fakturor finns kvar i kundportalen.',
  },
  refunded: {
    subject: 'Din återbetalning på {amount}',
    heading: 'Du har fått en återbetalning',
    intro: 'Vi har återbetalat {amount} för {product}.',
    when: 'Beroende på din bank kan det ta upp till tio dagar innan du ser den.',
  },
  sign_in: {
    subject: 'Din inloggningslänk till {store}',
    heading: 'Din inloggningslänk',
    intro: 'Den här länken öppnar kundportalen för {store}:',
    once: 'Den gäller i en timme. Skicka den inte vidare: den som har den ser dina köp.',
    not_you: 'Om du inte har bett om den kan du bortse från det här mejlet.',
  },
  new_key: {
    subject: 'Din nya licensnyckel för {product}',
    heading: 'Din nya licensnyckel',
    intro: 'Din licensnyckel för {product} har ersatts. Den gamla fungerar inte längre.',
    devices: 'Aktivera var och en av dina enheter igen med den nya nyckeln.',
  },
  invoice_corrected: {
    subject: 'Din rättade faktura {number}',
    heading: 'Din rättade faktura',
    intro: 'Faktura {replaced} har rättats. Faktura {number} ersätter den.',
    credit_note:
      'Kreditfaktura {credit_note} upphäver faktura {replaced}. Ingenting har dragits igen.',
  },
  test: {
    subject: 'Mejlen från {store} kommer fram',
    heading: 'Det fungerar',
    intro: 'Det här mejlet skickades för att prova e-postservern. Mejlen från {store} kommer fram.',
  },
};
