import type { Catalogue } from '../en/catalogue.ts';

export const links: Catalogue['links'] = {
  ended: 'Dieses Angebot ist beendet',
  soldOut: (shop) => `Es ist ausverkauft. Fragen Sie ${shop}, ob es mehr geben wird.`,
  expired: (shop) =>
    `Es galt für begrenzte Zeit. Fragen Sie ${shop}, wenn Sie noch daran interessiert sind.`,
  unavailable: (shop) =>
    `Es wird zurzeit nicht verkauft. Fragen Sie ${shop}, wenn Sie daran interessiert sind.`,
  deleted: (shop) => `Es wird nicht mehr verkauft. Fragen Sie ${shop}, was es stattdessen gibt.`,
  answerNeeded: (label) => `Füllen Sie „${label}“ aus.`,
  tickNeeded: (label) => `Setzen Sie bei „${label}“ ein Häkchen, um fortzufahren.`,
  checkText: (label) => `Geben Sie bei „${label}“ eine Zeile mit höchstens 500 Zeichen ein.`,
  checkNumber: (label) => `Geben Sie bei „${label}“ eine Zahl ein, zum Beispiel 25.`,
  noLink: {
    title: 'Diese Seite gibt es nicht',
    text:
      'Prüfen Sie die Adresse oder gehen Sie zurück zum Shop und folgen Sie dem Link noch ' +
      'einmal.',
  },
};
