// npm run mutate -- [part of a fault or file …] [--minutes 60] [--workers 2]
// npm run mutate -- stryker [path …] runs StrykerJS on the pure rules instead (stryker.ts).
// Applies each fault of mutations.ts to a copy of the repository, runs the tests that must find it, and reports the
// results. Exits with 1 if a fault survives, can't be applied, or isn't reached in the time.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildWebIfStale } from '../../src/cli/web-build.ts'
import { repositoryFiles, ROOT } from '../../test/helpers/repository-files.ts'
import { startOwnDatabase } from '../proof/own-database.ts'
import { type Mutation, MUTATIONS, applyMutation, testFilesOf } from './mutations.ts'
import { runStryker } from './stryker.ts'

/** A fault that stops a test for this time counts as found. */
const TEST_MS = 240_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '60' }, workers: { type: 'string', default: '2' } },
})
if (positionals[0] === 'stryker') process.exit(runStryker(positionals.slice(1)))
const chosen = MUTATIONS.filter(
  ({ fault, file }) => positionals.length === 0 || positionals.some((part) => `${file} ${fault}`.includes(part)),
)
if (chosen.length === 0) {
  console.error(`No description or file of a fault contains ${positionals.join(' or ')}`)
  process.exit(1)
}

type Verdict = 'caught' | 'SURVIVED' | 'FAILS WITHOUT IT' | 'DOES NOT APPLY' | 'not reached'

const deadline = performance.now() + Number(values.minutes) * 60_000
await buildWebIfStale(console.log)
// The WAL level is the same as in the tests. With the default level, tests of moving a business are skipped.
const database = await startOwnDatabase({ hasty: true, settings: { wal_level: 'logical' } })
const verdicts = new Map<Mutation, Verdict>()
const queue = [...chosen]
/** Whether each test passes in the unchanged copy. A test that fails there can't find a fault. */
const passesUnchanged = new Map<string, Promise<boolean>>()

try {
  await Promise.all(Array.from({ length: Math.min(Number(values.workers), queue.length) }, runQueue))
} finally {
  await database.end()
}
const missed = chosen.filter((mutation) => verdicts.get(mutation) !== 'caught')
console.log(`\n${chosen.length - missed.length} of ${chosen.length} caught`)
for (const mutation of missed) console.log(`  ${verdicts.get(mutation) ?? 'not reached'}: ${mutation.fault}`)
process.exitCode = missed.length === 0 ? 0 : 1

async function runQueue(): Promise<void> {
  const copy = copyRepository()
  try {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (performance.now() > deadline) return
      const began = performance.now()
      const verdict = await judge(copy, next)
      verdicts.set(next, verdict)
      const seconds = Math.round((performance.now() - began) / 1000)
      console.log(`${verdict === 'caught' ? '✔' : '✖'} ${verdict}: ${next.fault} (${next.file}, ${seconds} s)`)
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

async function judge(copy: string, mutation: Mutation): Promise<Verdict> {
  const file = path.join(copy, mutation.file)
  const source = readFileSync(file, 'utf8')
  const faulty = applyMutation(mutation, source)
  if (faulty === null) return 'DOES NOT APPLY'
  const key = `${mutation.tests.join()} ${mutation.only ?? ''}`
  if (!passesUnchanged.has(key)) passesUnchanged.set(key, testsPass(copy, mutation))
  if (!(await passesUnchanged.get(key))) return 'FAILS WITHOUT IT'
  writeFileSync(file, faulty)
  try {
    return (await testsPass(copy, mutation)) ? 'SURVIVED' : 'caught'
  } finally {
    writeFileSync(file, source)
  }
}

/** Copies the repository's files, and links its packages and built pages. */
function copyRepository(): string {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'roundsman-mutate-'))
  for (const file of repositoryFiles()) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    cpSync(path.join(ROOT, file), path.join(copy, file))
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
  cpSync(path.join(ROOT, 'dist/web'), path.join(copy, 'dist/web'), { recursive: true })
  return copy
}

function testsPass(copy: string, mutation: Mutation): Promise<boolean> {
  const only = mutation.only ? [`--test-name-pattern=${mutation.only}`] : []
  const files = testFilesOf(mutation)
  const child = spawn(
    process.execPath,
    ['--test', '--test-force-exit', `--test-timeout=${TEST_MS}`, ...only, ...files],
    {
      cwd: copy,
      env: {
        ...process.env,
        TEST_DATABASE_URL: database.url,
        NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'roundsman-mutate-cache'),
      },
      stdio: 'ignore',
    },
  )
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
}
