/**
 * Returns `ms`. Throws at module load if `ms` is not longer than `longestMs`. A lease or a wait that ends during the
 * work that it covers lets a second process do the same work.
 *
 * @param what Name of the lease or wait in the error message.
 * @example const LEASE_MS = outlasting(40_000, 2 * MAX_POST_MS, 'the lease of a webhook')
 */
export function timeoutLongerThan(ms: number, longestMs: number, what: string): number {
  if (ms > longestMs) return ms
  throw new Error(`${what} is ${ms} ms, and must be longer than ${longestMs} ms`)
}
