// Judges the answers of a geocoder to queries with known locations.
import { createReadStream } from 'node:fs'
import { csvRows } from '../../src/app/addresses/geocoding/csv-rows.ts'
import type { GeocodeAnswer } from '../../src/app/ports/geocoder.ts'
import { straightLineMeters } from '../../src/domain/geo/geo.ts'
import type { Address, Point } from '../../src/domain/orders/order.ts'

export interface AskedQuery {
  id: string
  extract: string
  /** Name of the spelling of the address, for grouping results. */
  form: string
  /**
   * Correct results. 'place': one of the locations in `places`. 'ask': candidates to choose from. 'none': candidates, or no
   * result. 'either': a location in `places`, or candidates.
   */
  expect: 'place' | 'ask' | 'none' | 'either'
  /** True if the extract has the house of the address. */
  known: boolean
  address: Address
  places: readonly Point[]
}

/**
 * Verdicts on a result. A `right` location is within 100 m of a correct one, and a `near` location within 400 m. A `wrong`
 * location is farther away, or was not expected. `asked` means candidates to choose from, and `unplaced` means no result.
 */
export const VERDICTS = ['right', 'near', 'wrong', 'asked', 'unplaced'] as const
export type Verdict = (typeof VERDICTS)[number]

const RIGHT_METERS = 100
const NEAR_METERS = 400

export function judge({ expect, places }: AskedQuery, answer: GeocodeAnswer): Verdict {
  if (!answer.found) return answer.candidates?.length ? 'asked' : 'unplaced'
  if (expect === 'none' || expect === 'ask') return 'wrong'
  const off = Math.min(...places.map((place) => straightLineMeters(place, answer.point)))
  return off <= RIGHT_METERS ? 'right' : off <= NEAR_METERS ? 'near' : 'wrong'
}

/** Reads queries: id, extract, form, expect, house_known, line1, city, region, postal_code, places. */
export async function readQueries(file: string): Promise<AskedQuery[]> {
  const queries: AskedQuery[] = []
  for await (const row of csvRows(createReadStream(file, { encoding: 'utf8' }))) {
    const text = (name: string): string => row.get(name) ?? ''
    queries.push({
      id: text('id'),
      extract: text('extract'),
      form: text('form'),
      expect: text('expect') as AskedQuery['expect'],
      known: text('house_known') === '1',
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

export interface Judged {
  query: AskedQuery
  verdict: Verdict
  answer: GeocodeAnswer
  ms: number
}

/** Prints a table with one row for each group. */
export function printTable(title: string, judged: readonly Judged[], groupOf: (one: Judged) => string): void {
  console.log(`\n| ${title} | queries | ${VERDICTS.join(' | ')} |\n|---|---|---|---|---|---|---|`)
  const row = (name: string, of: readonly Judged[]): void => {
    const cells = VERDICTS.map((verdict) => {
      const count = of.filter((one) => one.verdict === verdict).length
      return name === 'all' ? `${count} (${((100 * count) / Math.max(1, of.length)).toFixed(2)} %)` : count
    })
    console.log(`| ${[name, of.length, ...cells].join(' | ')} |`)
  }
  const groups = [...Map.groupBy(judged, groupOf)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [name, of] of groups) row(name, of)
  if (groups.length > 1) row('all', judged)
}

export function printReport(judged: readonly Judged[]): void {
  const houses = judged.filter(({ query }) => query.expect === 'place')
  const known = houses.filter(({ query }) => query.known)
  printTable('extract (known houses)', known, ({ query }) => query.extract)
  printTable('form (known houses)', known, ({ query }) => query.form)
  printTable(
    'extract (houses held out)',
    houses.filter(({ query }) => !query.known),
    ({ query }) => query.extract,
  )
  printTable(
    'form (a question or nothing is right)',
    judged.filter(({ query }) => query.expect !== 'place'),
    ({ query }) => query.form,
  )
  printTable('everything', judged, () => 'all')
  const times = judged.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number): string => (times[Math.floor(share * times.length)] ?? 0).toFixed(1)
  console.log(`\nms each: median ${at(0.5)}, 95 % ${at(0.95)}, 99 % ${at(0.99)}, most ${at(0.999)}`)
}
