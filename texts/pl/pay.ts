import { html } from '../../src/platform/core/html.ts';
import type { Catalogue } from '../en/catalogue.ts';

export const pay: Catalogue['pay'] = {
  title: (plan) => `Płatność za ${plan}`,
  isDue: (amount) => `Płatność ${amount} jest wymagalna.`,
  whatIsDue: 'Należności',
  dueNow: 'Do zapłaty teraz',
  payNow: (amount) => `Zapłać teraz ${amount}`,
  cardIsKept: 'Ta karta zostanie zapisana do następnych płatności.',
  payAt: (provider) =>
    `Płatność przyjmuje ${provider}. Metoda płatności zostanie zapisana do następnych płatności.`,
  stillToPay: ({ amount, plan, provider }) =>
    `Do zapłaty pozostaje ${amount} za ${plan} (${provider}).`,
  underWay: ({ amount, plan }) =>
    html`Płatność ${amount} za ${plan} jest przetwarzana. Zwykle trwa to kilka sekund, polecenie
    zapłaty kilka dni. Nie trzeba nic robić.`,
  yourBank: 'bank',
  ended: 'Ta subskrypcja się zakończyła',
  endedText: (plan) => `${plan}: subskrypcja się zakończyła. Nie ma nic do zapłaty.`,
  paused: 'Ta subskrypcja jest wstrzymana',
  pausedText: ({ plan, shop }) =>
    `Za ${plan} nie ma nic do zapłaty. W razie pytań proszę skontaktować się z ${shop}.`,
  notPossible: 'Płatności są teraz niemożliwe',
  notPossibleText: (shop) => `Nic nie zostało pobrane. Proszę skontaktować się z ${shop}.`,
  waitsText: ({ amount, plan, shop }) =>
    html`Płatność ${amount} za ${plan} jest wymagalna, ale ${shop} nie może jej teraz przyjąć. Nic
    nie zostało pobrane, a subskrypcja trwa dalej. Proszę spróbować później z tym samym linkiem.`,
  settled: 'Wszystko gotowe',
  settledText: ({ plan, day }) => `${plan}: opłacono do ${day}.`,

  cardTitle: 'Zmiana karty',
  cardText: 'Ta karta zastąpi zapisaną.',
  cardAt: (provider) =>
    `Kartę podaje się na następnej stronie (${provider}). Zastąpi ona zapisaną kartę.`,
  dueIsCharged: 'Zaległa płatność zostanie pobrana od razu.',
  dueWaits:
    'Zaległa płatność nie zostanie teraz pobrana. ' +
    'Zostanie pobrana z tej karty później, jeśli nadal będzie zaległa.',
  noCardYet: 'Karta nie została jeszcze podana.',
  saveCard: 'Zapisz kartę',
  toProvider: (provider) => `Przejdź dalej: ${provider}`,
  doneThere: (link) => html`Gotowe? ${link('Sprawdź ponownie')}`,
  cardSaved: 'Karta została zapisana',
  cardSavedText: ({ card, shop }) => `${card} posłuży do następnych płatności na rzecz ${shop}.`,
  linkOver: 'Ten link już nie działa',
  linkOverText: (shop) => `Nic się nie zmieniło. Proszę poprosić ${shop} o nowy link.`,
  tryAgain: 'To się nie udało. Proszę spróbować ponownie za chwilę.',
  backTo: (shop) => `Wróć do ${shop}`,

  bank: 'Bank testowy',
  bankTitle: 'Potwierdzenie płatności',
  bankText: ({ amount, shop }) =>
    html`${shop} chce pobrać <strong>${amount}</strong> z Państwa karty.`,
  bankIsTest: 'To bank symulowany: pieniądze nie są pobierane.',
  bankConfirm: 'Potwierdź płatność',
  bankRefuse: 'Odrzuć',
};
