// Normalizes US street addresses, so that "1645 q st. n.w. #4" and "1645 Q Street Northwest, Apt 4" are equal.
// Abbreviations: USPS Publication 28, appendices B (directionals), C1 (street suffixes) and C2 (secondary units).

import { editDistance } from './edit-distance.ts'

export interface StreetLine {
  /** Null if there is no house number. */
  number: number | null
  /** Letter or fraction of the house number: `a` for 12A, `1/2` for 12 1/2; `block` for a whole block. */
  numberSuffix: string
  /** Street in full words and lower case: `q street nw`. Empty if there is none. */
  street: string
}

export interface AddressFields {
  line1: string
  city: string | null
  region: string | null
  postalCode: string | null
}

const DIRECTIONALS: Record<string, string> = {
  n: 'n',
  north: 'n',
  s: 's',
  south: 's',
  e: 'e',
  east: 'e',
  w: 'w',
  west: 'w',
  ne: 'ne',
  northeast: 'ne',
  nw: 'nw',
  northwest: 'nw',
  se: 'se',
  southeast: 'se',
  sw: 'sw',
  southwest: 'sw',
}
export const isDirectional = (word: string): boolean => Object.hasOwn(DIRECTIONALS, word)

/** Returns `north` for `n`. */
export const directionInFull = (letters: string): string | undefined =>
  Object.keys(DIRECTIONALS).find((word) => word.length > 2 && DIRECTIONALS[word] === letters)

/** Each line has the full suffix, then its abbreviations. */
const SUFFIXES = [
  'alley aly ally',
  'avenue ave av aven avn avnue',
  'bend bnd',
  'boulevard blvd boul bl',
  'bridge brg',
  'bypass byp',
  'causeway cswy',
  'center ctr cntr centre',
  'circle cir circ crcl',
  'close',
  'commons cmns',
  'court ct crt',
  'courts cts',
  'cove cv',
  'creek crk',
  'crescent cres',
  'crossing xing crssng',
  'drive dr drv',
  'estates ests',
  'expressway expy',
  'extension ext',
  'freeway fwy',
  'gardens gdns',
  'gate',
  'glen gln',
  'green grn',
  'grove grv',
  'heights hts',
  'highway hwy hiway',
  'hill hl',
  'hills hls',
  'hollow holw',
  'junction jct',
  'keys kys',
  'knoll knl',
  'lake lk',
  'landing lndg',
  'lane ln',
  'loop',
  'manor mnr',
  'meadows mdws',
  'mews',
  'mill ml',
  'mount mt',
  'mountain mtn',
  'oval',
  'park prk',
  'parkway pkwy pky pkway',
  'pass',
  'path',
  'pike',
  'place pl',
  'plaza plz plza',
  'point pt',
  'ranch rnch',
  'ridge rdg',
  'road rd',
  'route rte',
  'row',
  'run',
  'shore shr',
  'spring spg',
  'springs spgs',
  'square sq sqr',
  'station sta',
  'street st str strt',
  'summit smt',
  'terrace ter terr',
  'trace trce',
  'trail trl',
  'turnpike tpke',
  'valley vly',
  'view vw',
  'village vlg',
  'walk',
  'way wy',
].map((line) => line.split(' '))
const FULL_SUFFIXES_BY_WORD = new Map(
  SUFFIXES.flatMap(([full = '', ...short]) => [full, ...short].map((word) => [word, full])),
)
const FULL_SUFFIXES = new Set(SUFFIXES.map(([full = '']) => full))
export const isStreetSuffix = (word: string): boolean => FULL_SUFFIXES.has(word)

