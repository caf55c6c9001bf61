// Ways in which people write an address differently from the map. Independent of the tables of the geocoder, so that a
// gap in those tables shows. `random` returns a number from 0 to 1.

/** The parts of an address in the spelling of the map. */
export interface AddressParts {
  street: string
  number: string
  city: string
  region: string
  postcode: string
  /** Text before and after street and number, such as a company, a floor or a note. */
  before: string
  after: string
}

export interface Distortion {
  /** True if the geocoder may ask, because the distorted address contradicts itself. */
  isContradiction?: boolean
  /** Returns null if the distortion doesn't apply to the address. */
  distort: (address: AddressParts, random: () => number) => AddressParts | null
}

/** Short forms of whole words, in lower case. */
const SHORT_WORDS: Record<string, readonly string[]> = parseShortForms(`
street: St, St., Str | avenue: Ave, Av., Ave. | road: Rd, Rd. | boulevard: Blvd, Bd, Bld | lane: Ln | drive: Dr, Dr.
court: Ct | place: Pl, Pl. | square: Sq, Sq. | terrace: Ter, Terr. | crescent: Cres, Cr | close: Cl | gardens: Gdns
grove: Gr, Grv | highway: Hwy | parkway: Pkwy, Pky | circle: Cir | alley: Aly | saint: St, St. | mount: Mt | way: Wy
north: N, N. | south: S, S. | east: E, E. | west: W, W. | northwest: NW, N.W. | northeast: NE | southwest: SW | southeast: SE
rue: R. | chemin: Ch., Che | route: Rte | impasse: Imp., Imp | allée: All. | allées: All. | quai: Q. | faubourg: Fbg, Fg
sainte: Ste, Ste. | général: Gal, Gén. | maréchal: Mal | docteur: Dr, Dr. | président: Pdt, Prés. | passage: Pass., Psg
rua: R., R | avenida: Av., Avda. | praça: Pç., Pr. | travessa: Tv., Trav. | alameda: Al. | largo: Lg., Lgo. | estrada: Estr.
doutor: Dr., Dr | professor: Prof., Prof | engenheiro: Eng., Eng. | são: S. | santo: Sto., S. | santa: Sta., S. | dom: D.
via: V. | viale: V.le, Vle | piazza: P.za, P.zza, Pza | corso: C.so, Cso | vicolo: Vic. | san: S. | piazzale: P.le
calle: C/, C. | plaza: Pza., Pl. | carrer: C/, C. | paseo: Pº., Po. | carretera: Ctra. | plaça: Pl. | strada: Str.
platz: Pl. | sankt: St. | straße: Str., Str | strasse: Str., Str | gasse: G. | am: a. | straat: str. | laan: ln. | plein: pln.
улица: ул., ул | проспект: пр., просп., пр-т | переулок: пер. | площадь: пл. | шоссе: ш. | бульвар: б-р, бул.
набережная: наб. | проезд: пр-д | большая: Б. | большой: Б. | малая: М. | малый: М. | верхняя: В.
`)
/** Short forms of the ends of compounds. */
const SHORT_ENDS: readonly (readonly [string, readonly string[]])[] = [
  ['straße', ['str.', 'str', 'strasse']],
  ['strasse', ['str.', 'str', 'straße']],
  ['straat', ['str.', 'str']],
  ['gasse', ['g.']],
  ['platz', ['pl.']],
  ['katu', ['k.']],
  ['gatan', ['g.']],
]
const LONG_WORDS: Record<string, string> = {
  st: 'Street',
  ave: 'Avenue',
  rd: 'Road',
  blvd: 'Boulevard',
  dr: 'Drive',
  ln: 'Lane',
  n: 'North',
  s: 'South',
  e: 'East',
  w: 'West',
  nw: 'Northwest',
  ne: 'Northeast',
  sw: 'Southwest',
  se: 'Southeast',
}
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')
const ARTICLES = new Set('de da do dos das du des la le les del della di der den dem van het'.split(' '))
/** Letters next to each other on a keyboard. */
const KEYBOARD_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю']
const LATIN: Record<string, string> = Object.fromEntries(
  (
    'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ' +
    "ъ ' ы y ь ' э e ю yu я ya"
  )
    .split(' ')
    .flatMap((from, i, all) => (i % 2 === 0 ? [[from, all[i + 1] as string]] : [])),
)
const UNITS = parseList(
  'Apt 3, Unit 2B, #12, 2nd floor, Flat 4, Suite 300, 2. OG, 3. Stock, Top 7, Whg. 12, EG links, 2º Esq., 1º Dto, ' +
    'apto 42, bloco B, 2ème étage, appt 5, Bât. C, int. 4, scala B, 3 hoog, A 12, кв. 15, подъезд 2, piso 2, ático, ' +
    'rear, as. 5, 5樓',
)
const NOTES = parseList('ring twice, bitte klingeln, gate code 4411, code porte 12B, Hinterhaus, près de la poste')
const COMPANIES = parseList('Attn: Office, c/o Meier, Café Central, Hotel Europa, Acme GmbH, Ristorante Roma')
const COUNTRIES = parseList('USA, Deutschland, Germany, France, Italia, Portugal, Österreich, UK, Россия, Suomi')

