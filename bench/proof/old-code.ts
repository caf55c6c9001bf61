// Checks out the code before and after each migration from the repository's history.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

/** Returns whether the repository has a complete history. */
export function hasHistory(): boolean {
  try {
    return git('rev-parse', '--is-shallow-repository').trim() === 'false'
  } catch {
    return false
  }
}

/** A migration of the repository, or a sample that is in no commit. */
export interface Proven {
  name: string
  sample?: string
}

export interface Checkout {
  root: string
  remove(): void
}

/**
 * Returns the code before the migration, and the code with it. The second is null if the migration is not committed
 * yet: its code is the working tree.
 */
export function codeAroundMigration({ name, sample }: Proven): { before: Checkout; since: Checkout | null } {
  if (sample !== undefined) {
    const since = checkout('HEAD')
    writeFileSync(path.join(since.root, 'migrations', name), sample)
    return { before: checkout('HEAD'), since }
  }
  const added = ['--no-renames', '--diff-filter=A', '--format=%H', '-1']
  const commit = git('log', ...added, '--', `migrations/${name}`).trim()
  if (commit) return { before: checkout(`${commit}^`), since: checkout(commit) }
  return { before: checkout('HEAD'), since: null }
}

/** Checks out a commit, with the packages and pages of the working tree, because the proof doesn't use pages. */
function checkout(commit: string): Checkout {
  const root = mkdtempSync(path.join(os.tmpdir(), 'roundsman-old-'))
  const archive = execFileSync('git', ['-C', ROOT, 'archive', commit], { maxBuffer: 2 ** 29 })
  execFileSync('tar', ['-x', '-C', root], { input: archive })
  rmSync(path.join(root, 'web'), { recursive: true, force: true })
  for (const name of ['node_modules', 'dist']) symlinkSync(path.join(ROOT, name), path.join(root, name))
  // Commands import the SDK, whose generated part is in no commit.
  execFileSync(process.execPath, [path.join(root, 'sdk/generate.ts')])
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
