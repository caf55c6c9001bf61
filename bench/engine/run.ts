// npm run bench engine -- --instances DIR --seconds 1,5,10 --threads 1 [--seeds 3] [--only REGEXP] [--csv FILE]
// Solves every instance of a folder and prints the gap to the .sol file next to it. Budgets are CPU seconds of each
// thread.
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createSolverPool } from '../../src/adapters/solver/solver-pool.ts'
import { check } from '../../src/engine/check.ts'
import { solve } from '../../src/engine/solve.ts'
import { requirePathOption } from '../path-given.ts'
import { type Instance, readInstance } from './instances.ts'
import { parseOptions } from '../given-options.ts'

const options = parseOptions({ instances: '', seconds: '1,5,10', threads: 1, seeds: 1, only: '', csv: '' })

const folder = requirePathOption('instances', options.instances, 'a folder of Solomon or VRPLIB instances')

function readSolutionFile(dir: string, file: string): string | null {
  const name = basename(file).replace(/\.\w+$/, '.sol')
  const places = [
    join(dir, name),
    join(`${dir}_sol`, name),
    join(`${dir}_sol`, name.toUpperCase().replace('SOL', 'sol')),
  ]
  const found = places.find((place) => existsSync(place))
  return found === undefined ? null : readFileSync(found, 'utf8')
}

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const threads = options.threads
const pool = threads > 1 ? createSolverPool({ threads, cpuTime: true }) : null

async function run(instance: Instance, seconds: number, seed: number) {
  const started = cpuSeconds()
  const solution =
    pool === null
      ? solve(instance.problem, { seconds, seed, now: cpuSeconds })
      : await pool.solve('bench', instance.problem, { seconds, seed })
  const spent = pool === null ? cpuSeconds() - started : seconds
  const faults = check(instance.problem, solution)
  const cost = solution.cost * instance.costUnit
  const gap = instance.bestKnown === null ? null : (100 * (cost - instance.bestKnown)) / instance.bestKnown
  return { solution, faults, cost, gap, spent }
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

const dir = folder.replace(/\/$/, '')
const files = readdirSync(dir).filter((file) => /\.(txt|vrp)$/.test(file) && new RegExp(options.only).test(file))
if (options.csv)
  appendFileSync(
    options.csv,
    'set,instance,seconds,seed,cost,best_known,gap_percent,routes,unassigned,steps_per_second,feasible\n',
  )

for (const seconds of options.seconds.split(',').map(Number)) {
  const means: number[] = []
  for (let seed = 1; seed <= options.seeds; seed++) {
    const gaps: number[] = []
    for (const file of files.sort()) {
      const instance = readInstance(join(dir, file), readSolutionFile(dir, file))
      const { solution, faults, cost, gap, spent } = await run(instance, seconds, seed)
      const speed = Math.round(solution.iterations / Math.max(spent, 1e-3))
      const bad = faults.length > 0 || solution.unassigned.length > 0
      if (gap !== null) gaps.push(gap)
      const line = [
        instance.name,
        `${seconds} s`,
        `seed ${seed}`,
        cost.toFixed(1),
        `${gap?.toFixed(3) ?? '-'} %`,
        `${solution.routes.length} routes`,
        `${speed} steps/s`,
      ]
      console.log(
        line.join('  ') +
          (bad ? `  NOT WHOLE: ${solution.unassigned.length} left off; ${faults.slice(0, 3).join('; ')}` : ''),
      )
      if (!options.csv) continue
      const row = [
        basename(dir),
        instance.name,
        seconds,
        seed,
        cost,
        instance.bestKnown ?? '',
        gap ?? '',
        solution.routes.length,
        solution.unassigned.length,
        speed,
        bad ? 0 : 1,
      ]
      appendFileSync(options.csv, `${row.join(',')}\n`)
    }
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / Math.max(1, gaps.length)
    means.push(mean)
    console.log(`MEAN ${basename(dir)} at ${seconds} s, seed ${seed}: ${mean.toFixed(3)} % over ${gaps.length}`)
  }
  console.log(`MEDIAN of ${means.length} seeds, ${basename(dir)} at ${seconds} s: ${median(means).toFixed(3)} %`)
}
await pool?.close()