export const DISTORTIONS: Record<string, Distortion> = {
  abbreviated: { distort: (address, random) => withStreet(address, shorten(address.street, random)) },
  'written out': { distort: (address) => withStreet(address, writeOut(address.street)) },
  'upper case': { distort: (address) => inCase(address, (text) => text.toUpperCase()) },
  'lower case': { distort: (address) => inCase(address, (text) => text.toLowerCase()) },
  'without marks': {
    distort: (address) =>
      changed(
        address,
        inCase(address, (text) => text.replace(/\p{Script=Latin}/gu, (letter) => letter.normalize('NFD').charAt(0))),
      ),
  },
  'umlauts as two letters': {
    distort: (address) =>
      changed(
        address,
        inCase(address, (text) =>
          text.replace(/[äöüÄÖÜ]/g, (letter) => `${letter.normalize('NFD').charAt(0)}e`).replaceAll('ß', 'ss'),
        ),
      ),
  },
  'wrong letter': { distort: (address, random) => withStreet(address, misspellStreet(address.street, random)) },
  'wrong letter in the city': {
    distort: (address, random) => {
      const city = misspellWord(address.city, random)
      return address.city.length > 4 && city !== null ? { ...address, city } : null
    },
  },
  'words together': { distort: (address) => withStreet(address, joinLastWords(address.street)) },
  'word apart': { distort: (address) => withStreet(address, splitCompound(address.street)) },
  'hyphens as spaces': { distort: (address) => withStreet(address, address.street.replace(/[-’']/g, ' ')) },
  'article left out': { distort: (address) => withStreet(address, withoutArticle(address.street)) },
  'ordinal as a word': { distort: (address) => withStreet(address, respellOrdinal(address.street)) },
  'letter of the number apart': {
    distort: (address, random) => {
      const [, digits, letter = ''] = /^(\d+)([a-z])$/i.exec(address.number) ?? []
      return digits ? { ...address, number: `${digits}${random() < 0.5 ? ' ' : ''}${letter.toUpperCase()}` } : null
    },
  },
  'label before the number': {
    distort: (address, random) =>
      /^\d/.test(address.number)
        ? { ...address, number: `${pick(['nº ', 'Nr. ', 'No. ', 'n° ', 'No '], random)}${address.number}` }
        : null,
  },
  unit: { distort: (address, random) => ({ ...address, after: pick(UNITS, random) }) },
  note: { distort: (address, random) => ({ ...address, after: pick(NOTES, random) }) },
  'company before': { distort: (address, random) => ({ ...address, before: pick(COMPANIES, random) }) },
  'country after': {
    distort: (address, random) =>
      address.city === '' ? null : { ...address, region: `${address.region} ${pick(COUNTRIES, random)}`.trim() },
  },
  'without postal code': { distort: (address) => (address.postcode === '' ? null : { ...address, postcode: '' }) },
  'without city': {
    distort: (address) => (address.city === '' ? null : { ...address, city: '', region: '' }),
  },
  'city twice': { distort: (address) => (address.city === '' ? null : { ...address, after: address.city }) },
  'Latin letters': {
    distort: (address) =>
      changed(
        address,
        inCase(address, (text) =>
          text.replace(/[а-яё]/gi, (letter) => {
            const latin = LATIN[letter.toLowerCase()] ?? letter
            return letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1)
          }),
        ),
      ),
  },
  'wrong digit in the postal code': {
    isContradiction: true,
    distort: (address, random) => {
      const at = address.postcode.search(/\d\D*$/)
      if (at < 0) return null
      const digit = (Number(address.postcode[at]) + 1 + Math.floor(random() * 9)) % 10
      return { ...address, postcode: address.postcode.slice(0, at) + String(digit) + address.postcode.slice(at + 1) }
    },
  },
}

function parseList(text: string): string[] {
  return text.split(', ')
}

export const pick = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)] as T

function parseShortForms(table: string): Record<string, readonly string[]> {
  const entries = table.split(/[\n|]/).filter((entry) => entry.includes(':'))
  return Object.fromEntries(
    entries.map((entry) => {
      const [long = '', forms = ''] = entry.split(':')
      return [long.trim(), forms.split(',').map((form) => form.trim())]
    }),
  )
}

const withStreet = (address: AddressParts, street: string | null): AddressParts | null =>
  street === null || street === address.street ? null : { ...address, street }

const inCase = (address: AddressParts, change: (text: string) => string): AddressParts => ({
  ...address,
  street: change(address.street),
  city: change(address.city),
})

/** Returns null if street and city are unchanged. */
const changed = (before: AddressParts, after: AddressParts): AddressParts | null =>
  before.street === after.street && before.city === after.city ? null : after

/** Abbreviates one word of the street. */
function shorten(street: string, random: () => number): string | null {
  const words = street.split(' ')
  const choices = words.flatMap((word, at) => {
    const lower = word.toLowerCase()
    const whole = words.length > 1 && Object.hasOwn(SHORT_WORDS, lower) ? (SHORT_WORDS[lower] as readonly string[]) : []
    const ends = SHORT_ENDS.flatMap(([long, shorts]) =>
      lower.endsWith(long) && lower.length > long.length + 1
        ? shorts.map((short) => word.slice(0, -long.length) + short)
        : [],
    )
    return [...whole, ...ends].map((short) => words.with(at, short).join(' '))
  })
  return choices.length > 0 ? pick(choices, random) : null
}

function writeOut(street: string): string | null {
  const words = street.split(' ')
  const written = words.map((word, at) => {
    const key = word.toLowerCase().replace(/\.$/, '')
    const isSaint = key === 'st' && at === 0
    return words.length > 1 && !isSaint && Object.hasOwn(LONG_WORDS, key) ? (LONG_WORDS[key] as string) : word
  })
  return written.join(' ')
}

/** Misspells the longest word of the street. */
function misspellStreet(street: string, random: () => number): string | null {
  const words = street.split(' ')
  const at = words.reduce((best, word, i) => (word.length > (words[best] as string).length ? i : best), 0)
  const misspelled = misspellWord(words[at] as string, random)
  return misspelled === null ? null : words.with(at, misspelled).join(' ')
}

/** Swaps, drops, doubles or replaces one letter after the first. Null if the word is short. */
function misspellWord(word: string, random: () => number): string | null {
  const letters = Array.from(word).filter((character) => /\p{L}/u.test(character))
  if (letters.length < 5 || letters.length !== Array.from(word).length) return null
  const at = 1 + Math.floor(random() * (word.length - 2))
  const [letter, next] = [word.charAt(at), word.charAt(at + 1)]
  const row = KEYBOARD_ROWS.find((keys) => keys.includes(letter.toLowerCase())) ?? ''
  const key = row.indexOf(letter.toLowerCase())
  const neighbor = row.charAt(key + 1) || row.charAt(key - 1)
  const replacements = [next + letter, next, letter + letter + next, ...(neighbor ? [neighbor + next] : [])]
  const misspelled = word.slice(0, at) + pick(replacements, random) + word.slice(at + 2)
  return misspelled === word ? null : misspelled
}

function joinLastWords(street: string): string | null {
  const words = street.split(' ')
  const last = words.at(-1) ?? ''
  return words.length === 2 && /^\p{L}{4,}$/u.test(last) && /^\p{L}{4,}$/u.test(words[0] ?? '')
    ? `${words[0]}${last.toLowerCase()}`
    : null
}

function splitCompound(street: string): string | null {
  const [, start, end = ''] =
    /^(.*\p{L}{3})(straße|strasse|straat|gasse|platz|katu|gracht|gatan|weg)$/u.exec(street) ?? []
  return start ? `${start} ${end.charAt(0).toUpperCase()}${end.slice(1)}` : null
}

function withoutArticle(street: string): string | null {
  const words = street.split(' ')
  const at = words.findIndex((word, i) => i > 0 && ARTICLES.has(word.toLowerCase()))
  return at > 0 && words.length > 2 ? words.toSpliced(at, 1).join(' ') : null
}

function respellOrdinal(street: string): string | null {
  const [, digits] = /\b(\d{1,2})(?:st|nd|rd|th)\b/i.exec(street) ?? []
  const word = digits && ORDINALS[Number(digits) - 1]
  return word ? street.replace(/\b\d{1,2}(?:st|nd|rd|th)\b/i, word.charAt(0).toUpperCase() + word.slice(1)) : null
}
