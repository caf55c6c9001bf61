// Judges the run beside a replica: what reports that are read from it add to the time of writes.
import type { Found } from './proofs.ts'
import { replicaRun } from './replica-run.ts'

const MOST_ADDED = 0.1

interface Options {
  rounds: number
  seconds: number
  rate: number
  orders: number
}

export async function replicaProof(options: Options): Promise<Found> {
  const found = await replicaRun(options)
  const added = found.p99Ms.beside / found.p99Ms.alone - 1
  if (added > MOST_ADDED)
    found.faults.push(`reports from the replica add ${Math.round(100 * added)} % to the writes’ p99`)
  return { ...found }
}
