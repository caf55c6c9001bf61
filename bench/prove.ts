// npm run prove NAME -- [--option VALUE]: proves a promise of the service by attacking it. Without a name, lists the
// proofs.
import os from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { parseOptions, namedEntry } from './given-options.ts'
import { PROOFS } from './proof/proofs.ts'

const MAX_SHOWN = 40

const found = namedEntry('prove', PROOFS)
if (found) {
  // If V8 shrinks the heap of the proof, the proof pauses for 0.5 s, which would count as time of the server.
  setFlagsFromString('--no-memory-reducer')
  const { entry, rest } = found
  const options = parseOptions(entry.options, rest)
  const began = performance.now()
  const { faults, ...figures } = await entry.run(options, (line) => console.log(line))
  const load = os.loadavg().map((each) => each.toFixed(1))
  const took = `${Math.round((performance.now() - began) / 1000)} s`
  console.log(JSON.stringify({ ...options, took, cpus: os.cpus().length, load, ...figures, faults: faults.length }))
  for (const fault of faults.slice(0, MAX_SHOWN)) console.log(`  ${fault.slice(0, 500)}`)
  // With a deliberate fault, the proof must find at least one fault.
  const isCaught = faults.length > 0
  if (isCaught !== Boolean(options.fault)) process.exitCode = 1
}
