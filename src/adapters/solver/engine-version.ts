// Which engine this is: its sources as one short text, so that a plan made by another is known as such.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCES = fileURLToPath(new URL('../../', import.meta.url))
/** Everything that a plan's routes rest on, beside the problem and the course of its search. */
const FILES = [
  'engine/**/*.ts',
  'adapters/solver/*.ts',
  'app/planning/refine/part-problem.ts',
  'app/planning/refine/routes-on-roads.ts',
]

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
