import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressIn } from '../../../src/domain/imports/import-addresses.ts'
import * as cells from '../../../src/domain/imports/import-cells.ts'
import { anyText } from '../../helpers/any-text.ts'

function table<T>(name: string, read: (text: string) => T, expected: Record<string, T>): void {
  test(name, () => {
    for (const [text, value] of Object.entries(expected)) assert.deepEqual(read(text), value, text)
  })
}

const inOneLine = (...lines: string[]) => Object.fromEntries(lines.map((line1) => [line1, { line1 }]))

table('times of day', cells.timeIn, {
  '9:00 AM': '09:00',
  '9am': '09:00',
  '12:30 am': '00:30',
  '12 p.m.': '12:00',
  '17:30:00': '17:30',
  noon: '12:00',
  '9 Uhr': '09:00',
  '9h30': '09:30',
  '14h': '14:00',
  '9:': null,
  '9': null,
  '25:00': null,
  '13:00 PM': null,
  '9:75': null,
})

table('windows', cells.windowIn, {
  '9:00 AM - 12:00 PM': { start: '09:00', end: '12:00' },
  '9-11am': { start: '09:00', end: '11:00' },
  '9 - 5 pm': { start: '09:00', end: '17:00' },
  '11-1pm': { start: '11:00', end: '13:00' },
  '10:30-2 p.m.': { start: '10:30', end: '14:00' },
  '12-1pm': { start: '12:00', end: '13:00' },
  '11-9 Uhr': null,
  '10:00 to 18:00': { start: '10:00', end: '18:00' },
  '9:00 a.m. - 12:00 p.m.': { start: '09:00', end: '12:00' },
  '9 bis 11 Uhr': { start: '09:00', end: '11:00' },
  'de 9:00 a 11:00': { start: '09:00', end: '11:00' },
  '9h à 12h': { start: '09:00', end: '12:00' },
  '20:00 - 24:00': { start: '20:00', end: '23:59' },
  '8 PM to 12 AM': { start: '20:00', end: '23:59' },
  morning: null,
  '9:00 - 10:00 - 11:00': null,
})

test('weights are read in their own unit or the column’s', () => {
  assert.equal(cells.poundsIn('40 lb', 'kg', '.'), 40)
  assert.equal(cells.poundsIn('18', 'kg', '.'), 39.683207)
  assert.equal(cells.poundsIn('8oz', 'lb', '.'), 0.5)
  assert.equal(cells.poundsIn('3 stone', 'lb', '.'), null)
})

table('addresses in one cell', addressIn, {
  '2238 39th Place NW Unit B, Washington, DC 20007': {
    line1: '2238 39th Place NW Unit B',
    city: 'Washington',
    region: 'DC',
    postal_code: '20007',
  },
  '1 A St, Apt 2, Town, md, USA': { line1: '1 A St, Apt 2', city: 'Town', region: 'MD' },
  'behind the church': { line1: 'behind the church' },
  'Johns Hopkins, 1712 Aliceanna St Apt 3, Baltimore MD': {
    line1: 'Johns Hopkins, 1712 Aliceanna St Apt 3',
    city: 'Baltimore',
    region: 'MD',
  },
  'Musterweg 1, 10115 Berlin, Deutschland': { line1: 'Musterweg 1', city: 'Berlin', postal_code: '10115' },
  '2038 e pratt st baltimore md': { line1: '2038 e pratt st baltimore md' },
  '5 Broad St, Columbus, OH': { line1: '5 Broad St', city: 'Columbus', region: 'OH' },
  '5 Broad St, Columbus': { line1: '5 Broad St, Columbus' },
  'Musterweg 1, 10115 Berlin, DE': { line1: 'Musterweg 1', city: 'Berlin', postal_code: '10115' },
  'Bahnhofstrasse 2, CH-9000 St. Gallen': { line1: 'Bahnhofstrasse 2', city: 'St. Gallen', postal_code: '9000' },
  '12 rue de la Paix, Apt 5, 75002 Paris, France': {
    line1: '12 rue de la Paix, Apt 5',
    city: 'Paris',
    postal_code: '75002',
  },
})

table(
  'an address whose house number looks like a postal code stays in one line',
  addressIn,
  inOneLine(
    'Suite 5, 1450 Market St, San Francisco',
    'Flat 2, 1450 London Road, Leicester',
    'The Old Mill, 1450 London Road, Leicester',
    'Floor 3, 1000 Broadway, Oakland',
    'Floor 3, 1000 Broadway',
    'Acme Bakery, 1450 Broadway',
    '5 Elm House, 1450 Market St N',
  ),
)

table(
  'an address stays in one line if the part before its state has digits',
  addressIn,
  inOneLine(
    'Hauptstr. 5, Berlin 10115, DE',
    '12 MG Road, Bengaluru 560001, IN',
    '100 King St W, Toronto ON M5X 1A9, CA',
    'Acme Bakery, 5 Broad St, MD',
  ),
)

table('amounts of money', (cell) => cells.moneyIn(cell, '.'), {
  '$12.50': '12.50',
  '12,50 €': '12.50',
  '1,012.50 USD': '1012.50',
  'Rs. 500': '500',
  'Rs.500': '500',
  'Fr. 20': '20',
  'Fr. 12.50': '12.50',
  'kr. 100': '100',
  '100 kr.': '100',
  'S/. 25': '25',
  '(12.50)': null,
  '-12.50': null,
  '−12.50': null,
})

table('cells of text', cells.cellText, {
  '="02138"': '02138',
  "'20001": '20001',
  '\u00a0 x ': 'x',
})

table('shortened numbers', cells.isShortened, { '5.00012E+12': true, '5,0E+12': true, '5000120000001': false })

test('reading any cell neither throws nor returns an invalid value', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const time = cells.timeIn(text)
      assert.ok(time === null || /^([01]\d|2[0-3]):[0-5]\d$/.test(time))
      cells.windowIn(text)
      cells.poundsIn(text, 'lb', '.')
      assert.equal(typeof addressIn(text).line1, 'string')
    }),
  )
})
