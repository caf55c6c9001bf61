// npm run bench writes -- --beside DIR: compares the order writes of this checkout with those of another checkout (a
// git worktree with its packages installed). Both services run at the same time, each on its own embedded database, and
// are loaded alternately for some seconds, so that other load on the machine affects both equally. Prints the rate of
// each, the processor time of a write by the scheduler's clock (Linux), and the ratios per turn.
//   --connections 16   --seconds 3   --turns 15   --kind writes (or batches, reads, feed)
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runChild } from './api/child.ts'
import type { LoadArguments, LoadResult } from './api/load.ts'
import { startService } from './api/service.ts'
import { processorTimeOf } from './api/spent.ts'
import { parseOptions } from './given-options.ts'

const options = parseOptions({ beside: '', connections: 16, seconds: 3, turns: 15, kind: 'writes' })
if (!options.beside) throw new Error('--beside DIR: the other checkout')
const seconds = options.seconds

interface Turn {
  perSecond: number
  nodeMs: number
  databaseMs: number
}

async function start(checkout: string) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-bench-'))
  const service = await startService({ DATABASE_URL: '', DATA_DIR: dataDir }, checkout)
  const { api, apiKey } = await service.newBusiness()
  const kind = options.kind as LoadArguments['kind']
  const load = { api, apiKey, connections: options.connections, seconds, kind }
  const { refs } = await runChild<LoadResult>('load.ts', { ...load, kind: 'writes', refs: [] } satisfies LoadArguments)
  return {
    turn: async (): Promise<Turn> => {
      const before = processorTimeOf(service.pid, dataDir)
      const { perSecond, failed } = await runChild<LoadResult>('load.ts', { ...load, refs } satisfies LoadArguments)
      const after = processorTimeOf(service.pid, dataDir)
      if (failed > 0) throw new Error(`${failed} calls failed`)
      const each = (total: number) => total / (perSecond * seconds)
      return {
        perSecond,
        nodeMs: each(after.nodeMs - before.nodeMs),
        databaseMs: each(after.databaseMs - before.databaseMs),
      }
    },
    stop: async () => {
      await service.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const other = await start(path.resolve(options.beside))
const own = await start(path.resolve(import.meta.dirname, '..'))
const turns: { other: Turn; own: Turn }[] = []
try {
  // Reverse the order each time, so that neither checkout is always first.
  for (let turn = 0; turn < options.turns; turn++)
    if (turn % 2 === 0) {
      const first = await other.turn()
      turns.push({ other: first, own: await own.turn() })
    } else {
      const first = await own.turn()
      turns.push({ own: first, other: await other.turn() })
    }
} finally {
  await other.stop()
  await own.stop()
}

console.log(
  `${os.cpus().length} × ${os.cpus()[0]?.model}, ${turns.length} turns of ${seconds} s, load ${os.loadavg()[0]}`,
)
console.log(
  '| | other: median, from, to | this: median, from, to | this / other, turn by turn: quarter, median, three quarters |',
)
console.log('|---|---|---|---|')
row('per second', (turn) => turn.perSecond, 0)
row('processor ms each in Node', (turn) => turn.nodeMs, 3)
row('processor ms each in PostgreSQL', (turn) => turn.databaseMs, 3)
row('both', (turn) => turn.nodeMs + turn.databaseMs, 3)

function row(what: string, of: (turn: Turn) => number, digits: number): void {
  const range = (sorted: number[]) => [0.5, 0, 1].map((q) => at(sorted, q).toFixed(digits)).join(', ')
  const [others, owns] = [turns.map((turn) => of(turn.other)), turns.map((turn) => of(turn.own))]
  const quotients = ascending(turns.map((turn) => of(turn.own) / of(turn.other)))
  const quarters = [0.25, 0.5, 0.75].map((q) => at(quotients, q).toFixed(3)).join(', ')
  console.log(`| ${what} | ${range(ascending(others))} | ${range(ascending(owns))} | ${quarters} |`)
}

function ascending(of: readonly number[]): number[] {
  return of.toSorted((a, b) => a - b)
}

function at(sorted: readonly number[], q: number): number {
  return sorted[Math.round((sorted.length - 1) * q)] ?? 0
}
