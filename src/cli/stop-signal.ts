// Handles the signals that stop the process.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** A signal may arrive twice, from the terminal and from a parent process. Both within this time are one request. */
const SAME_REQUEST_MS = 1_000
/**
 * Milliseconds to wait for the signal after a failure. If all processes of the service are stopped together, PostgreSQL
 * may end just before the signal arrives.
 */
const STOP_NOTICE_MS = 500

/**
 * Returns a signal that SIGINT or SIGTERM aborts. They then no longer end the process automatically, but a second
 * request ends it at once.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  let asked = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stop.signal.aborted && performance.now() - asked > SAME_REQUEST_MS) process.exit(1)
      asked ||= performance.now()
      stop.abort()
    })
  return stop.signal
}

/** Returns whether a failure is a consequence of the request to stop. Waits briefly for the signal. */
export async function waitForStop(stop: AbortSignal): Promise<boolean> {
  if (!stop.aborted) await Promise.race([once(stop, 'abort'), sleep(STOP_NOTICE_MS)])
  return stop.aborted
}
