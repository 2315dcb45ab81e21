import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const notices: Catalogue['notices'] = {
  home: {
    title: 'Kassa fonctionne',
    text: (reference, document) =>
      html`Lisez la ${reference('référence de l’API')} ou téléchargez le
      ${document('document OpenAPI')}.`,
    setUp: (dashboard) =>
      html`C’est le premier démarrage : pour configurer votre boutique,
      ${dashboard('ouvrez le tableau de bord')}.`,
  },
  notFound: {
    title: 'Page introuvable',
    text: 'Vérifiez l’adresse ou revenez à la page précédente.',
  },
  wrongMethod: {
    title: 'Cette page ne peut pas être utilisée ainsi',
    text: 'Ouvrez la page dans votre navigateur et réessayez.',
  },
  refused: {
    title: 'Cela n’a pas fonctionné',
    text: 'Revenez en arrière, rechargez la page et réessayez.',
  },
  failed: {
    title: 'Un problème est survenu de notre côté',
    text: 'Rouvrez la page : elle indique si vous avez payé. Rien ne sera débité deux fois.',
  },
  wait: {
    title: 'Un instant, s’il vous plaît',
    text: (seconds, now) =>
      html`Trop de requêtes sont arrivées d’ici. Cette page reprend d’elle-même dans ${seconds} et
      rien n’est perdu. ${now('Continuer maintenant')}`,
  },
  tryLater: (seconds) => `Trop de tentatives. Attendez ${seconds}, puis réessayez.`,
  fromElsewhere: {
    title: 'Ce formulaire vient d’un autre site',
    text: 'Ouvrez la page vous-même et réessayez.',
  },
  noCheckout: {
    title: 'Commande introuvable',
    text: 'Retournez à la boutique et recommencez.',
  },
  closed: {
    title: 'Les paiements sont impossibles pour le moment',
    text: (shop) =>
      `Rien n’a été débité. Demandez à ${shop} quand les paiements seront de nouveau possibles.`,
  },
  notOpen: {
    title: 'Cette boutique n’est pas encore ouverte',
    text: (shop) => `Rien n’a été débité. Demandez à ${shop} quand elle ouvrira.`,
  },
  noBill: {
    title: 'Demande de paiement introuvable',
    text: 'Vérifiez l’adresse ou demandez un nouveau lien à la boutique.',
  },
  noCardLink: {
    title: 'Page introuvable',
    text: 'Vérifiez l’adresse ou demandez un nouveau lien à la boutique.',
  },
  noInvoice: {
    title: 'Facture introuvable',
    text: 'Vérifiez l’adresse ou demandez votre facture à la boutique.',
  },
  noElectronicInvoice: {
    title: 'Cette facture n’existe pas sous forme électronique',
    text: 'Il lui manque un élément exigé par la norme. Le PDF contient tout.',
  },
  noShop: {
    title: 'Boutique introuvable',
    text: 'Vérifiez l’adresse ou demandez un lien à la boutique.',
  },
  nothingToConfirm: {
    title: 'Rien à confirmer',
    text: 'Retournez à la boutique et vérifiez votre commande.',
  },
  linkExpired: {
    title: 'Ce lien n’est plus valable',
    text: (anew) =>
      html`${anew('Recevez un nouveau lien par e-mail')} ou adressez-vous au vendeur.`,
    back: (shop) => `Retour à ${shop}`,
  },
};
