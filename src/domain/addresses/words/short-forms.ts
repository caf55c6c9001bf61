// Words that are often abbreviated, in all languages together. A short form can stand for several words: St is Street,
// Saint and Strada. No grammar of any country depends on this table; it only relates two spellings.
import { editDistance } from '../edit-distance.ts'
import { withoutUmlautE } from './fold.ts'

/** Types of streets. The first word of a group is the full form. */
const STREET_TYPES = `
street st str strt|avenue ave av aven avn avnue|road rd|boulevard blvd bd bld boul bvd bul blv|lane ln|drive dr drv|court ct crt
place pl plc pce|square sq sqr|terrace ter terr|highway hwy hiway|parkway pkwy pky pkway|circle cir circ crcl|trail trl|alley aly ally
crescent cres|close cl|gardens gdns gdn|grove gr grv|hill hl|heights hts|expressway expy|freeway fwy|turnpike tpke
extension ext|center centre ctr cntr|plaza plz pza plza pl|way wy|walk wlk|crossing xing crssng|causeway cswy|bridge brg
route rte|ridge rdg|landing lndg|creek crk|cove cv|estates ests|junction jct|park prk|station sta|valley vly|view vw|village vlg
rue r|chemin ch che chem|impasse imp|quai q|passage pass psge|allee al all
rua r|avenida av avda avd|praca pc pca pr|travessa tv trav tr|largo lg lgo|alameda al|estrada est estr|rodovia rod
calle c cl|paseo po pso|carretera ctra crta|ronda rda|camino cno cmno|carrer c|avinguda av avgda avda|placa pl pca|passeig pg
via v|viale vle|piazza pza pzza|corso cso|vicolo vic vlo|strada str|contrada cda
strasse str|platz pl|gasse g|weg w|straat str|laan ln|plein pln pl|gracht gr
katu k|tie t|gatan g|vagen v|vej v|ulica ul|ulice ul|aleja al|plac pl|osiedle os|namesti nam|trida tr|utca u|korut krt
caddesi cad cd|sokak sk sok|mahallesi mah mh|bulevardul bd bul|soseaua sos
ulitsa ul|prospekt prt pr prosp|pereulok per|proezd prd|shosse sh|bulvar br|ploshchad pl|naberezhnaya nab`
/** Titles and landforms. */
const TITLES = `
mount mt|point pt|fort ft|mountain mtn|springs spgs|general gen gal|docteur doutor doctor dottore doktor dr|marechal mal
professeur professor professore prof|president pdt pres|engenheiro eng|dom d|dona d|burgemeester burg`
const NAMES = `
faubourg fg fbg
saint st sankt san santa santo sao sainte ste sveti sv sw swietego sta sto skt szent szt s
first 1st 1er 1o|second 2nd|third 3rd|fourth 4th|fifth 5th|sixth 6th|seventh 7th|eighth 8th|ninth 9th|tenth 10th|eleventh 11th
twelfth 12th|thirteenth 13th|fourteenth 14th|fifteenth 15th|sixteenth 16th|seventeenth 17th|eighteenth 18th|nineteenth 19th
twentieth 20th`
const DIRECTIONS = `north n nord norte norra nordre ndr|south s sud sur sul sued sodra sondre sdr|east e est este ost leste ostra ostre
west w ouest oeste ovest vastra vestre
northwest nw|northeast ne|southwest sw|southeast se`

const parseGroups = (table: string): string[][] =>
  table
    .trim()
    .split(/[\n|]/)
    .map((group) => group.trim().split(' ').map(withoutUmlautE))

/** Groups of equivalent spellings, by code: `=street` for words, `@north` for directions. */
const GROUPS_BY_CODE = new Map<string, readonly string[]>([
  ...[...parseGroups(STREET_TYPES), ...parseGroups(TITLES), ...parseGroups(NAMES)].map(
    (group) => [`=${group[0]}`, group] as const,
  ),
  ...parseGroups(DIRECTIONS).map((group) => [`@${group[0]}`, group] as const),
])
const CODES_BY_WORD = new Map<string, string[]>()
for (const [code, group] of GROUPS_BY_CODE)
  for (const word of group) CODES_BY_WORD.set(word, [...(CODES_BY_WORD.get(word) ?? []), code])

/** Full forms of street types and titles. They hardly distinguish two streets. */
export const TYPE_WORDS: ReadonlySet<string> = new Set(
  [...parseGroups(STREET_TYPES), ...parseGroups(TITLES)].map(([full]) => full as string),
)

const STREET_TYPE_WORDS: ReadonlySet<string> = new Set(parseGroups(STREET_TYPES).flat())

/** Returns whether a word is a street type in full or abbreviated. */
export const isStreetType = (word: string): boolean => STREET_TYPE_WORDS.has(word)

/** Full forms of street types as people write them. `TYPE_WORDS` has their skeletons. */
const FULL_STREET_TYPES = STREET_TYPES.trim()
  .split(/[\n|]/)
  .flatMap((group) => group.trim().split(' ')[0] ?? [])

