// What health says of the disk that the data directory is on.
import { statfs } from 'node:fs/promises'
import path from 'node:path'

/** A large photo several times over; PostgreSQL's own log takes 16 MB at a time. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024

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
