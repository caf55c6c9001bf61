// Judges the run of hostile requests by the waiting time of a quiet business and the memory of the server.
import { CALLERS, ATTACKS } from './hostile-calls.ts'
import { runHostileProof } from './hostile-run.ts'
import type { ProofResult } from './proofs.ts'

const MAX_READ_MS = 250
const MAX_MEMORY_MIB = 600

interface Options {
  seconds: number
  'at-once': number
  seed: number
  /** Callers and kinds of attacks to run, separated by commas. Empty: all. */
  callers: string
  manners: string
}

export async function hostileProof(
  databaseUrl: string,
  { 'at-once': atOnce, callers, manners, ...options }: Options,
): Promise<ProofResult> {
  const found = await runHostileProof({
    databaseUrl,
    ...options,
    aloneSeconds: 20,
    atOnce,
    mostBytes: 20_000_000,
    withPictures: true,
    callers: CALLERS.filter((each) => !callers || callers.split(',').includes(each)),
    manners: ATTACKS.filter((each) => !manners || manners.split(',').includes(each)),
  })
  if (found.readP99Ms > MAX_READ_MS)
    found.faults.push(`one quiet read in a hundred took ${found.readP99Ms} ms or longer`)
  if (found.memoryMiB[1] > MAX_MEMORY_MIB) found.faults.push(`the server took ${found.memoryMiB[1]} MiB`)
  return { ...found }
}
