import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeEvidence } from './evidence.rules.ts';
import {
  placeOf,
  postalCodeMatters,
  regionCode,
  regionMatters,
  type TaxAddress,
} from './place.rules.ts';

const at = (country: string, postal_code?: string, region?: string): string => {
  const address: TaxAddress = { country, postal_code: postal_code ?? null, region: region ?? null };
  const place = placeOf(address);
  const name = place.region === null ? place.country : `${place.country}-${place.region}`;
  return `${name}${place.is_eu ? ' eu' : ''}${place.is_outside ? ' outside' : ''}`;
};

test('Monaco is France, the Isle of Man is the United Kingdom, Liechtenstein is Switzerland', () => {
  assert.equal(at('MC', '98000'), 'FR eu');
  assert.equal(at('IM', 'IM1 1AA'), 'GB');
  assert.equal(at('LI', '9490'), 'CH');
});

test('parts of member states outside of the Union’s VAT are recognised by code or postal code', () => {
  const outside = {
    'Canary Islands': [at('ES', '35001'), at('ES', '38 001'), at('ES', undefined, 'es-cn')],
    Ceuta: [at('ES', '51001'), at('ES', '', 'CE')],
    Melilla: [at('ES', '52001'), at('ES', '', 'ML')],
    Åland: [at('AX'), at('FI', '22100'), at('FI', '', '01')],
    Heligoland: [at('DE', '27498')],
    Büsingen: [at('DE', '78266')],
    Livigno: [at('IT', '23041')],
    Campione: [at('IT', '22061')],
    Athos: [at('GR', '630 86'), at('GR', '', '69')],
    'French overseas': [
      at('GP'),
      at('FR', '97110'),
      at('FR', '97400'),
      at('RE'),
      at('FR', '98800'),
    ],
  };
  assert.deepEqual(outside, {
    'Canary Islands': ['ES-CN outside', 'ES-CN outside', 'ES-CN outside'],
    Ceuta: ['ES-CE outside', 'ES-CE outside'],
    Melilla: ['ES-ML outside', 'ES-ML outside'],
    Åland: ['AX', 'AX', 'AX'],
    Heligoland: ['DE-HELGOLAND outside'],
    Büsingen: ['CH'],
    Livigno: ['IT-LIVIGNO outside'],
    Campione: ['IT-CAMPIONE outside'],
    Athos: ['GR-69 outside', 'GR-69 outside'],
    'French overseas': ['GP', 'GP', 'RE', 'RE', 'NC'],
  });
});

test('the rest of these states is in the Union, and so are the Azores and Madeira', () => {
  const inside = [at('ES', '28013'), at('FI', '00100'), at('DE', '10115'), at('IT', '20121')];
  assert.deepEqual(inside, ['ES eu', 'FI eu', 'DE eu', 'IT eu']);
  assert.equal(at('PT', '1000-001'), 'PT eu');
  assert.equal(at('PT', '9500-150'), 'PT-20 eu');
  assert.equal(at('PT', '9000-001'), 'PT-30 eu');
  assert.equal(at('FR', '20000'), 'FR eu', 'Corsica');
});

test('a Canadian province is known by code, by name in both languages, or by postal code', () => {
  const quebec = [
    at('CA', '', 'qc'),
    at('CA', '', 'CA-QC'),
    at('CA', '', 'Québec'),
    at('CA', 'H2X 1Y4'),
  ];
  assert.deepEqual(new Set(quebec), new Set(['CA-QC']));
  assert.equal(at('CA', 'm5v 3l9'), 'CA-ON');
  assert.equal(at('CA', 'B3H', 'Nouvelle-Écosse'), 'CA-NS');
  assert.equal(at('CA', 'K1A 0B1', 'nonsense'), 'CA-ON', 'a region that is none is not given');
  assert.equal(at('CA'), 'CA');
});

test('it is known where a region or a postal code must be asked for', () => {
  assert.ok(regionMatters('CA') && !regionMatters('DE'));
  assert.ok(['DE', 'ES', 'FI', 'FR', 'GR', 'IT', 'PT'].every(postalCodeMatters));
  assert.ok(!['US', 'GB', 'SE'].some(postalCodeMatters));
});

test('billing country and card country are compared as countries, not as codes', () => {
  assert.equal(placeEvidence('DE', 'FR').is_conflicting, true);
  assert.equal(placeEvidence('DE', 'DE').is_conflicting, false);
  assert.equal(placeEvidence('MC', 'FR').is_conflicting, false);
  assert.equal(placeEvidence('RE', 'FR').is_conflicting, false);
  assert.equal(placeEvidence('DE', null).is_conflicting, false);
  assert.deepEqual(placeEvidence(null, 'DE'), {
    billing_country: null,
    card_country: 'DE',
    is_conflicting: false,
  });
});

test('a region is written as its code without the country', () => {
  assert.equal(regionCode(' us-ny ', 'US'), 'NY');
  assert.equal(regionCode('Terre-Neuve-et-Labrador', 'CA'), 'NL');
  assert.equal(regionCode('new york', 'US'), 'NY');
  assert.equal(regionCode('District of Columbia', 'US'), 'DC');
  assert.equal(regionCode('Territoires du Nord-Ouest', 'CA'), 'NT');
  assert.equal(regionCode('', 'US'), null);
  assert.equal(regionCode(null, 'US'), null);
});
