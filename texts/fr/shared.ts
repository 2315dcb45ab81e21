import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';
import { plural } from '../plural.ts';

const n = plural('fr');

const INTERVALS = {
  day: { one: 'par jour', other: (count: number) => `tous les ${count} jours` },
  week: { one: 'par semaine', other: (count: number) => `toutes les ${count} semaines` },
  month: { one: 'par mois', other: (count: number) => `tous les ${count} mois` },
  year: { one: 'par an', other: (count: number) => `tous les ${count} ans` },
} as const;

export const shared: Catalogue['shared'] = {
  optional: '(facultatif)',
  email: 'Adresse e-mail',
  language: 'Langue',
  terms: 'Conditions',
  privacy: 'Confidentialité',
  imprint: 'Mentions légales',
  refunds: 'Remboursements',
  help: 'Aide',
  questions: (address) => html`Une question ? ${address}`,
  country: 'Pays',
  fullName: 'Nom',
  company: 'Entreprise',
  taxNumber: 'Numéro fiscal, par exemple n° de TVA',
  postalCode: 'Code postal',
  region: 'Région',
  state: 'État',
  province: 'Province',
  card: 'Carte',
  cardNumber: 'Numéro de carte',
  cardExpiry: 'Expiration (mois et année)',
  monthAndYear: 'MM / AA',
  securityCode: 'Code de sécurité',
  securityCodeShort: 'CVC',
  checkEmail: 'Saisissez une adresse e-mail, par exemple ada@example.com.',
  checkCountry: 'Choisissez un pays dans la liste.',
  checkLength: (most) => `Saisissez ${most} caractères au plus, sur une seule ligne.`,
  checkCardNumber: 'Vérifiez le numéro de carte.',
  checkCardExpiry: 'Saisissez le mois et l’année indiqués sur la carte, par exemple 12/34.',
  checkExpiryIsAhead: 'Cette carte a expiré. Vérifiez la date ou utilisez une autre carte.',
  checkSecurityCode: 'Saisissez les 3 ou 4 chiffres du code de sécurité.',
  checkDetails: 'Vérifiez vos informations',
  testMode: 'Mode test',
  noMoneyMoves: 'Aucun argent ne circule.',
  showTestCards: 'Cartes de test',
  testCards: {
    pays: 'paie',
    is_declined: 'est refusée',
    has_no_money: 'n’a pas assez de fonds',
    asks_to_confirm: 'demande une confirmation',
  },
  testCardDetails: 'Utilisez n’importe quelle date future et 3 chiffres au choix.',
  vat: 'TVA',
  taxAt: ({ tax, percent }) => `${tax} ${percent}`,
  seconds: (count) => n(count, { one: `${count} seconde`, other: `${count} secondes` }),
  every: (interval, count) =>
    count === 1 ? INTERVALS[interval].one : INTERVALS[interval].other(count),
};
