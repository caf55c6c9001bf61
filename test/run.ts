// npm test: runs test/**/*.test.ts on its own PostgreSQL. Arguments select files by a part of their path.
//   --lane LANE      fast: without browser tests, proofs and slow files. e2e or proof: only those. checks: checks/**/*.test.ts,
//                    which need public checkers that `npm ci --prefix checks` installs.
//   --watch          Runs again whenever a test or one of its imports changes, until Ctrl-C.
//   --installed      Uses the PostgreSQL of this machine (PG_BIN, the directory of its programs) instead of the bundled one.
//   TEST_DATABASE_URL  Uses that server, whose user must be allowed to create databases and roles.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { generateSdks } from '../sdk/generate.ts'
import { openEmbedded } from '../src/adapters/embedded/embedded-postgres.ts'
import { buildWebIfStale } from '../src/cli/web-build.ts'
import { installedPostgres } from './helpers/installed-postgres.ts'
import { watchForStandstill } from './helpers/standstill.ts'

/**
 * Processes at a time. Two more than the cores keep all cores busy while tests wait. More would only make every test
 * slower.
 */
const CONCURRENCY = Math.min(7, os.availableParallelism() + 2)
/** Processes that share the files of pages, each with one browser, and processes that share the other files. */
const SHARING_PAGES = 3
const SHARED = 4
/** Enough space for the temporary files of a whole run, including its database. */
const SCRATCH_BYTES = 2 * 1024 ** 3
/** Ends a test that hangs. Far more than any test takes, even on a busy machine. */
const TIMEOUT_SECONDS = 900
/** A response that is later means that the machine stood still, and not that it was busy. */
const STANDSTILL_MS = 15_000

const E2E = 'test/e2e/'
const PROOF = 'test/proof/'
const CHECKS = 'checks/'
/** Excluded from the fast lane, because each takes seconds of work. */
const SLOW = [
  'test/adapters/areas/',
  'test/adapters/embedded/',
  'test/adapters/observability/log',
  'test/adapters/pdf/documents',
  'test/adapters/regions/',
  'test/adapters/solver/solver-pool',
  'test/app/operations/audit/',
  'test/app/zones/availability/get-availability',
  'test/app/addresses/geocoding/local-geocoder',
  'test/app/operations/health/',
  'test/app/lock-wait',
  'test/app/customers/messages/',
  'test/app/operations/',
  'test/app/planning/optimize/',
  'test/app/orders/change-feed',
  'test/app/orders/release-orders',
  'test/app/planning/solve/fair-queue',
  'test/app/driving/proofs/',
  'test/app/provider-faults',
  'test/app/routes/build-routes',
  'test/app/routes/build-rules',
  'test/app/planning/kept-builds/',
  'test/app/routes/costing',
  'test/app/routes/ends',
  'test/app/routes/learn-visit',
  'test/app/routes/pauses',
  'test/app/planning/replan/',
  'test/app/routes/usual-areas',
  'test/app/routes/ways',
  'test/app/integrations/webhooks/retries',
  'test/cli/',
  'test/deploy',
  'test/domain/planning/calibration',
  'test/engine/bad-input',
  'test/engine/every-plan',
  'test/engine/exhaustive',
  'test/engine/tidy',
  'test/engine/tight-fleet',
  'test/http/bodies',
  'test/http/driver-api',
  'test/http/door-checks',
  'test/http/driver-home',
  'test/http/driver-notifications',
  'test/http/link-limits',
  'test/http/map',
  'test/http/office/changes',
  'test/http/office/day',
  'test/http/office/forgot-password',
  'test/http/office/imports',
  'test/http/office/labels',
  'test/http/office/manual-changes',
  'test/http/office/proof',
  'test/http/office/repeat-order',
  'test/http/office/sign-in',
  'test/http/office/traffic',
  'test/http/office/zones',
  'test/http/scanning',
  'test/http/slow-requests',
  'test/jobs/clean-up',
  'test/jobs/failed-work',
  'test/readme',
  'test/roads/drives',
  'test/roads/growing-table',
  'test/store/log-plans',
  'test/store/pooler',
]
/** Files that use a browser. */
const BROWSERS = [E2E, 'test/proof/gloves']
const within = (paths: readonly string[]) => (file: string) => paths.some((start) => file.startsWith(start))
const ofPages = within([E2E])
/** Files that need their own process. */
const ofItsOwn = within([PROOF, 'test/adapters/embedded/', 'test/cli/', 'test/readme'])
const ofTheWhole = within([E2E, PROOF, ...SLOW])
const LANES = new Map<string, (file: string) => boolean>([
  ['all', (file) => !file.startsWith(CHECKS)],
  ['fast', (file) => !ofTheWhole(file) && !file.startsWith(CHECKS)],
  ['e2e', ofPages],
  ['proof', within([PROOF])],
  ['checks', within([CHECKS])],
])

