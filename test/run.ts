// npm test: runs test/**/*.test.ts on a PostgreSQL of its own. Arguments select files by a part of their path.
//   --installed      on the PostgreSQL of this machine (PG_BIN, the directory of its programs) instead of the bundled one
//   TEST_DATABASE_URL  on that server, which must let its user create databases and roles
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openEmbedded } from '../src/adapters/embedded-postgres.ts'
import { buildWebIfStale } from '../src/cli/web-build.ts'
import { installedPostgres } from './helpers/installed-postgres.ts'

const CONCURRENCY = 2
const TIMEOUT_SECONDS = 180

const { values: options, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: { installed: { type: 'boolean', default: false } },
})
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const files = globSync('test/**/*.test.ts')
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  .sort()
if (files.length === 0) {
  console.error(`No test file has ${filters.join(' or ')} in its path`)
  process.exit(1)
}

const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort())

// Once, before the browser tests: two of them that find the pages stale would build into one another.
if (files.some((file) => file.startsWith(path.join('test', 'e2e')))) await buildWebIfStale(console.log)

const given = process.env.TEST_DATABASE_URL
process.exitCode = given ? await runTests(given) : await withOwnServer(runTests)

async function withOwnServer(run: (url: string) => Promise<number>): Promise<number> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-test-'))
  try {
    const { connection, stop } = await openEmbedded(dir, {
      log: console,
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
      installation: options.installed ? installedPostgres(process.env.PG_BIN) : undefined,
    })
    try {
      return await run(`postgres://${connection.user}@localhost/${connection.database}?host=${connection.host}`)
    } finally {
      await stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Node's own runner over the files; its exit code. */
async function runTests(url: string): Promise<number> {
  if (interrupt.signal.aborted) return 1
  const reporter = process.stdout.isTTY ? 'spec' : './test/helpers/compact-reporter.ts'
  const limits = [`--test-concurrency=${CONCURRENCY}`, `--test-timeout=${TIMEOUT_SECONDS * 1000}`]
  const child = spawn(process.execPath, ['--test', ...limits, `--test-reporter=${reporter}`, ...files], {
    env: { ...process.env, TEST_DATABASE_URL: url },
    stdio: 'inherit',
    detached: true,
  })
  // Its whole group: servers that tests started too, which then stop their own databases.
  interrupt.signal.addEventListener('abort', () => child.pid && process.kill(-child.pid, 'SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
