// Stops the first start in each of its stages, like a service manager: every process gets the signal, child processes
// before their parents. The start prints one sentence, and the next start resumes from there.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { BARE, MAIN } from '../helpers/command.ts'

/** Lowest OID of databases that are not PostgreSQL's own. The folder of a database has its OID as name. */
const FIRST_OWN = 16_000

const start = (dir: string) => {
  const env = { ...BARE, DATA_DIR: dir, ROLE: 'worker' }
  const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, printed: Promise.all([text(child.stdout), text(child.stderr)]) }
}

/** The process and all of its descendants, the deepest first. */
function processesOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const all = rows.map((row) => row.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] =>
    all.flatMap(([child = 0, of]) => (of === parent ? [...below(child), child] : []))
  return [...below(pid), pid]
}

/** The process itself pauses meanwhile. Otherwise a busy machine could leave it time to restart its child processes. */
function signalAll(pid: number): void {
  const children = processesOf(pid).slice(0, -1)
  process.kill(pid, 'SIGSTOP')
  for (const child of children)
    try {
      process.kill(child, 'SIGTERM')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  process.kill(pid, 'SIGTERM')
  process.kill(pid, 'SIGCONT')
}

const isThere = (dir: string, name: RegExp): boolean => readdirSync(dir).some((entry) => name.test(entry))
const isReady = (dir: string): boolean => {
  const file = path.join(dir, 'postgres/postmaster.pid')
  return existsSync(file) && /\nready/.test(readFileSync(file, 'utf8'))
}

/** True if tables exist in a database other than those of PostgreSQL. */
function isMigrating(dir: string): boolean {
  const base = path.join(dir, 'postgres/base')
  if (!existsSync(base)) return false
  const filesIn = (name: string): number => readdirSync(path.join(base, name)).length
  return readdirSync(base).some((name) => Number(name) > FIRST_OWN && filesIn(name) > filesIn('1') + 20)
}

for (const [stage, reached, afterMs] of [
  ['PostgreSQL makes its database', (dir: string) => isThere(dir, /^postgres\.new-/), 300],
  ['PostgreSQL starts', (dir: string) => existsSync(path.join(dir, 'postgres/postmaster.pid')), 0],
  ['the database is made', isReady, 0],
  ['migrations run', isMigrating, 0],
] as const)
  test(`one sentence is printed if the start is stopped while ${stage}, and the next start resumes`, async (t) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'rm-stop-'))
    t.after(() => rmSync(dir, { recursive: true }))
    const { child, ended, printed } = start(dir)
    while (child.exitCode === null && !reached(dir)) await sleep(5)
    await sleep(afterMs)
    signalAll(child.pid ?? assert.fail())
    const code = await ended
    const [out, err] = await printed
    assert.deepEqual(
      [code, out, err],
      [0, 'Stopped before Roundsman was running. The next start continues from here.\n', ''],
    )

    const next = start(dir)
    const running = new Promise<void>((resolve) =>
      next.child.stdout.on('data', (chunk: Buffer) => {
        if (String(chunk).includes('Roundsman is running')) resolve()
      }),
    )
    await Promise.race([running, next.ended])
    next.child.kill('SIGTERM')
    assert.equal(await next.ended, 0, (await next.printed).join(''))
  })
