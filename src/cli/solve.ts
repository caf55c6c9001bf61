// roundsman solve FILE: computes the response of POST /optimize without a server or a database.
import { inEnglish } from '../texts/as-string.ts'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { createSolverPool } from '../adapters/solver/solver-pool.ts'
import { calendarOf } from '../app/calendar.ts'
import { solveBody } from '../app/planning/optimize/optimize.ts'
import type { Log } from '../app/ports/log.ts'
import { openDistances } from '../compose-distances.ts'
import { readConfig } from '../config.ts'
import { OptimizeBody } from '../contract/optimize.ts'
import { FREE_FLOW } from '../domain/planning/traffic.ts'
import { parseStrictJson } from '../http/strict-json.ts'

export const SOLVE_USAGE = 'solve FILE [--json]   (an /optimize body; - reads standard input)'

/** Prints the response as JSON. Throws an error with one line per fault of the body. */
export async function solve(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  const [file, ...more] = positionals
  if (values.help) return console.log(SOLVE_USAGE)
  if (file === undefined || more.length > 0) throw new Error(`Usage: ${SOLVE_USAGE}`)
  const body = OptimizeBody.safeParse(parseStrictJson(await bytesOf(file)))
  if (!body.success) throw new Error(body.error.issues.map(faultOf).join('\n'))
  const config = readConfig()
  const solver = createSolverPool({ threads: 1 })
  try {
    const data = await solveBody(
      {
        businessId: '',
        calendar: calendarOf(ownTimeZone()),
        distances: openDistances(config),
        log: toStderr,
        solver,
      },
      body.data,
      FREE_FLOW,
    )
    console.log(JSON.stringify(data, null, values.json ? 0 : 2))
  } finally {
    await solver.close()
  }
}

const bytesOf = async (file: string): Promise<Buffer> =>
  file === '-' ? Buffer.from(await text(process.stdin)) : readFile(file)

/** Returns one line per fault. `keys` are unknown fields, which are not part of the path. */
const faultOf = (issue: { path: PropertyKey[]; message: string; keys?: string[] }): string =>
  `${[...issue.path, ...(issue.keys ?? [])].join('.')} ${issue.keys ? 'is not a known field' : inEnglish(issue.message)}`.trim()

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const toStderr: Log = {
  info: () => {},
  warn: (_fields, message) => console.error(message),
  error: (_fields, message) => console.error(message),
}
