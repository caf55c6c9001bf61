// What health says of the disk that the data directory is on.
import { statfs } from 'node:fs/promises'

/** A large photo several times over; PostgreSQL's own log takes 16 MB at a time. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024

/** A sentence when there is hardly any room left; null when there is. */
export async function diskFault(directory: string): Promise<string | null> {
  const { bavail, bsize } = await statfs(directory)
  const free = bavail * bsize
  return free < LEAST_FREE_BYTES ? `Only ${Math.floor(free / 1024 / 1024)} MB are free.` : null
}
