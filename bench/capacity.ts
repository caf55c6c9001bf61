// npm run bench capacity -- [--businesses 10000] [--deliveries 300]: cores, memory, connections and disk for this
// number of businesses, computed from bench/capacity/costs.json. Each line names its source.
//   --measure   measures the costs on this machine and writes the file (Linux; 2 minutes, on an idle machine)
//   --check     measures the costs, and compares their prediction with a run of a mix that fills the machine
import { writeFileSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { parseArgs } from 'node:util'
import { capacityFor, type Costs, costsSource, predictMix } from './capacity/model.ts'
import { measureCosts, withBench } from './capacity/measure.ts'

const { values } = parseArgs({
  options: {
    businesses: { type: 'string', multiple: true, default: ['10', '100', '1000', '10000'] },
    deliveries: { type: 'string', default: '300' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '10' },
    measure: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})
const FILE = new URL('capacity/costs.json', import.meta.url)
/** Maximum relative difference between measurement and prediction. */
const MAX_DEVIATION = 0.25
const [connections, seconds] = [Number(values.connections), Number(values.seconds)]

if (values.measure || values.check) {
  const costs = await measureCosts({ connections, seconds })
  console.log(JSON.stringify(costs, null, 2))
  if (values.measure) writeFileSync(FILE, `${JSON.stringify(costs, null, 2)}\n`)
  if (values.check) await comparePrediction(costs)
} else {
  const costs = JSON.parse(readFileSync(FILE, 'utf8')) as Costs
  const counts = values.businesses.map(Number)
  const columns = counts.map((count) => capacityFor(count, { deliveries: Number(values.deliveries) }, costs).lines)
  console.log(`Businesses of ${values.deliveries} deliveries a day. Costs: ${costsSource(costs)}.\n`)
  console.log(`| | ${counts.map((count) => count.toLocaleString('en-US')).join(' | ')} | source |`)
  console.log(`|---|${'---|'.repeat(counts.length)}---|`)
  for (const [row, { what, source }] of (columns[0] ?? []).entries()) {
    const amounts = columns.map((lines) => formatAmount(lines[row]?.amount ?? 0))
    console.log(`| ${what} | ${amounts.join(' | ')} | ${source} |`)
  }
}

function formatAmount(amount: number): string {
  const digits = amount >= 100 ? 0 : amount >= 10 ? 1 : 2
  return amount.toLocaleString('en-US', { maximumFractionDigits: Number.isInteger(amount) ? 0 : digits })
}

/** Compares the mix with its prediction, at the processor use that writes reach. */
async function comparePrediction(costs: Costs): Promise<void> {
  const { result } = await withBench({ connections, seconds }, async (bench) => {
    const { result: writes } = await bench.load('writes')
    return bench.load('mixed', writes.refs)
  })
  const foretold = predictMix(costs, os.availableParallelism(), connections)
  console.log('| what | predicted | measured | off by |\n|---|---|---|---|')
  for (const name of ['perSecond', 'p50Ms'] as const) {
    const off = result[name] / foretold[name] - 1
    console.log(
      `| ${name} | ${formatAmount(foretold[name])} | ${formatAmount(result[name])} | ${formatAmount(100 * off)} % |`,
    )
    if (Math.abs(off) > MAX_DEVIATION) process.exitCode = 1
  }
}
