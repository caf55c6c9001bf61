// npm run prove:gloves -- [--runs 200] [--from 1] [--phones 2] [--stops 12] [--minutes 90]
// Routes worked in a browser with gloves on, from seeds. A run that finds a fault is made again with `--from SEED --runs 1`.
import { parseArgs } from 'node:util'
import { buildWebIfStale } from '../../src/cli/web-build.ts'
import { glovesRun } from './gloves-run.ts'
import { ownDatabase } from './own-database.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    phones: { type: 'string', default: '2' },
    stops: { type: 'string', default: '12' },
    minutes: { type: 'string', default: '90' },
  },
})
await buildWebIfStale(console.log)
const [from, runs, phones] = [Number(values.from), Number(values.runs), Number(values.phones)]
const until = Date.now() + Number(values.minutes) * 60_000
/** Each phone has a service and a database of its own: they live at times of their own. */
const results = await Promise.all(
  Array.from({ length: Math.min(phones, runs) }, async (_, phone) => {
    const seeds = Array.from({ length: runs }, (_, i) => from + i).filter((seed) => (seed - from) % phones === phone)
    const database = await ownDatabase({ hasty: true })
    try {
      return await glovesRun(database.url, { seeds, stops: Number(values.stops), until, onSeed: said })
    } finally {
      await database.end()
    }
  }),
)
const figures: Record<string, number> = {}
for (const { figures: some } of results)
  for (const [name, count] of Object.entries(some)) figures[name] = (figures[name] ?? 0) + count
const faults = results.flatMap((result) => result.faults)
console.log(JSON.stringify({ from, ...figures, faults: faults.length }))
for (const fault of faults.slice(0, 40)) console.log(`  ${fault}`)
if (faults.length > 0) process.exitCode = 1

function said(seed: number, faults: readonly string[]): void {
  process.stderr.write(`seed ${seed}: ${faults.length === 0 ? 'no fault' : faults.join('; ')}\n`)
}