const { values: options, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    installed: { type: 'boolean', default: false },
    lane: { type: 'string', default: 'all' },
    watch: { type: 'boolean', default: false },
  },
})
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const inLane = LANES.get(options.lane)
if (!inLane) {
  console.error(`There is no lane ${options.lane}: name one of ${[...LANES.keys()].join(', ')}`)
  process.exit(1)
}
const files = globSync(['test/**/*.test.ts', 'checks/*.test.ts'])
  .filter(inLane)
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  .sort()
// A mistyped path would look like a passing test.
const unmet = filters.filter((filter) => !files.some((file) => file.includes(filter)))
if (files.length === 0 || unmet.length > 0) {
  console.error(`No test file of ${options.lane} has ${unmet.join(' or ')} in its path`)
  process.exit(1)
}

const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort())

makeScratch()
generateSdks()
// Builds the pages and installs Chromium once before the browser tests. Otherwise, two tests could do so at the same
// time and overwrite each other's files.
if (files.some(within(BROWSERS))) {
  await buildWebIfStale(console.log)
  const { ensureChromium } = await import('./helpers/chromium.ts')
  try {
    ensureChromium(true)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

const given = process.env.TEST_DATABASE_URL
process.exitCode = given ? await runTests(given) : await withOwnServer(runTests)

async function withOwnServer(run: (url: string) => Promise<number>): Promise<number> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'database-'))
  const { connection, stop } = await openEmbedded(dir, {
    log: console,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      // Logical replication is needed to move businesses.
      wal_level: 'logical',
    },
    installation: options.installed ? installedPostgres(process.env.PG_BIN) : undefined,
  })
  try {
    return await run(`postgres://${connection.user}@localhost/${connection.database}?host=${connection.host}`)
  } finally {
    await stop()
  }
}

/**
 * Creates the folder for all temporary files, which is deleted with this process. The folder is in memory if there is enough space,
 * because hundreds of databases are created.
 */
function makeScratch(): void {
  const memory = '/dev/shm'
  const fits = existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize >= SCRATCH_BYTES
  const scratch = mkdtempSync(path.join(fits ? memory : os.tmpdir(), 'roundsman-test-'))
  // Databases in it may belong to another user.
  chmodSync(scratch, 0o755)
  process.env.TMPDIR = scratch
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
}

/**
 * Writes a module for each process. Some files have a process of their own. Most files need less time than loading the
 * service or starting a browser, so they share processes: each process takes the next file that is free. A file is a
 * suite, which ends before the next begins.
 */