/** Returns the types that differ from a word by one letter: "Avenve" and "Rad". */
export const correctedTypes = (raw: string): string[] =>
  raw.length < 3 || /\d/.test(raw) || CODES_BY_WORD.has(withoutUmlautE(raw))
    ? []
    : FULL_STREET_TYPES.filter((type) => type.length >= 4 && editDistance(type, raw) === 1).map(withoutUmlautE)

/** Returns the codes of the words that this word can stand for. Ordinals and their numbers have the same code. */
export function wordCodes(word: string): readonly string[] {
  const codes = CODES_BY_WORD.get(word) ?? []
  const ordinal = /^(\d{1,3})(?:st|nd|rd|th)$/.exec(word)
  return ordinal ? [...codes, `#${Number(ordinal[1])}`] : codes
}

/** Roman numerals from 2 on, without single letters. */
const ROMAN_NUMERALS = 'ii iii iv  vi vii viii ix  xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv'.split(
  ' ',
)

/** Returns all words that can stand for the same as this word, except the word itself. */
export function equivalentWords(word: string): string[] {
  const number = /^(\d{1,3})(?:st|nd|rd|th)?$/.exec(word)
  const roman = ROMAN_NUMERALS.indexOf(word)
  const ordinals = number ? ordinalSpellings(Number(number[1])) : roman >= 0 ? [String(roman + 2)] : []
  const same = wordCodes(word).flatMap((code) => GROUPS_BY_CODE.get(code) ?? [])
  // "St" is not "S", although both can mean Saint.
  const areBothShort = (other: string): boolean => /^\D$/.test(other) && word.length === 2
  return [...new Set([...same, ...ordinals])].filter((other) => other !== word && !areBothShort(other))
}

function ordinalSpellings(n: number): string[] {
  const teen = n % 100 > 10 && n % 100 < 14
  const ordinal = `${n}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`
  return [`${n}`, ordinal, ...ROMAN_NUMERALS.flatMap((roman, i) => (i + 2 === n && roman ? [roman] : []))]
}

/** Returns the code of a direction such as N, North or Nord. Null if the word is not a direction. */
export const directionCode = (word: string): string | null =>
  wordCodes(word).find((code) => code.startsWith('@')) ?? null

/** Endings of compounds that are abbreviated: Hauptstr., Lindeng., Keizersgr. */
const ABBREVIATED_ENDINGS: readonly [string, readonly string[]][] = [
  ['str', ['strasse', 'straat']],
  ['g', ['gasse', 'gatan']],
  ['gr', ['gracht']],
  ['pl', ['platz', 'plein']],
  ['pln', ['plein']],
  ['k', ['katu']],
  ['t', ['tie']],
  ['v', ['vagen']],
  ['w', ['weg']],
]

/** Returns the full forms of a compound with an abbreviated ending. */
export const expandEnding = (word: string, dotted: boolean): string[] =>
  ABBREVIATED_ENDINGS.flatMap(([short, longs]) =>
    word.endsWith(short) &&
    word.length >= short.length + 2 &&
    (short === 'str' || (dotted && word.length > short.length + 2))
      ? longs.map((long) => withoutUmlautE(word.slice(0, -short.length) + long))
      : [],
  )

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words that tell two streets apart: Rue du Faubourg Saint-Denis is not Rue Saint-Denis. */
export const DISTINGUISHING_WORDS: ReadonlySet<string> = new Set(
  (
    'faubourg old new upper lower little great alte alter neue neuer obere oberer untere unterer kleine kleiner grosse ' +
    'grosser ancien ancienne vieux vieille nouveau nouvelle petit petite grand grande velho velha novo nova viejo vieja ' +
    'nuevo nueva vecchio vecchia nuovo nuova oude nieuwe lange korte bolshaya bolshoy malaya malyy novaya novyy staraya ' +
    'staryy verkhnyaya verkhniy nizhnyaya nizhniy'
  )
    .split(' ')
    .map(withoutUmlautE),
)

/** Articles and prepositions, which are often left out. */
export const FUNCTION_WORDS = wordSet(
  'a o de du des d da do dos das di del della dei la le les l el los las lo the of and e y i und et am im an der den dem ' +
    'die das zur zum von vom van het t op aan na in au aux en bei ob',
)
/** Words before a house number. */
export const NUMBER_LABELS = wordSet('no nr num numero numer number n hausnummer haus house d dom c cp')
/** Words before or after the number of a unit, floor or door. */
export const UNIT_LABELS = wordSet(
  'apt apartment appt app appartement apartamento apto ap unit ste suite fl floor flat room rm bldg building etage etag ' +
    'stock stiege top tuer tur og eg ug dg piso andar esq dto drt dta frente fte bloco bl sala sl bat batiment esc ' +
    'escalier scala sc int interno piano hoog hs bus kv kvartira podezd etazh pod office ofis of lok m lgh krs as loja ' +
    'lj conj cj level lot attn # rc links rechts mitte left right dept department space spc trailer trlr slip hangar ' +
    'penthouse ph rear lobby front upper lower basement bsmt door',
)
