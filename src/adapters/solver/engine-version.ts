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
  'app/planning/part-problem.ts',
  'app/planning/routes-on-roads.ts',
]

export function engineVersion(): string {
  const hash = createHash('sha256')
  for (const file of globSync(FILES, { cwd: SOURCES }).sort()) hash.update(readFileSync(path.join(SOURCES, file)))
  return hash.digest('hex').slice(0, 12)
}