/** A unit at the end of a normalized line. */
const UNIT =
  /[, ] ?(?:(?:apartment|apt|building|bldg|department|dept|floor|fl|hangar|lobby|lot|lower|office|ofc|penthouse|ph|rear|room|rm|slip|space|spc|suite|ste|trailer|trlr|unit|upper)\b ?#? ?[\w-]*|# ?[\w-]+)$/

const ORDINAL_WORDS = [
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth',
  'fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
]
  .join(' ')
  .split(' ')
const ORDINALS = new Map(ORDINAL_WORDS.map((word, i) => [word, ordinal(i + 1)]))

const STATE_CODES_BY_NAME = new Map(
  (
    'alabama al;alaska ak;arizona az;arkansas ar;california ca;colorado co;connecticut ct;delaware de;' +
    'district of columbia dc;florida fl;georgia ga;hawaii hi;idaho id;illinois il;indiana in;iowa ia;kansas ks;' +
    'kentucky ky;louisiana la;maine me;maryland md;massachusetts ma;michigan mi;minnesota mn;mississippi ms;' +
    'missouri mo;montana mt;nebraska ne;nevada nv;new hampshire nh;new jersey nj;new mexico nm;new york ny;' +
    'north carolina nc;north dakota nd;ohio oh;oklahoma ok;oregon or;pennsylvania pa;puerto rico pr;' +
    'rhode island ri;south carolina sc;south dakota sd;tennessee tn;texas tx;utah ut;vermont vt;virginia va;' +
    'washington wa;west virginia wv;wisconsin wi;wyoming wy'
  )
    .split(';')
    .map((entry) => [entry.slice(0, -3), entry.slice(-2)]),
)
const STATE_CODES = new Set(STATE_CODES_BY_NAME.values())

/** Names and codes of US states in lower case. */
export const US_STATES: readonly string[] = [...STATE_CODES_BY_NAME.keys(), ...STATE_CODES_BY_NAME.values()]

/** Maximum length of a part of an address. The remaining text is ignored. */
const MAX_LENGTH = 500

/** Returns the text in lower case without accents, dots and repeated spaces. */
export const normalizeText = (text: string): string =>
  text
    .slice(0, MAX_LENGTH)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f.'’]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the two-letter code of a state in lower case. If it isn't a state, returns the normalized text. */
export function normalizeRegion(region: string): string {
  const text = normalizeText(region).replaceAll(',', '')
  return STATE_CODES_BY_NAME.get(text) ?? text
}

/** Returns the first five digits of a ZIP code, else the normalized text. */
export function normalizePostalCode(code: string): string {
  const text = normalizeText(code)
  return /^(\d{5})(?:-?\d{4})?$/.exec(text)?.[1] ?? text
}

/** States whose ZIP codes begin with a zero, which spreadsheets remove like that of a number. */
const STATES_WITH_LEADING_ZERO = new Set(['ct', 'ma', 'me', 'nh', 'nj', 'pr', 'ri', 'vi', 'vt'])

/** Restores the leading zeros of a ZIP code if the state's codes have them. */
export const withLeadingZeros = (code: string, region: string): string =>
  /^\d{3,4}$/.test(code) && STATES_WITH_LEADING_ZERO.has(normalizeRegion(region)) ? code.padStart(5, '0') : code

/** Suffix of the number in the middle of "1200 - 1299 Block N Street". */
export const WHOLE_BLOCK = 'block'

/** Reads the house number and the street of an address line. Ignores the unit and the text after it. */
export function parseStreetLine(line1: string): StreetLine {
  const text = withoutUnits(normalizeText(line1))
  const block = parseWholeBlock(text)
  if (block) return block
  const number = /^(\d{1,6})(?:-\d{1,6}| - \d{1,6})?(?:([a-z])| (\d\/\d))?(?=[ ,]|$)/.exec(text)
  const rest = number ? text.slice(number[0].length) : text
  return {
    number: number ? Number(number[1]) : null,
    numberSuffix: number?.[2] ?? number?.[3] ?? '',
    street: normalizeStreet(rest),
  }
}

function withoutUnits(text: string): string {
  const shorter = trimSpacesAndCommas(text.replace(UNIT, ''))
  return shorter === text ? text : withoutUnits(shorter)
}

/** Reads "1200 block of N Street" or "1200 - 1299 Block N Street". The range contains both sides of the street. */
function parseWholeBlock(text: string): StreetLine | null {
  const [whole, first = '', last, word = '', next = ''] =
    /^(\d{1,6})(?: ?[- ] ?(\d{1,6}))? ([a-z]+)(?: of)? ([a-z]*)/.exec(text) ?? []
  const bothSides = last !== undefined && (Number(last) - Number(first)) % 2 !== 0
  const isBlock = word === 'block' || (bothSides && editDistance(word, 'block') === 1)
  if (whole === undefined || !isBlock || FULL_SUFFIXES_BY_WORD.has(next)) return null
  return {
    number: Math.round((Number(first) + Number(last ?? Number(first) + 99)) / 2),
    numberSuffix: WHOLE_BLOCK,
    street: normalizeStreet(text.slice(whole.length - next.length)),
  }
}

/** Normalizes the name of a street: directionals as letters, suffixes in full, ordinals in digits. */
export const normalizeStreet = (name: string): string => normalizeWords(cutAfterQuadrant(wordsOf(name)))

const wordsOf = (text: string): string[] =>
  normalizeText(text)
    .replace(/\b([ns])\s+([ew])\b/g, '$1$2')
    .split(/[\s,;]+/)
    .filter((word) => word !== '')

function normalizeWords(words: readonly string[]): string {
  const last = words.length - 1
  const end = words[last] !== undefined && last > 0 && isDirectional(words[last]) ? last - 1 : last
  return words.map((word, i) => normalizeStreetWord(word, i, end, words)).join(' ')
}

/** "14th St NW 14th & Irving" ends at the quadrant after the suffix. */
function cutAfterQuadrant(words: readonly string[]): readonly string[] {
  const end = words.findIndex(
    (word, i) => i > 1 && DIRECTIONALS[word]?.length === 2 && FULL_SUFFIXES_BY_WORD.has(words[i - 1] as string),
  )
  return end < 0 ? words : words.slice(0, end + 1)
}

/** Abbreviations that mean a suffix at the end of a name, but a part of the name elsewhere. */
const NAME_PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries({ st: 'saint', ste: 'saint', mt: 'mount', ft: 'fort' }),
)

