import type { LetterTexts } from '../letter-texts.ts';

export const letters: LetterTexts = {
  hello: 'Beste {name},',
  hello_nameless: 'Beste klant,',
  test_note:
    'Deze e-mail komt van een testwinkel: er is niets verkocht en er is geen geld overgemaakt.',
  footer: 'U ontvangt deze e-mail omdat u klant bent van {store}.',
  reply_note: 'Hebt u een vraag? Beantwoord deze e-mail.',

  product: 'Product',
  plan: 'Abonnement',
  quantity: 'Aantal',
  amount: 'Bedrag',
  paid: 'Betaald',
  tax_included: 'Waarvan belasting',
  date: 'Datum',
  paid_with: 'Betaald met',
  payment_method: 'Betaalmethode',
  next_payment: 'Volgende betaling',
  card: '{brand} eindigend op {last4}',
  amount_on: '{amount} op {date}',

  license_key: 'Uw licentiesleutel',
  license_help: 'Voer deze in de applicatie in om die te activeren.',
  view_invoice: 'Factuur bekijken',
  view_credit_note: 'Creditnota bekijken',
  open_portal: 'Klantenportaal openen',
  manage_subscription: 'Abonnement beheren',

  purchase: {
    subject: 'Uw aankoop: {product}',
    heading: 'Bedankt voor uw aankoop',
    intro: 'Uw aankoop van {product} is voltooid.',
    trial:
      'Uw gratis proefperiode duurt tot {date}. Op die dag wordt {amount} afgeschreven, tenzij u eerder opzegt.',
    renews: 'Uw abonnement wordt op {date} verlengd voor {amount}, totdat u opzegt.',
    next_steps: 'Wat nu?',
    step_invoice: 'Bewaar de factuur voor uw administratie.',
    step_license: 'Voer de licentiesleutel in de applicatie in. Bewaar deze e-mail goed.',
    step_portal:
      'In het klantenportaal vindt u facturen en licentiesleutels terug en beheert u abonnementen.',
  },
  renewal: {
    subject: 'Betaling ontvangen: {product}',
    heading: 'Bedankt voor uw betaling',
    paid_until: 'Uw abonnement op {product} is betaald tot {date}.',
  },
  trial_ending: {
    subject: 'Uw gratis proefperiode van {product} eindigt op {date}',
    heading: 'Uw gratis proefperiode eindigt binnenkort',
    intro:
      'Uw gratis proefperiode van {product} eindigt op {date}. Op die dag wordt {amount} afgeschreven en loopt uw abonnement door.',
    intro_free:
      'Uw gratis proefperiode van {product} eindigt op {date}. Daarna loopt uw abonnement door.',
    cancel:
      'Wilt u niet doorgaan, zeg dan vóór die dag op in het klantenportaal. Dan wordt er niets afgeschreven.',
  },
  renewal_coming: {
    subject: '{product} wordt op {date} verlengd',
    heading: 'Uw abonnement wordt binnenkort verlengd',
    intro: 'Uw abonnement op {product} wordt op {date} verlengd voor {amount}.',
    nothing_to_do:
      'U hoeft niets te doen. Wilt u het wijzigen of opzeggen, doe dat dan vóór die dag in het klantenportaal.',
  },
  payment_failed: {
    subject: 'Uw betaling voor {product} is niet gelukt',
    heading: 'Uw betaling is niet gelukt',
    intro: 'De betaling van {amount} voor {product} is geweigerd.',
    next_try: 'We proberen het op {date} opnieuw.',
    last_day: 'Betaal uiterlijk op {date}. Anders eindigt uw abonnement.',
    how: 'U kunt nu betalen, ook met een andere kaart:',
    pay_now: 'Nu betalen',
  },
  confirmation_needed: {
    subject: 'Bevestig uw betaling voor {product}',
    heading: 'Bevestig uw betaling',
    intro: 'Uw bank vraagt u de betaling van {amount} voor {product} te bevestigen.',
    why: 'Zonder uw bevestiging kan de betaling niet worden uitgevoerd.',
    confirm: 'Betaling bevestigen',
  },
  card_expiring: {
    subject: 'Uw kaart eindigend op {last4} verloopt binnenkort',
    heading: 'Uw kaart verloopt binnenkort',
    intro: 'Uw kaart {card} verloopt eind {month}.',
    how: 'Geef in het klantenportaal een nieuwe kaart op, zodat uw abonnement zonder onderbreking doorloopt.',
    update_card: 'Nieuwe kaart opgeven',
  },
  plan_changed: {
    subject: 'Uw abonnement op {product} is gewijzigd',
    heading: 'Uw abonnement is gewijzigd',
    now: 'Vanaf nu hebt u:',
    later: 'Vanaf {date} hebt u:',
    charged: 'Nu afgeschreven',
  },
  discounted: {
    subject: 'Uw korting op {product}',
    heading: 'Uw korting',
    intro: 'U krijgt nu {discount} korting op uw abonnement op {product}.',
    once: 'De korting geldt voor uw volgende betaling en voor geen latere.',
    until: 'De korting geldt voor uw betalingen vóór {date}, te beginnen met de volgende.',
    forever: 'De korting geldt vanaf uw volgende betaling, zolang u geabonneerd blijft.',
  },
  canceled: {
    subject: 'Uw abonnement op {product} is opgezegd',
    heading: 'Uw abonnement is opgezegd',
    scheduled: 'Uw abonnement op {product} eindigt op {date}. Tot dan kunt u het gebruiken.',
    ended: 'Uw abonnement op {product} is op {date} geëindigd.',
    unpaid: 'Uw abonnement op {product} is op {date} geëindigd, omdat het niet kon worden betaald.',
    nothing_charged: 'Er wordt niets meer voor afgeschreven.',
    keep: 'Hebt u zich bedacht? Tot die dag kunt u het voortzetten in het klantenportaal.',
    credit: 'Uw tegoed van {amount} blijft staan. Het wordt gebruikt voor uw volgende betaling.',
    invoices: 'Uw facturen blijven beschikbaar in het klantenportaal.',
  },
  refunded: {
    subject: 'Uw terugbetaling van {amount}',
    heading: 'We hebben u terugbetaald',
    intro: 'We hebben u {amount} terugbetaald voor {product}.',
    when: 'Afhankelijk van uw bank kan het tot tien dagen duren voordat u dit ziet.',
  },
  sign_in: {
    subject: 'Uw inloglink voor {store}',
    heading: 'Uw inloglink',
    intro: 'Deze link opent het klantenportaal van {store}:',
    once: 'De link is een uur geldig. Geef hem niet door: wie hem heeft, ziet uw aankopen.',
    not_you: 'Hebt u er niet om gevraagd, negeer deze e-mail dan.',
  },
  new_key: {
    subject: 'Uw nieuwe licentiesleutel voor {product}',
    heading: 'Uw nieuwe licentiesleutel',
    intro: 'Uw licentiesleutel voor {product} is vervangen. De oude werkt niet meer.',
    devices: 'Activeer elk van uw apparaten opnieuw met de nieuwe sleutel.',
  },
  invoice_corrected: {
    subject: 'Uw gecorrigeerde factuur {number}',
    heading: 'Uw gecorrigeerde factuur',
    intro: 'Factuur {replaced} is gecorrigeerd. Factuur {number} vervangt deze.',
    credit_note:
      'Creditnota {credit_note} annuleert factuur {replaced}. Er is niet opnieuw afgeschreven.',
  },
  test: {
    subject: 'De e-mails van {store} komen aan',
    heading: 'Het werkt',
    intro:
      'Deze e-mail is verstuurd om de mailserver te proberen. De e-mails van {store} komen aan.',
  },
};
