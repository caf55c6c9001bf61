// Judges the run with a replica by the time that reports on it add to writes.
import type { ProofResult } from './proofs.ts'
import { runReplicaProof } from './replica-run.ts'

const MAX_ADDED = 0.1

interface Options {
  rounds: number
  seconds: number
  rate: number
  orders: number
}

export async function replicaProof(options: Options): Promise<ProofResult> {
  const found = await runReplicaProof(options)
  const added = found.p99Ms.beside / found.p99Ms.alone - 1
  if (added > MAX_ADDED)
    found.faults.push(`reports from the replica add ${Math.round(100 * added)} % to the writes’ p99`)
  return { ...found }
}
