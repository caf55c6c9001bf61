// How a process of ours is told to stop.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** A signal passed on by a parent and one from the terminal itself can come as two. */
const SAME_REQUEST_MS = 1_000
/** Whoever stops all processes of a service may stop PostgreSQL just before us. */
const TOLD_WITHIN_MS = 500

/** Aborted by SIGINT or SIGTERM, which then end the process no more by themselves; asked again, it ends at once. */
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

/** Whether what just failed did because we are to stop. Waits a moment for the signal. */
export async function toldToStop(stop: AbortSignal): Promise<boolean> {
  if (!stop.aborted) await Promise.race([once(stop, 'abort'), sleep(TOLD_WITHIN_MS)])
  return stop.aborted
}
