// Judges the run under load by the latency of writes and the growth of memory, after a warm-up of 10 seconds.
import { runLoadProof } from './load-run.ts'
import type { ProofResult } from './proofs.ts'

const WARM_UP_SECONDS = 10
const MAX_MS = 150
const MAX_DRIFT = 0.1

interface Options {
  seconds: number
  writes: number
  webhooks: number
  readers: number
  web: number
  workers: number
}

export async function loadProof(databaseUrl: string, options: Options): Promise<ProofResult> {
  const found = await runLoadProof({ databaseUrl, warmUpSeconds: WARM_UP_SECONDS, ...options })
  const [first, last] = found.memoryMiB
  if (found.writeP99Ms > MAX_MS) found.faults.push(`one write in a hundred took longer than ${found.writeP99Ms} ms`)
  if (Math.abs(last - first) > MAX_DRIFT * first) found.faults.push(`memory went from ${first} to ${last} MiB`)
  return { ...found }
}
