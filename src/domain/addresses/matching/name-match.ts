// Reads a street's name in a query: which words it takes, and what the difference costs.
import { hasMarks } from '../words/fold.ts'
import { equivalents, SMALL_WORDS, spelledOut } from '../words/short-forms.ts'
import { isNumber, type Query, type QueryWord } from './query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A name of one or several streets. */
export interface Name {
  nameId: number
  /** The spelling of the map. */
  text: string
  /** In lower case with marks, see `identityOf`. */
  identity: string
  words: readonly string[]
}

export interface NameMatch {
  /** Positions of the query words that the name takes. */
  taken: ReadonlySet<number>
  first: number
  last: number
  /** 0 for the name as written. */
  cost: number
  /** Part of the cost for words that are misspelled, because they are in no name as written. */
  slips: number
  /** Every word as on the map. */
  literal: boolean
  /** Words of the name that the query lacks. */
  missing: readonly string[]
}

/** A name that differs more is not considered. */
export const HIGHEST_COST = 0.6
/** Cost of a missing word of the name, as a share of the cost of a wrong word. */
const LEFT_OUT = 0.55
/** Maximum distance of a word from its place in the name. */
const FARTHEST_WORD = 4
/** A fit of lower quality is a misspelling. */
const MISSPELLED = 0.95
const MOST_MATCHES = 3
const LONGEST_JOINED = 6

/** Returns the best ways to read the name in the query. */
export function matchesOf(name: Name, query: Query, vocabulary: Vocabulary): NameMatch[] {
  return [...matchesByWords(name, query.words, vocabulary), ...matchesJoined(name, query.words)]
    .map((match) => withMarks(match, name, query))
    .filter(({ cost }) => cost <= HIGHEST_COST)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, MOST_MATCHES)
}

interface Fit {
  at: number
  quality: number
}

function matchesByWords(name: Name, words: readonly QueryWord[], vocabulary: Vocabulary): NameMatch[] {
  const rarities = vocabulary.rarities(name.words)
  const total = rarities.reduce((sum, one) => sum + one, 0)
  const fits = name.words.map((word) =>
    words.flatMap(({ at }): Fit[] => {
      const quality = vocabulary.like[at]?.get(word)
      return quality === undefined ? [] : [{ at, quality }]
    }),
  )
  const anchor = rarities
    .map((one, j) => ({ j, rarity: fits[j]?.length ? one : -1 }))
    .sort((a, b) => b.rarity - a.rarity)[0]
  if (!anchor || anchor.rarity < 0) return []
  return (fits[anchor.j] as Fit[]).flatMap((start) => {
    const taken = new Map([[start.at, anchor.j]])
    const missing: string[] = []
    let [lost, slipped] = [0, 0]
    const lose = (rarity: number, fit: Fit): void => {
      lost += rarity * (1 - fit.quality)
      if (fit.quality < MISSPELLED && !vocabulary.isWritten(fit.at)) slipped += rarity * (1 - fit.quality)
    }
    lose(anchor.rarity, start)
    name.words.forEach((word, j) => {
      if (j === anchor.j) return
      const fit = nearestFit(fits[j] as Fit[], taken, start.at + j - anchor.j, words, start.at)
      if (fit) {
        taken.set(fit.at, j)
        lose(rarities[j] as number, fit)
      } else {
        missing.push(word)
        lost += LEFT_OUT * (rarities[j] as number)
      }
    })
    const cost = lost / total
    return missing.length === name.words.length || cost > HIGHEST_COST
      ? []
      : [matched(name, words, taken, missing, cost, slipped / total)]
  })
}

/** Returns the fit of a word that is nearest to its place beside the anchor. */
function nearestFit(
  fits: readonly Fit[],
  taken: ReadonlyMap<number, number>,
  place: number,
  words: readonly QueryWord[],
  anchor: number,
): Fit | undefined {
  const field = words[anchor]?.field
  return fits
    .filter(({ at }) => !taken.has(at))
    .map((fit) => ({ ...fit, far: Math.abs(fit.at - place) + (words[fit.at]?.field === field ? 0 : FARTHEST_WORD) }))
    .filter(({ far }) => far <= FARTHEST_WORD)
    .sort((a, b) => a.far * 0.1 - a.quality - (b.far * 0.1 - b.quality))[0]
}

function matched(
  name: Name,
  words: readonly QueryWord[],
  taken: ReadonlyMap<number, number>,
  missing: readonly string[],
  lost: number,
  slips: number,
): NameMatch {
  const at = [...taken.keys()].sort((a, b) => a - b)
  const [first, last] = [at[0] as number, at.at(-1) as number]
  let cost = lost
  for (const word of words.slice(first, last + 1))
    if (!taken.has(word.at)) cost += SMALL_WORDS.has(word.text) ? 0.02 : isNumber(word.text) ? 0.3 : 0.15
  for (const [k, position] of at.entries()) {
    const before = at[k - 1]
    if (before === undefined) continue
    if ((taken.get(position) as number) < (taken.get(before) as number)) cost += 0.04
    if (words[position]?.part !== words[before]?.part) cost += 0.15
  }
  const literal = missing.length === 0 && [...taken].every(([i, j]) => words[i]?.text === name.words[j])
  return { taken: new Set(at), first, last, cost, slips, literal, missing }
}

/** The name written together or apart: "Land Strasse", "Berlinerstr.". */
function matchesJoined(name: Name, words: readonly QueryWord[]): NameMatch[] {
  const whole = name.words.join('')
  const found: NameMatch[] = []
  for (const { at: first } of words)
    for (const { last, text } of joinedFrom(words, first, whole.length))
      if (text === whole) {
        const taken = new Set(words.slice(first, last + 1).map(({ at }) => at))
        found.push({ taken, first, last, cost: 0.02, slips: 0, literal: false, missing: [] })
      }
  return found
}

/** Yields the words from `first` on without spaces, with the full forms of the last word. */
export function* joinedFrom(
  words: readonly QueryWord[],
  first: number,
  longest = Infinity,
): Generator<{ last: number; text: string }> {
  let head = ''
  for (let last = first; last < words.length && last < first + LONGEST_JOINED && head.length < longest; last++) {
    const { text, dotted } = words[last] as QueryWord
    for (const end of new Set([text, ...spelledOut(text, dotted), ...equivalents(text)]))
      yield { last, text: head + end }
    head += text
  }
}

/** Leaving out marks is common. Writing other marks means another name. */
function withMarks(match: NameMatch, name: Name, query: Query): NameMatch {
  if (match.cost >= 0.05 || query.written.includes(` ${name.identity} `)) return match
  const marks = hasMarks(name.identity)
  const others = query.marked && [...match.taken].some((at) => query.words[at]?.marked)
  const more = marks ? (query.marked ? 0.02 : 0.005) : others ? 0.14 : 0
  const cost = match.cost + more
  return { ...match, cost, literal: match.literal && !marks && cost < 0.1 }
}
