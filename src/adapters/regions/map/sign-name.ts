// Shortens street names as street signs do, so that twice as many fit on a map.

/** Words at the end of English names. */
const ENGLISH: Record<string, string> = {
  Alley: 'Aly',
  Avenue: 'Ave',
  Boulevard: 'Blvd',
  Circle: 'Cir',
  Court: 'Ct',
  Crescent: 'Cres',
  Drive: 'Dr',
  Expressway: 'Expy',
  Freeway: 'Fwy',
  Highway: 'Hwy',
  Lane: 'Ln',
  Parkway: 'Pkwy',
  Place: 'Pl',
  Road: 'Rd',
  Square: 'Sq',
  Street: 'St',
  Terrace: 'Ter',
}
const DIRECTIONS: Record<string, string> = {
  North: 'N',
  South: 'S',
  East: 'E',
  West: 'W',
  Northeast: 'NE',
  Northwest: 'NW',
  Southeast: 'SE',
  Southwest: 'SW',
}
/** Words at the beginning of French, Spanish, Portuguese and Italian names. */
const FIRST_WORDS: Record<string, string> = {
  Allée: 'All.',
  Avenida: 'Av.',
  Avenue: 'Av.',
  Boulevard: 'Bd',
  Calle: 'C/',
  Carretera: 'Ctra.',
  Chaussée: 'Ch.',
  Chemin: 'Ch.',
  Corso: 'C.so',
  Faubourg: 'Fg',
  Impasse: 'Imp.',
  Largo: 'Lg.',
  Paseo: 'P.º',
  Piazza: 'P.za',
  Piazzale: 'P.le',
  Place: 'Pl.',
  Plaza: 'Pl.',
  Praça: 'Pç.',
  Quai: 'Q.',
  Route: 'Rte',
  Rua: 'R.',
  Travessa: 'Tv.',
  Viale: 'V.le',
}
/** Ends of German, Dutch and Scandinavian names. */
const LAST_PARTS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\S)stra(?:ß|ss)e$/, 'str.'],
  [/ Stra(?:ß|ss)e$/, ' Str.'],
  [/(?<=\S)platz$/, 'pl.'],
  [/ Platz$/, ' Pl.'],
  [/(?<=\S)straat$/, 'str.'],
  [/(?<=\S)plein$/, 'pln.'],
]

/**
 * Returns the name as on a street sign. The words of the name decide its language: English names end with the kind of
 * street, Romance names begin with it. Any other name is returned unchanged.
 */
export function signName(name: string): string {
  const words = name.split(' ')
  return english(words) ?? romance(words) ?? germanic(name) ?? name
}

function english(words: readonly string[]): string | null {
  const after = DIRECTIONS[words.at(-1) ?? '']
  const street = after ? words.slice(0, -1) : words
  const kind = ENGLISH[street.at(-1) ?? '']
  if (kind === undefined || street.length < 2) return null
  // "Rue de la Place" also ends with an English kind of street. The word "de" shows that the name is French, so it
  // isn't shortened as English.
  if (street.length > 2 && / d(?:e|es|u) | d['’]/.test(street.join(' '))) return null
  const before = street.length > 2 ? DIRECTIONS[street[0] ?? ''] : undefined
  const own = street.slice(before ? 1 : 0, -1)
  return [...(before ? [before] : []), ...own, kind, ...(after ? [after] : [])].join(' ')
}

function romance([first = '', ...others]: readonly string[]): string | null {
  const short = FIRST_WORDS[first]
  // "Avenue A" and "Boulevard of the Allies" are English, although they begin with a kind of street. Their first word
  // is therefore not shortened.
  if (short === undefined || others.join(' ').length < 3 || others[0] === 'of') return null
  return [short, ...others].join(' ')
}

function germanic(name: string): string | null {
  const found = LAST_PARTS.find(([part]) => part.test(name))
  return found ? name.replace(found[0], found[1]) : null
}
