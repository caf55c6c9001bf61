// Identifies the engine by a hash of its sources, so that a plan from another engine version can be recognized.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('../../', import.meta.url))
/** All sources that determine a plan's routes, in addition to the problem and the course of its search. */
const FILES = [
  'engine/**/*.ts',
  'adapters/solver/*.ts',
  'app/planning/refine/part-problem.ts',
  'app/planning/refine/routes-on-roads.ts',
]

/** Returns the first 12 hex digits of the SHA-256 of all sources. Throws if a pattern matches no file. */
export function engineVersion(): string {
  const hash = createHash('sha256')
  const files = FILES.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: SOURCES })
    if (found.length === 0) throw new Error(`no source of the engine is ${pattern}`)
    return found
  })
  for (const file of files.sort()) hash.update(readFileSync(path.join(SOURCES, file)))
  return hash.digest('hex').slice(0, 12)
}
