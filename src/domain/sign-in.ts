// How long a sign-in has to wait after failed ones, by account and by network address.

export type ThrottledBy = 'account' | 'address'

/** Failures that cost nothing: one person mistypes, many share an address. */
const FREE_FAILURES = { account: 5, address: 30 } as const satisfies Record<ThrottledBy, number>
const LONGEST_WAIT_SECONDS = 15 * 60
/** After this long without a failure the count starts anew. */
export const FAILURES_FORGOTTEN_SECONDS = 24 * 3_600

/** Seconds from the last failure until the next try: doubling from two seconds on, at most a quarter of an hour. */
export function waitAfterFailures(by: ThrottledBy, failures: number): number {
  const excess = failures - FREE_FAILURES[by] + 1
  return excess <= 0 ? 0 : Math.min(LONGEST_WAIT_SECONDS, 2 ** Math.min(excess, 12))
}
