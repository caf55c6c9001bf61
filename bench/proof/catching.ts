// For commands that prove a wall: `--fault NAME` puts a fault of faults.ts in, and then they fail when it is not caught.
import { parseArgs } from 'node:util'
import { ownDatabase } from './own-database.ts'

/** `load` gives the proof, only once the fault is there: it has to be in what it loads. */
export async function proveCatching<F extends { faults: string[] }>(
  load: () => Promise<(databaseUrl: string) => Promise<F>>,
): Promise<void> {
  const { fault } = parseArgs({ options: { fault: { type: 'string' } } }).values
  if (fault) {
    process.env.PROOF_FAULT = fault
    const { FAULTS } = await import('./faults.ts')
    if (!FAULTS[fault]) throw new Error(`There are: ${Object.keys(FAULTS).join(', ')}`)
  }
  const run = await load()
  const database = await ownDatabase({ hasty: true })
  try {
    const { faults, ...figures } = await run(database.url)
    console.log(JSON.stringify({ ...figures, faults: faults.length }))
    for (const each of faults) console.log(`  ${each.slice(0, 500)}`)
    const caught = faults.length > 0
    process.exitCode = caught === (fault !== undefined) ? 0 : 1
  } finally {
    await database.end()
  }
}
