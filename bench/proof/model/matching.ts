// Compares a response with its expected value. Each expected member must be equal. Other members are allowed.

/** Judges a value that the model can't know. Returns a sentence if it is wrong. */
export type ValueCheck = (value: unknown) => string | null

export const valueChecks = {
  instant: (value: unknown) =>
    typeof value === 'string' && new Date(value).toISOString() === value ? null : 'is no instant',
  trackingUrl: (value: unknown) =>
    typeof value === 'string' && /\/t\/[\w-]{43}$/.test(value) ? null : 'is no tracking link',
  about: (expected: number) => (value: unknown) =>
    typeof value === 'number' && Math.abs(value - expected) < 0.006 ? null : `is not about ${expected}`,
  count: (expected: number) => (value: unknown) =>
    Array.isArray(value) && value.length === expected ? null : `has not ${expected} entries`,
  /** Expects a list with these elements in any order, identified by the member `name`. */
  anyOrder: (expected: readonly Record<string, unknown>[], name: string) => (value: unknown) => {
    if (!Array.isArray(value)) return 'is no list'
    const rows = new Map((value as Record<string, unknown>[]).map((row) => [row[name], row]))
    if (rows.size !== expected.length || value.length !== expected.length)
      return `has ${value.length} entries and not ${expected.length}`
    const [first] = expected.flatMap((each) => differences(each, rows.get(each[name]), String(each[name])))
    return first ?? null
  },
}

/** Returns the paths and differences of `actual`. Empty if it is as expected. */
export function differences(expected: unknown, actual: unknown, at = 'data'): string[] {
  if (typeof expected === 'function') {
    const fault = (expected as ValueCheck)(actual)
    return fault === null ? [] : [`${at} ${fault}: ${shown(actual)}`]
  }
  if (typeof expected !== 'object' || expected === null)
    return Object.is(expected, actual) ? [] : [`${at} is ${shown(actual)} and not ${shown(expected)}`]
  if (typeof actual !== 'object' || actual === null) return [`${at} is ${shown(actual)} and not ${shown(expected)}`]
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [`${at} is no list: ${shown(actual)}`]
    if (actual.length !== expected.length) return [`${at} has ${actual.length} entries and not ${expected.length}`]
    return expected.flatMap((each, i) => differences(each, actual[i], `${at}.${i}`))
  }
  return Object.entries(expected).flatMap(([name, each]) =>
    differences(each, (actual as Record<string, unknown>)[name], `${at}.${name}`),
  )
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 200)
