import type { LetterTexts } from '../letter-texts.ts';

export const letters: LetterTexts = {
  hello: 'Guten Tag {name},',
  hello_nameless: 'Guten Tag,',
  test_note:
    'Diese Mail kommt aus einem Testshop: Es wurde nichts verkauft, und es ist kein Geld geflossen.',
  footer: 'Sie erhalten diese Mail, weil Sie Kundin oder Kunde von {store} sind.',
  reply_note: 'Haben Sie eine Frage? Antworten Sie auf diese Mail.',

  product: 'Produkt',
  plan: 'Tarif',
  quantity: 'Menge',
  amount: 'Betrag',
  paid: 'Bezahlt',
  tax_included: 'Davon Steuer',
  date: 'Datum',
  paid_with: 'Bezahlt mit',
  payment_method: 'Zahlungsmittel',
  next_payment: 'Nächste Zahlung',
  card: '{brand}, endet auf {last4}',
  amount_on: '{amount} am {date}',

  license_key: 'Ihr Lizenzschlüssel',
  license_help: 'Geben Sie ihn in der Anwendung ein, um sie zu aktivieren.',
  view_invoice: 'Rechnung ansehen',
  view_credit_note: 'Rechnungskorrektur ansehen',
  open_portal: 'Kundenportal öffnen',
  manage_subscription: 'Abonnement verwalten',

  purchase: {
    subject: 'Ihr Kauf: {product}',
    heading: 'Vielen Dank für Ihren Kauf',
    intro: 'Ihr Kauf von {product} ist abgeschlossen.',
    trial:
      'Ihre kostenlose Testphase dauert bis zum {date}. An diesem Tag werden {amount} abgebucht, wenn Sie nicht vorher kündigen.',
    renews: 'Ihr Abonnement verlängert sich am {date} für {amount}, bis Sie kündigen.',
    next_steps: 'So geht es weiter',
    step_invoice: 'Bewahren Sie die Rechnung für Ihre Unterlagen auf.',
    step_license:
      'Geben Sie den Lizenzschlüssel in der Anwendung ein. Bewahren Sie diese Mail gut auf.',
    step_portal:
      'Im Kundenportal finden Sie Rechnungen und Lizenzschlüssel wieder und verwalten Ihre Abonnements.',
  },
  renewal: {
    subject: 'Zahlung erhalten: {product}',
    heading: 'Vielen Dank für Ihre Zahlung',
    paid_until: 'Ihr Abonnement von {product} ist bis zum {date} bezahlt.',
  },
  trial_ending: {
    subject: 'Ihre Testphase von {product} endet am {date}',
    heading: 'Ihre Testphase endet bald',
    intro:
      'Ihre kostenlose Testphase von {product} endet am {date}. An diesem Tag werden {amount} abgebucht, und Ihr Abonnement läuft weiter.',
    intro_free:
      'Ihre kostenlose Testphase von {product} endet am {date}. Danach läuft Ihr Abonnement weiter.',
    cancel:
      'Möchten Sie nicht weitermachen, kündigen Sie vor diesem Tag im Kundenportal. Dann wird nichts abgebucht.',
  },
  renewal_coming: {
    subject: '{product} verlängert sich am {date}',
    heading: 'Ihr Abonnement verlängert sich bald',
    intro: 'Ihr Abonnement von {product} verlängert sich am {date} für {amount}.',
    nothing_to_do:
      'Sie müssen nichts tun. Möchten Sie es ändern oder kündigen, tun Sie das vor diesem Tag im Kundenportal.',
  },
  payment_failed: {
    subject: 'Ihre Zahlung für {product} hat nicht geklappt',
    heading: 'Ihre Zahlung hat nicht geklappt',
    intro: 'Die Zahlung von {amount} für {product} wurde abgelehnt.',
    next_try: 'Wir versuchen es am {date} noch einmal.',
    last_day: 'Bitte zahlen Sie bis zum {date}. Sonst endet Ihr Abonnement.',
    how: 'Sie können jetzt zahlen, auch mit einer anderen Karte:',
    pay_now: 'Jetzt zahlen',
  },
  confirmation_needed: {
    subject: 'Bitte bestätigen Sie Ihre Zahlung für {product}',
    heading: 'Bitte bestätigen Sie Ihre Zahlung',
    intro: 'Ihre Bank möchte, dass Sie die Zahlung von {amount} für {product} bestätigen.',
    why: 'Ohne Ihre Bestätigung kann die Zahlung nicht ausgeführt werden.',
    confirm: 'Zahlung bestätigen',
  },
  card_expiring: {
    subject: 'Ihre Karte mit der Endung {last4} läuft bald ab',
    heading: 'Ihre Karte läuft bald ab',
    intro: 'Ihre Karte ({card}) läuft Ende {month} ab.',
    how: 'Geben Sie im Kundenportal eine neue Karte an, damit Ihr Abonnement ohne Unterbrechung weiterläuft.',
    update_card: 'Neue Karte angeben',
  },
  plan_changed: {
    subject: 'Ihr Abonnement von {product} wurde geändert',
    heading: 'Ihr Abonnement wurde geändert',
    now: 'Ab jetzt haben Sie:',
    later: 'Ab dem {date} haben Sie:',
    charged: 'Jetzt abgebucht',
  },
  discounted: {
    subject: 'Ihr Rabatt auf {product}',
    heading: 'Ihr Rabatt',
    intro: 'Sie erhalten jetzt {discount} Rabatt auf Ihr Abonnement von {product}.',
    once: 'Er gilt für Ihre nächste Zahlung und für keine spätere.',
    until: 'Er gilt für Ihre Zahlungen vor dem {date}, beginnend mit der nächsten.',
    forever: 'Er gilt von der nächsten Zahlung an, solange Sie abonniert haben.',
  },
  canceled: {
    subject: 'Ihr Abonnement von {product} wurde gekündigt',
    heading: 'Ihr Abonnement wurde gekündigt',
    scheduled: 'Ihr Abonnement von {product} endet am {date}. Bis dahin können Sie es nutzen.',
    ended: 'Ihr Abonnement von {product} endete am {date}.',
    unpaid: 'Ihr Abonnement von {product} endete am {date}, weil es nicht bezahlt werden konnte.',
    nothing_charged: 'Dafür wird nichts mehr abgebucht.',
    keep: 'Haben Sie es sich anders überlegt? Bis zu diesem Tag können Sie es im Kundenportal fortsetzen.',
    credit:
      'Ihr Guthaben von {amount} bleibt erhalten. Es wird für Ihre nächste Zahlung verwendet.',
    invoices: 'Ihre Rechnungen bleiben im Kundenportal verfügbar.',
  },
  refunded: {
    subject: 'Ihre Erstattung von {amount}',
    heading: 'Wir haben Ihnen Geld erstattet',
    intro: 'Wir haben Ihnen {amount} für {product} erstattet.',
    when: 'Je nach Bank kann es bis zu zehn Tage dauern, bis Sie es sehen.',
  },
  sign_in: {
    subject: 'Ihr Anmeldelink für {store}',
    heading: 'Ihr Anmeldelink',
    intro: 'Dieser Link öffnet das Kundenportal von {store}:',
    once: 'Er gilt eine Stunde. Geben Sie ihn nicht weiter: Wer ihn hat, sieht Ihre Käufe.',
    not_you: 'Haben Sie ihn nicht angefordert, dann beachten Sie diese Mail nicht.',
  },
  new_key: {
    subject: 'Ihr neuer Lizenzschlüssel für {product}',
    heading: 'Ihr neuer Lizenzschlüssel',
    intro: 'Ihr Lizenzschlüssel für {product} wurde ersetzt. Der alte funktioniert nicht mehr.',
    devices: 'Aktivieren Sie jedes Ihrer Geräte noch einmal mit dem neuen Schlüssel.',
  },
  invoice_corrected: {
    subject: 'Ihre korrigierte Rechnung {number}',
    heading: 'Ihre korrigierte Rechnung',
    intro: 'Die Rechnung {replaced} wurde korrigiert. Die Rechnung {number} ersetzt sie.',
    credit_note:
      'Die Rechnungskorrektur {credit_note} hebt die Rechnung {replaced} auf. Es wurde nichts noch einmal abgebucht.',
  },
  test: {
    subject: 'Die Mails von {store} kommen an',
    heading: 'Es funktioniert',
    intro: 'Mit dieser Mail wurde der Mailserver ausprobiert. Die Mails von {store} kommen an.',
  },
};
