// Runs `prove gloves` with several phones at the same time.
import { buildWebIfStale } from '../../src/cli/web-build.ts'
import { runGlovesProof } from './gloves-run.ts'
import { withDatabase } from './own-database.ts'
import type { ProofResult } from './proofs.ts'

interface Options {
  runs: number
  from: number
  phones: number
  stops: number
  minutes: number
}

/** Each phone has its own service and database, because their clocks differ. */
export async function glovesProof(
  { runs, from, phones, stops, minutes }: Options,
  say: (line: string) => void,
): Promise<ProofResult> {
  await buildWebIfStale(say)
  const until = Date.now() + minutes * 60_000
  const onSeed = (seed: number, faults: readonly string[]) =>
    say(`seed ${seed}: ${faults.length === 0 ? 'no fault' : faults.join('; ')}`)
  const results = await Promise.all(
    Array.from({ length: Math.min(phones, runs) }, (_, phone) => {
      const seeds = Array.from({ length: runs }, (_, i) => from + i).filter((seed) => (seed - from) % phones === phone)
      return withDatabase({ hasty: true }, ({ url }) => runGlovesProof(url, { seeds, stops, until, onSeed }))
    }),
  )
  const sums: Record<string, number> = {}
  for (const { figures } of results)
    for (const [name, count] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + count
  return { ...sums, faults: results.flatMap((result) => result.faults) }
}
