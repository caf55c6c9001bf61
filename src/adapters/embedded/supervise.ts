// Keeps PostgreSQL running until it is stopped.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasNoRoomForLog } from '../files/disk-fault.ts'
import { type Postmaster, shutDown } from './postmaster.ts'
import { limitLog } from './server-log.ts'

const LOG_CHECK_MS = 10 * 60_000
const RETRY_MS = { first: 250, most: 10_000, calmAfter: 60_000 }

export type Log = { info(message: string): void; error(message: string): void }

/** Restarts the server whenever it ends unexpectedly, until `end` is called. */
export function supervise(dir: string, first: Postmaster, restart: () => Promise<Postmaster>, log: Log) {
  let postmaster = first
  const ending = new AbortController()
  const ended = once(ending.signal, 'abort')
  const logCheck = setInterval(() => limitLog(dir), LOG_CHECK_MS).unref()

  async function watch() {
    let delay = RETRY_MS.first
    while (!ending.signal.aborted) {
      const since = performance.now()
      await Promise.race([postmaster.gone, ended])
      if (performance.now() - since > RETRY_MS.calmAfter) delay = RETRY_MS.first
      while (!ending.signal.aborted) {
        await sleep(delay, undefined, { ref: false, signal: ending.signal }).catch(() => {})
        // If all processes of the service are stopped together, PostgreSQL may end before this process receives the
        // signal. That end is not an error.
        if (ending.signal.aborted) return
        const why = hasNoRoomForLog(dir) ? ': the disk of DATA_DIR is full' : ''
        log.error(`PostgreSQL ended unexpectedly${why}; it restarts in ${delay} ms`)
        delay = Math.min(delay * 2, RETRY_MS.most)
        try {
          postmaster = await restart()
          log.info('PostgreSQL is running again')
          break
        } catch (error) {
          log.error(error instanceof Error ? error.message : String(error))
        }
      }
    }
  }
  const watching = watch()

  return {
    end: async () => {
      ending.abort()
      clearInterval(logCheck)
      // The server's process doesn't keep this process alive. Without this timer, this process could end before it
      // notices the server's end.
      const awake = setInterval(() => {}, 1_000)
      try {
        await shutDown(postmaster, dir)
        await watching
        await shutDown(postmaster, dir)
      } finally {
        clearInterval(awake)
      }
    },
  }
}
