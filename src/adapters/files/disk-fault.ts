// What health says of the disk that the data directory is on.
import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'

/** A large photo several times over; PostgreSQL's own log takes 16 MB at a time. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024

/** PostgreSQL extends its write-ahead log by a segment of 16 MB, which it removes again if there is no room for it. */
const LOG_ROOM_BYTES = 2 * 16 * 1024 * 1024

/** Whether PostgreSQL under this directory can't extend its write-ahead log. */
export function hasNoRoomForLog(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize < LOG_ROOM_BYTES
  } catch {
    return false
  }
}

/** A sentence when there is hardly any room left; null when there is. */
export async function diskFault(directory: string, leastFreeBytes = LEAST_FREE_BYTES): Promise<string | null> {
  const free = await freeBytes(path.resolve(directory))
  return free < leastFreeBytes ? `Only ${Math.floor(free / 1024 / 1024)} MB are free.` : null
}

/** A directory that is not there yet will be made in the one above it. */
async function freeBytes(directory: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch (error) {
    const above = path.dirname(directory)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === directory) throw error
    return freeBytes(above)
  }
}
