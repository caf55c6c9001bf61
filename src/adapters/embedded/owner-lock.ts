// Ensures that one process at a time manages the database of a DATA_DIR. The operating system releases the lock when
// the process ends.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
// Node has no file locks. SQLite uses the file locks of the operating system.
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

export type Owner = { pid: number; kind: 'server' | 'command'; socketDir: string }
export type OwnerLock = { release(): void }

/** Takes ownership of `dataDir`. Returns null if a living process owns it. */
export function tryLockOwnership(dataDir: string, owner: Owner): OwnerLock | null {
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

/** Returns the note of the last process that took the lock. Null if it released the lock. */
export function currentOwner(dataDir: string): Owner | null {
  try {
    return JSON.parse(readFileSync(notePath(dataDir), 'utf8')) as Owner
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const notePath = (dataDir: string) => path.join(dataDir, 'owner.json')
