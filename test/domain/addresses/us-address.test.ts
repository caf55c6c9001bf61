import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addressKey,
  normalizePostalCode,
  normalizeRegion,
  splitAddress,
  parseStreetLine,
} from '../../../src/domain/addresses/us-address.ts'

const read = (line1: string) => {
  const { number, numberSuffix, street } = parseStreetLine(line1)
  return `${number ?? '-'}${numberSuffix && ` ${numberSuffix}`} | ${street}`
}

test('each street has one normal spelling', () => {
  for (const line of [
    '1645 Q Street NW',
    '1645 q st nw',
    '1645 Q ST. N.W.',
    '1645  Q Str Northwest',
    '1645 Q Street N W, Apt 4B',
    '1645 Q St NW #4',
    '1645 Q St NW Unit 12, Floor 2',
    '1645-1647 Q St NW, Suite 200',
  ])
    assert.equal(read(line), '1645 | q street nw', line)
})

test('words that are also suffixes, directions or saints keep their meaning', () => {
  const lines = {
    '500 E St NW': '500 | e street nw',
    '100 East Street': '100 | east street',
    '12 East Capitol St NE': '12 | e capitol street ne',
    '3 St Elizabeths Ave SE': '3 | saint elizabeths avenue se',
    '1 Avenue C': '1 | avenue c',
    '20 Park Place': '20 | park place',
    '8 Court Street': '8 | court street',
    '200 N Main St Ste 200': '200 | n main street',
    '77 Fort Dr': '77 | fort drive',
  }
  for (const [line, expected] of Object.entries(lines)) assert.equal(read(line), expected)
})

test('ordinals in words, in digits or bare are the same; house numbers keep letters and halves apart', () => {
  assert.equal(read('7 Fourteenth Street NW'), '7 | 14th street nw')
  assert.equal(read('7 14 St NW'), '7 | 14th street nw')
  assert.equal(read('7 2nd St'), read('7 Second Street'))
  assert.equal(read('12A 3rd St'), '12 a | 3rd street')
  assert.equal(read('12 1/2 3rd St'), '12 1/2 | 3rd street')
  assert.equal(read('R St NW'), '- | r street nw')
  assert.equal(read('  '), '- | ')
})

test('a block has the number of its middle, and a range its first number', () => {
  for (const line of ['1200 block N St NW', '1200 - 1299 Block Of N Street NW', '1200-1299 Block N Street NW'])
    assert.equal(read(line), '1250 block | n street nw', line)
  assert.equal(read('1200 - 1299 Blcok N Street NW'), '1250 block | n street nw')
  assert.equal(read('12-14 Black Rock Road'), '12 | black rock road')
  assert.equal(read('12 Block Street'), '12 | block street')
  assert.equal(read('604 - 610 Longfellow Street NW'), '604 | longfellow street nw')
})

test('Mt and Ft before a name are written out, and a quadrant after the suffix ends the street', () => {
  assert.equal(read('3201 Mt Pleasant St NW'), '3201 | mount pleasant street nw')
  assert.equal(read('5001 Ft. Totten Dr NE'), '5001 | fort totten drive ne')
  assert.equal(read('1442 U St NW 1440 U Street NW'), '1442 | u street nw')
  assert.equal(read('9 Lake Shore Dr E Tower'), '9 | lake shore dr e tower')
})

test('accents and apostrophes make no difference', () => {
  assert.equal(read("5 L'Enfant Plaza"), read('5 LEnfant Plz'))
  assert.equal(read('9 Peña Blvd'), '9 | pena boulevard')
})

test('states are read by name or letters, and ZIP codes with or without the last four digits', () => {
  assert.equal(normalizeRegion('District of Columbia'), 'dc')
  assert.equal(normalizeRegion('D.C.'), 'dc')
  assert.equal(normalizeRegion('Ontario'), 'ontario')
  assert.equal(normalizePostalCode('20009-1234'), '20009')
  assert.equal(normalizePostalCode('SW1A 1AA'), 'sw1a 1aa')
})

test('an address in one line is split, with or without commas', () => {
  const whole = { line1: '1201 R St NW', city: 'Washington', region: 'dc', postalCode: '20009' }
  assert.deepEqual(splitAddress('1201 R St NW, Washington, DC 20009'), whole)
  assert.deepEqual(splitAddress('1201 R St NW Washington DC 20009'), whole)
  assert.deepEqual(splitAddress('1201 R St NW, Washington, DC, 20009, USA'), whole)
  assert.deepEqual(splitAddress('1201 R St NW Apt 4 Washington DC'), {
    ...whole,
    line1: '1201 R St NW Apt 4',
    postalCode: null,
  })
  assert.deepEqual(splitAddress('5 Elm Ave, Springfield, Illinois'), {
    line1: '5 Elm Ave',
    city: 'Springfield',
    region: 'illinois',
    postalCode: null,
  })
  assert.deepEqual(splitAddress('5 Elm Ave'), { line1: '5 Elm Ave', city: null, region: null, postalCode: null })
})

const keyOf = (
  line1: string,
  city: string | null = null,
  region: string | null = null,
  postalCode: string | null = null,
) => addressKey({ line1, city, region, postalCode })

test('spellings of an address with its units have one key', () => {
  const keys = ['1645 Q Street NW', '1645 q st nw', '1645 Q ST. N.W., Apt 4B', '1645 Q Street Northwest #4'].map(
    (line) => keyOf(line, 'Washington', 'DC', '20009'),
  )
  assert.deepEqual(new Set(keys).size, 1, keys.join())
  assert.equal(read('5 Constructor Hill Rd'), '5 | constructor hill road')
  assert.equal(keyOf('1 Market Lane'), keyOf('1 market ln'))
  assert.equal(keyOf('Market Lane', 'Washington'), keyOf('Market Ln.', 'Washington'))
})

test('addresses that differ have different keys', () => {
  const keys = [
    keyOf('100 2nd St SW, Atlanta, GA 30303'),
    keyOf('100 2nd St SW, Albuquerque, NM 87102'),
    keyOf('12 Main St, Miami, FL 33101'),
    keyOf('12 Main St, Miami, FL 33139'),
    keyOf('100 2nd St SW, Atlanta', null, 'GA'),
    keyOf('100 2nd St SW, Macon', null, 'GA'),
    keyOf('94-1021 Waipahu St', 'Waipahu', 'HI'),
    keyOf('94-300 Waipahu St', 'Waipahu', 'HI'),
    keyOf('94 Waipahu St', 'Waipahu', 'HI'),
    keyOf('1-2 Ginza', 'Tokyo'),
    keyOf('1-9 Ginza', 'Tokyo'),
    keyOf('12/345 MG Road', 'Pune'),
    keyOf('12/1 MG Road', 'Pune'),
    keyOf('Calle 12 # 34-56', 'Bogotá'),
    keyOf('Calle 12 # 34-90', 'Bogotá'),
    keyOf('Rahimi Plaza, Building 5', 'Nairobi'),
    keyOf('Rahimi Plaza, Building 6', 'Nairobi'),
  ]
  assert.equal(new Set(keys).size, keys.length, keys.join('\n'))
})
