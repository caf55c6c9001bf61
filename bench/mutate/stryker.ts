// Runs StrykerJS, which applies generated faults to the pure rules, with the tests of these rules that need no
// database.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const STRYKER = 'checks/node_modules/@stryker-mutator/core/bin/stryker.js'
/** Returns true for dictionaries of single languages. They are skipped, because types and other tests compare them. */
const isDictionary = (file: string): boolean => /-words\/(de|en|es|fr)\.ts$/.test(file) || file.startsWith('web/words/')

interface Area {
  files: string[]
  tests: string[]
}
const AREAS: readonly Area[] = [
  { files: ['src/domain/**/*.ts'], tests: ['test/domain/**/*.test.ts'] },
  {
    files: ['src/engine/check.ts', 'src/engine/check-cost.ts', 'src/engine/constraints/*.ts'],
    // Without bad-input.test.ts, which takes minutes.
    tests: ['test/engine/{check,check-cost,constraints,fixes,left-off,shape,solve}.test.ts'],
  },
  {
    files: ['src/app/integrations/webhooks/{render,sign}.ts'],
    tests: ['test/app/integrations/webhooks/*.test.ts', 'test/domain/webhooks/*.test.ts'],
  },
  { files: ['src/contract/**/*.ts'], tests: ['test/contract/**/*.test.ts'] },
  { files: ['web/**/*.ts'], tests: ['test/web/**/*.test.ts'] },
]

/**
 * Runs StrykerJS on the files whose path begins with one of `paths`, or on all files of its areas if there are none. A
 * path may end with lines: src/domain/routes/stop.ts:10-20. Reuses results of earlier runs if neither the file nor its
 * tests changed. Returns the exit code.
 */
export function runStryker(paths: readonly string[]): number {
  if (!existsSync(STRYKER)) {
    console.error('StrykerJS is not installed: npm ci --prefix checks')
    return 1
  }
  const chosen = AREAS.map(({ files, tests }) => ({ mutate: filesUnder(globSync(files).sort(), paths), tests })).filter(
    ({ mutate }) => mutate.length > 0,
  )
  if (chosen.length === 0) {
    console.error(`StrykerJS changes no file under ${paths.join(' or ')}`)
    return 1
  }
  const mutate = chosen.flatMap((area) => area.mutate)
  const tests = chosen.flatMap((area) => globSync(area.tests).sort()).filter((file) => !needsDatabase(file))
  const { status } = spawnSync(
    process.execPath,
    [STRYKER, 'run', 'checks/stryker.config.json', '--mutate', mutate.join()],
    { stdio: 'inherit', env: { ...process.env, TEST_FILES: tests.join() } },
  )
  return status ?? 1
}

/** Returns whether a test or helper uses the database, itself or through another helper. */
function needsDatabase(file: string, seen = new Set<string>()): boolean {
  if (file === 'test/helpers/database.ts') return true
  if (seen.has(file)) return false
  seen.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/from '(\.{1,2}\/[^']+\.ts)'/g)
  return [...imports]
    .map(([, to = '']) => path.join(path.dirname(file), to))
    .some((to) => to.startsWith('test/') && needsDatabase(to, seen))
}

function filesUnder(files: readonly string[], paths: readonly string[]): string[] {
  const pure = files.filter((file) => !isDictionary(file))
  if (paths.length === 0) return pure
  return paths.flatMap((path) => {
    const [start = '', lines] = path.split(/:(?=\d)/)
    return pure.filter((file) => file.startsWith(start)).map((file) => (lines ? `${file}:${lines}` : file))
  })
}
