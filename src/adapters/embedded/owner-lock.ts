// One process at a time looks after the database of a DATA_DIR; the system forgets the lock with the process.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
// Node has no file locks of its own; SQLite's are the operating system's.
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

export type Owner = { pid: number; kind: 'server' | 'command'; socketDir: string }
export type OwnerLock = { release(): void }

/** Takes the ownership of `dataDir`; null when a living process has it. */
export function tryOwn(dataDir: string, owner: Owner): OwnerLock | null {
  const lock = new DatabaseSync(path.join(dataDir, 'owner.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw error
  }
  const note = notePath(dataDir)
  writeFileSync(`${note}.new`, JSON.stringify(owner), { mode: 0o600 })
  renameSync(`${note}.new`, note)
  return {
    release: () => {
      rmSync(note, { force: true })
      lock.close()
    },
  }
}

/** What the last process to take the lock wrote of itself; null when it let go. */
export function currentOwner(dataDir: string): Owner | null {
  try {
    return JSON.parse(readFileSync(notePath(dataDir), 'utf8')) as Owner
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const notePath = (dataDir: string) => path.join(dataDir, 'owner.json')