function normalizeStreetWord(word: string, i: number, end: number, words: readonly string[]): string {
  const next = words[i + 1]
  if (i > end) return DIRECTIONALS[word] ?? word
  // In "East Street", East is the name. In "East Capitol Street", it is a direction.
  if (i === 0 && end > 0 && isDirectional(word) && !(next !== undefined && FULL_SUFFIXES_BY_WORD.has(next)))
    return DIRECTIONALS[word] as string
  // Only the last word before the directional is the suffix. "St" before a name is a saint.
  if (i === end && i > 0) return FULL_SUFFIXES_BY_WORD.get(word) ?? ordinalWord(word)
  const prefix = i < end ? NAME_PREFIXES.get(word) : undefined
  return prefix ?? ordinalStreet(word, next) ?? ordinalWord(word)
}

const ordinalWord = (word: string): string => ORDINALS.get(word) ?? word

/** "14 St" means 14th Street. */
const ordinalStreet = (word: string, next: string | undefined): string | null =>
  /^\d{1,3}$/.test(word) && next !== undefined && FULL_SUFFIXES_BY_WORD.has(next) ? ordinal(Number(word)) : null

function ordinal(n: number): string {
  const teen = n % 100 > 10 && n % 100 < 14
  return `${n}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`
}

/**
 * Returns a key that only spellings of the same address have. If a number precedes its street, all units of a house have the same
 * key. Otherwise, each part of the line may distinguish two addresses, such as the end of "Calle 12 # 34-56". The same is true if
 * the line is the whole address.
 */
