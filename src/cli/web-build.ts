// Builds the web pages in a separate process if they are missing or older than their sources.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { GENERATED } from '../../sdk/generated-files.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Sources of the pages, commands and SDKs. A change in one of these files makes the pages stale. */
export const SOURCES = [
  'web/**/*',
  'src/contract/**/*.ts',
  'src/domain/**/*.ts',
  'src/http/link-pages/*.css',
  'src/cli/*.ts',
  'src/app/customers/receipts/*.ts',
  'src/app/integrations/webhooks/*.ts',
  'openapi.json',
  'sdk/*.ts',
  'sdk/typescript/{src,examples}/**/*.ts',
  'sdk/typescript/*',
  'sdk/python/{src,examples}/**/*.py',
  'sdk/python/*',
  'LICENSE',
  'package.json',
  'package-lock.json',
]
const MADE = new Set(GENERATED.map((name) => path.join(ROOT, 'sdk', name)))

/** Folder of the built pages. */
export const WEB_ROOT = path.join(ROOT, 'dist/web')
/** File with the hash of the sources that the pages were built from. It is written last. */
export const BUILT_FROM = path.join(WEB_ROOT, '.built-from')
/** Lock file of the process that builds. */
const LOCK = path.join(ROOT, 'dist/.web-building')

export function sourcesHash(): string {
  const hash = createHash('sha256')
  const entries = globSync(SOURCES, { cwd: ROOT, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map((entry) => path.join(entry.parentPath, entry.name)).sort()
  for (const file of files.filter((name) => !MADE.has(name)))
    hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

/** Returns whether dist/web was built from the current sources. */
export const webIsCurrent = (): boolean => existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, 'utf8') === sourcesHash()

/**
 * Builds the pages unless they are current. Calls `say` with a message before a build. Throws an error with the output
 * of a failed build.
 */
export async function buildWebIfStale(say: (message: string) => void): Promise<void> {
  if (!existsSync(path.join(ROOT, 'web')) || webIsCurrent()) return
  if (!existsSync(path.join(ROOT, 'node_modules/vite')))
    throw new Error(
      'The web pages are not built, and the tools that build them are not installed (npm ci --omit=dev omits them). ' +
        'Run "npm ci", or use a release package, which contains the built pages.',
    )
  await mkdir(path.dirname(LOCK), { recursive: true })
  await takeLock()
  try {
    if (webIsCurrent()) return
    say('Building the web pages (a few seconds, only after changes) …')
    await build()
  } finally {
    await rm(LOCK, { force: true })
  }
}

async function build(): Promise<void> {
  const script = path.join(ROOT, 'src/cli/build-web.ts')
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`The web pages could not be built:\n${printed}`)
}

/** Takes the lock, so that one process builds at a time. Ignores the lock of a process that no longer exists. */
async function takeLock(): Promise<void> {
  for (;;) {
    try {
      await writeFile(LOCK, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = Number(await readFile(LOCK, 'utf8').catch(() => ''))
    if (holder && !isAlive(holder)) await rm(LOCK, { force: true })
    else await sleep(100)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
