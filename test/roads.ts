// npm run test:roads: the tests of DISTANCES=local with the optional package, which is put into a folder of its own
// (280 MB, kept for the next run). Where it can't be had, that is said and nothing is tested.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ROADS_FOLDER, ROADS_PACKAGE, ROADS_VERSION } from './helpers/roads-package.ts'

const INSTALL_MS = 150_000

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const fault = existsSync(`${ROADS_FOLDER}/node_modules/${ROADS_PACKAGE}/package.json`) ? null : install()
if (fault) console.log(`test:roads is skipped: ${ROADS_PACKAGE} could not be installed (${fault}).`)
else {
  const hook = new URL('helpers/roads-package.ts', import.meta.url).href
  const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${hook}` }
  const run = spawnSync(process.execPath, ['test/run.ts', 'adapters/local-roads'], { stdio: 'inherit', env })
  process.exitCode = run.status ?? 1
}

/** Null once it is there, else why not. */
function install(): string | null {
  console.log(`Installing ${ROADS_PACKAGE}@${ROADS_VERSION} …`)
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', ROADS_FOLDER]
  const { status, error, stderr } = spawnSync('npm', [...args, `${ROADS_PACKAGE}@${ROADS_VERSION}`], {
    timeout: INSTALL_MS,
    encoding: 'utf8',
  })
  if (error) return error.message
  return status === 0 ? null : (stderr.split('\n').find((line) => /error/i.test(line)) ?? `npm ended with ${status}`)
}