export function addressKey({ line1, city, region, postalCode }: AddressFields): string {
  const { number, numberSuffix, street } = parseStreetLine(line1)
  const isStreetLine = number !== null && Boolean(city || postalCode)
  const end = /^\d+( ?- ?\d+)?/.exec(withoutUnits(normalizeText(line1)))?.[1]?.replaceAll(' ', '') ?? ''
  return [
    isStreetLine ? `${number}${end}${numberSuffix}` : '',
    isStreetLine ? street : normalizeWords(wordsOf(line1)),
    ...placeKey({ city, region, postalCode }),
  ].join('|')
}

/** Returns the key that 1.0.0 stored for an address. Several addresses may have the same one. */
export function earlierAddressKey({ line1, ...place }: AddressFields): string {
  const { number, numberSuffix, street } = parseStreetLine(line1)
  return [number === null ? '' : `${number}${numberSuffix}`, street, ...placeKey(place)].join('|')
}

const placeKey = ({ city, region, postalCode }: Omit<AddressFields, 'line1'>): string[] => [
  normalizeText(city ?? ''),
  normalizeRegion(region ?? ''),
  normalizePostalCode(postalCode ?? ''),
]

/** Splits a one-line address such as "1201 R St NW, Washington, DC 20009". The commas are optional. */
export function splitAddress(text: string): AddressFields {
  const line = trimSpacesAndCommas(text.slice(0, MAX_LENGTH).replace(/\s+/g, ' '))
  let rest = trimSpacesAndCommas(line.replace(/[ ,](?:usa|united states(?: of america)?)\.?$/i, ''))
  const zip = /[ ,](\d{5}(?:-\d{4})?)$/.exec(rest)
  if (zip) rest = trimSpacesAndCommas(rest.slice(0, zip.index))
  const { before, region } = splitRegion(rest)
  const parts = before
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const postalCode = zip?.[1] ?? null
  if (parts.length > 1) {
    const city = parts.at(-1) as string
    return { line1: parts.slice(0, -1).join(', '), city, region, postalCode }
  }
  return { ...splitAfterStreet(parts[0] ?? ''), region, postalCode }
}

/** Removes leading spaces, and trailing spaces and commas. */
function trimSpacesAndCommas(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ' || text[end - 1] === ',') end--
  return text.slice(0, end).trimStart()
}

/** Splits off a state at the end, as code or name. Never takes the whole text. */
function splitRegion(text: string): { before: string; region: string | null } {
  const words = text.split(/[ ,]+/)
  for (const count of [3, 2, 1]) {
    if (words.length <= count) continue
    const end = words.slice(-count).join(' ')
    const last = normalizeText(end)
    const isCode = count === 1 && STATE_CODES.has(last) && !isDirectional(last) && !FULL_SUFFIXES_BY_WORD.has(last)
    // The full name of a state may also be a city or a street. It counts only after a comma.
    const isStateName = STATE_CODES_BY_NAME.has(last) && (text.endsWith(`,${end}`) || text.endsWith(`, ${end}`))
    if (!isCode && !(isStateName && text.split(',').length > 2)) continue
    return { before: trimSpacesAndCommas(text.slice(0, -end.length)), region: last }
  }
  return { before: text, region: null }
}

/** Without a comma, the street ends at its directional or suffix, and the city follows. */
function splitAfterStreet(text: string): { line1: string; city: string | null } {
  const words = text.split(/\s+/)
  const normalized = words.map((word) => normalizeText(word))
  const suffix = normalized.findIndex((word, i) => i > 1 && FULL_SUFFIXES_BY_WORD.has(word))
  if (suffix < 0) return { line1: text, city: null }
  let end = suffix + 1
  if (normalized[end] !== undefined && isDirectional(normalized[end] as string)) end++
  const unit = words
    .slice(end)
    .join(' ')
    .match(/^(?:#\s*\S+|(?:apt|unit|suite|ste|floor|fl|room|rm)\.?\s+\S+)/i)
  if (unit) end += unit[0].split(/\s+/).length
  const city = words.slice(end).join(' ')
  return { line1: words.slice(0, end).join(' '), city: city === '' ? null : city }
}