function processes(all: readonly string[]): string[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'processes-'))
  const share = (files: readonly string[], most: number) =>
    Array.from({ length: Math.min(most, files.length) }, () => files)
  const sharing = share(
    all.filter((file) => !ofItsOwn(file) && !ofPages(file)),
    SHARED,
  )
  // Half of the sharing processes start first, so that the cores have work while browsers wait.
  const early = sharing.splice(0, SHARED / 2)
  const pages = share(all.filter(ofPages), SHARING_PAGES)
  const lists = [...early, ...pages, ...all.filter(ofItsOwn).map((file) => [file]), ...sharing]
  // Names whatever keeps a process alive one minute after its last test, and ends the process.
  const closing = `setTimeout(() => {
  console.error('left open after the last test: ' + process.getActiveResourcesInfo().join(', '))
  process.exit()
}, 60_000).unref()
await (await import(${JSON.stringify(pathToFileURL('test/helpers/browser.ts').href)})).closeBrowsers()`
  return lists.map((files, index) => {
    // Node runs the modules in the order of their names.
    const module = path.join(folder, `${String(index + 1).padStart(3, '0')}.mjs`)
    const tests = files.map((file) => ({
      file,
      url: pathToFileURL(file).href,
      taken: path.join(folder, file.replaceAll('/', '-')),
    }))
    writeFileSync(
      module,
      `import { mkdirSync } from 'node:fs'
import { suite } from 'node:test'
import { restartOrders } from ${JSON.stringify(pathToFileURL('test/helpers/orders.ts').href)}
const take = (taken) => {
  try {
    mkdirSync(taken)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}
for (const { file, url, taken } of ${JSON.stringify(tests)})
  if (take(taken))
    await suite(file, async () => {
      restartOrders()
      await import(url)
    })
${files.some(ofPages) ? closing : ''}
`,
    )
    return module
  })
}

/**
 * Runs all files. Runs failed files once more, alone, and names them, if only browser tests failed or if the machine stood
 * still. Returns the exit code.
 */
async function runTests(url: string): Promise<number> {
  if (options.watch) return runNode(url, ['--watch', ...files])
  const failedFiles = path.join(os.tmpdir(), 'failed-files')
  const standstill = watchForStandstill(url)
  const code = await runNode(url, processes(files), failedFiles)
  const stoodMs = standstill.stop()
  if (code === 0 || interrupt.signal.aborted) return code
  const failed = readFileSync(failedFiles, 'utf8').split('\n').filter(Boolean)
  if (!mayRepeat(failed, stoodMs)) return code
  console.log(`\nOnce more, one by one: ${failed.join(', ')}`)
  const again = await runNode(url, ['--test-concurrency=1', ...processes(failed)])
  if (again === 0) console.log(`\nUnstable, passed the second time: ${failed.join(', ')}`)
  return again
}

/** Whether failures may come from the machine and not from the code. All other failures count. */
function mayRepeat(failed: readonly string[], stoodMs: number): boolean {
  if (failed.length === 0 || !failed.every((file) => files.includes(file))) return false
  // A browser on an overloaded machine may miss a moment.
  if (failed.every(within(BROWSERS))) return true
  if (stoodMs < STANDSTILL_MS) return false
  console.log(`\nThe machine stood still for ${Math.round(stoodMs / 1000)} s.`)
  return true
}

/** Runs Node's own test runner and returns its exit code. Writes the files with a failed test to a file, one per line. */
async function runNode(url: string, tests: readonly string[], failedFiles?: string): Promise<number> {
  if (interrupt.signal.aborted) return 1
  const reporter = process.stdout.isTTY ? 'spec' : './test/helpers/compact-reporter.ts'
  const reporters = [`--test-reporter=${reporter}`, '--test-reporter-destination=stdout']
  if (failedFiles)
    reporters.push('--test-reporter=./test/helpers/failed-files.ts', `--test-reporter-destination=${failedFiles}`)
  const limits = [`--test-concurrency=${CONCURRENCY}`, `--test-timeout=${TIMEOUT_SECONDS * 1000}`]
  const child = spawn(process.execPath, ['--test', ...limits, ...reporters, ...tests], {
    // All processes share the compiled sources.
    env: { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/tests'), ...process.env, TEST_DATABASE_URL: url },
    stdio: 'inherit',
    detached: true,
  })
  // Stops the whole process group. Servers that tests started then stop their own databases.
  const stop = () => child.pid && process.kill(-child.pid, 'SIGTERM')
  interrupt.signal.addEventListener('abort', stop)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      interrupt.signal.removeEventListener('abort', stop)
      resolve(code ?? 1)
    })
  })
}
