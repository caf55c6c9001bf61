// The code as it was before each migration, from the repository's history.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', ROOT, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

/** Whether there is a history to look into. */
export function hasHistory(): boolean {
  try {
    return git('rev-parse', '--is-shallow-repository').trim() === 'false'
  } catch {
    return false
  }
}

/** The commits before and with the migration; null for both where it is not committed yet, as HEAD and what is here. */
export function around(migration: string): { before: string; since: string | null } {
  const since = git(
    'log',
    '--no-renames',
    '--diff-filter=A',
    '--format=%H',
    '-1',
    '--',
    `migrations/${migration}`,
  ).trim()
  return since ? { before: `${since}^`, since } : { before: 'HEAD', since: null }
}

export interface Checkout {
  root: string
  remove(): void
}

/** The commit's code, with the packages and the pages that are here: pages are not what is looked at. */
export function checkout(commit: string): Checkout {
  const root = mkdtempSync(path.join(os.tmpdir(), 'roundsman-old-'))
  const archive = execFileSync('git', ['-C', ROOT, 'archive', commit], { maxBuffer: 2 ** 29 })
  execFileSync('tar', ['-x', '-C', root], { input: archive })
  rmSync(path.join(root, 'web'), { recursive: true, force: true })
  for (const name of ['node_modules', 'dist']) symlinkSync(path.join(ROOT, name), path.join(root, name))
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
