// Judges the answers of a geocoder to queries with known locations.
import { createReadStream } from 'node:fs'
import { readCsvRows } from '../../src/app/addresses/geocoding/csv-rows.ts'
import type { GeocodeAnswer } from '../../src/app/ports/geocoder.ts'
import { straightLineMeters } from '../../src/domain/geo/geo.ts'
import type { Address, Point } from '../../src/domain/orders/order.ts'

export interface TestQuery {
  id: string
  extract: string
  /** Name of the spelling of the address, for grouping results. */
  spelling: string
  /**
   * Correct results. 'place': one of the locations in `places`. 'ask': candidates to choose from. 'none': candidates, or no
   * result. 'either': a location in `places`, or candidates.
   */
  expected: 'place' | 'ask' | 'none' | 'either'
  /** True if the extract has the house of the address. */
  hasHouse: boolean
  address: Address
  places: readonly Point[]
}

/**
 * Verdicts on a result. A `right` location is within 100 m of a correct one, and a `near` location within 400 m. A `wrong`
 * location is farther away, or was not expected. `asked` means candidates to choose from, and `unplaced` means no result.
 */
export const VERDICTS = ['right', 'near', 'wrong', 'asked', 'unplaced'] as const
export type Verdict = (typeof VERDICTS)[number]

const MAX_RIGHT_METERS = 100
const MAX_NEAR_METERS = 400

export function judgeAnswer({ expected, places }: TestQuery, answer: GeocodeAnswer): Verdict {
  if (!answer.found) return answer.candidates?.length ? 'asked' : 'unplaced'
  if (expected === 'none' || expected === 'ask') return 'wrong'
  const errorMeters = Math.min(...places.map((place) => straightLineMeters(place, answer.point)))
  return errorMeters <= MAX_RIGHT_METERS ? 'right' : errorMeters <= MAX_NEAR_METERS ? 'near' : 'wrong'
}

/** Reads queries: id, extract, form, expect, house_known, line1, city, region, postal_code, places. */
export async function readQueries(file: string): Promise<TestQuery[]> {
  const queries: TestQuery[] = []
  for await (const row of readCsvRows(createReadStream(file, { encoding: 'utf8' }))) {
    const text = (name: string): string => row.get(name) ?? ''
    queries.push({
      id: text('id'),
      extract: text('extract'),
      spelling: text('form'),
      expected: text('expect') as TestQuery['expected'],
      hasHouse: text('house_known') === '1',
      address: {
        line1: text('line1'),
        city: text('city') || null,
        region: text('region') || null,
        postalCode: text('postal_code') || null,
      },
      places: text('places')
        .split(' | ')
        .filter((place) => place !== '')
        .map((place) => {
          const [lat, lng] = place.split(' ').map(Number) as [number, number]
          return { lat, lng }
        }),
    })
  }
  return queries
}

export interface JudgedAnswer {
  query: TestQuery
  verdict: Verdict
  answer: GeocodeAnswer
  ms: number
}

/** Prints a table with one row for each group. */
export function printTable(
  title: string,
  judged: readonly JudgedAnswer[],
  groupOf: (one: JudgedAnswer) => string,
): void {
  console.log(`\n| ${title} | queries | ${VERDICTS.join(' | ')} |\n|---|---|---|---|---|---|---|`)
  const printRow = (name: string, group: readonly JudgedAnswer[]): void => {
    const cells = VERDICTS.map((verdict) => {
      const count = group.filter((one) => one.verdict === verdict).length
      return name === 'all' ? `${count} (${((100 * count) / Math.max(1, group.length)).toFixed(2)} %)` : count
    })
    console.log(`| ${[name, group.length, ...cells].join(' | ')} |`)
  }
  const groups = [...Map.groupBy(judged, groupOf)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [name, group] of groups) printRow(name, group)
  if (groups.length > 1) printRow('all', judged)
}

export function printReport(judged: readonly JudgedAnswer[]): void {
  const houses = judged.filter(({ query }) => query.expected === 'place')
  const known = houses.filter(({ query }) => query.hasHouse)
  printTable('extract (known houses)', known, ({ query }) => query.extract)
  printTable('form (known houses)', known, ({ query }) => query.spelling)
  printTable(
    'extract (houses held out)',
    houses.filter(({ query }) => !query.hasHouse),
    ({ query }) => query.extract,
  )
  printTable(
    'form (a question or nothing is right)',
    judged.filter(({ query }) => query.expected !== 'place'),
    ({ query }) => query.spelling,
  )
  printTable('everything', judged, () => 'all')
  const times = judged.map(({ ms }) => ms).sort((a, b) => a - b)
  const quantile = (share: number): string => (times[Math.floor(share * times.length)] ?? 0).toFixed(1)
  console.log(
    `\nms each: median ${quantile(0.5)}, 95 % ${quantile(0.95)}, 99 % ${quantile(0.99)}, most ${quantile(0.999)}`,
  )
}
