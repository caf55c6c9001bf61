// Checks the disk of the data directory, for health and at the start of the server.
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'

/** Several times the size of a large photo, because PostgreSQL's write-ahead log also grows by 16 MB at a time. */
const MIN_FREE_BYTES = 256 * 1024 * 1024

/**
 * Two segments of PostgreSQL's write-ahead log, which are 16 MB each. PostgreSQL deletes a segment that it could not
 * complete. Afterward, almost one segment may be free, so the limit is two.
 */
const LOG_ROOM_BYTES = 2 * 16 * 1024 * 1024

/** Returns whether PostgreSQL under this directory can't extend its write-ahead log. */
export function hasNoRoomForLog(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize < LOG_ROOM_BYTES
  } catch {
    return false
  }
}

const WORDS: Record<string, string> = {
  EROFS: 'is on a read-only disk',
  EACCES: "can't be written to by the user of this process",
  EPERM: "can't be written to by the user of this process",
}

/**
 * Returns null if this process can create files in the directory, or create the directory. Otherwise, returns the
 * problem as a sentence.
 */
export function writeFault(directory: string, access = accessSync): string | null {
  const there = nearestExistingDirectory(directory)
  try {
    access(there, constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const words = WORDS[String((error as NodeJS.ErrnoException).code)]
    if (!words) throw error
    return `${there} ${words}.`
  }
}

/** Returns a sentence if the disk is almost full or the directory is not writable. Null otherwise. */
export async function diskFault(
  directory: string,
  leastFreeBytes = MIN_FREE_BYTES,
  access = accessSync,
): Promise<string | null> {
  const { bavail, bsize } = await statfs(nearestExistingDirectory(directory))
  const free = bavail * bsize
  if (free < leastFreeBytes) return `Only ${Math.floor(free / 1024 / 1024)} MB are free.`
  return writeFault(directory, access) && 'Nothing can be written to the data directory.'
}

/** Returns the directory, or the nearest existing directory above it. */
function nearestExistingDirectory(directory: string): string {
  const there = path.resolve(directory)
  return existsSync(there) || there === path.dirname(there) ? there : nearestExistingDirectory(path.dirname(there))
}
