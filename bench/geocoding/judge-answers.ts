// Geocodes queries with known locations, and prints the failures.
import { openLocalGeocoder } from '../../src/app/addresses/geocoding/local-geocoder.ts'
import { openDatabase, type Connection } from '../../src/store/database.ts'
import { type TestQuery, type JudgedAnswer, judgeAnswer } from './judge.ts'

const NEVER_ABORTED = new AbortController().signal

/** Geocodes the queries with the local geocoder. */
export async function judgeAnswers(connection: Connection, queries: readonly TestQuery[]): Promise<JudgedAnswer[]> {
  const db = openDatabase(connection, 2, (error) => console.error(error))
  const geocoder = openLocalGeocoder(db)
  const judged: JudgedAnswer[] = []
  for (const query of queries) {
    const started = performance.now()
    const answer = await geocoder.find(query.address, NEVER_ABORTED)
    judged.push({ query, answer, verdict: judgeAnswer(query, answer), ms: performance.now() - started })
  }
  await db.close()
  return judged
}

/** Prints the queries that were placed wrongly, and those of known houses that were not found. */
export function printFailures(judged: readonly JudgedAnswer[]): void {
  for (const one of judged) if (hasFailed(one)) console.log(formatFailure(one))
}

const hasFailed = ({ query, verdict }: JudgedAnswer): boolean =>
  verdict === 'wrong' || (query.expected === 'place' && query.hasHouse && verdict !== 'right')

function formatFailure({ query, verdict, answer }: JudgedAnswer): string {
  const { line1, city, region, postalCode } = query.address
  const found = answer.found ? answer.label : (answer.candidates ?? []).map(({ label }) => label).join(' / ')
  const requested = [line1, city, region, postalCode].map((one) => one ?? '').join(' | ')
  return `${verdict} ${query.id} ${query.spelling} ${query.expected}${query.hasHouse ? '' : ' (held out)'}: ${requested} → ${found}`
}
