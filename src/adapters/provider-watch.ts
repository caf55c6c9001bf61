// Checks every few seconds whether the providers respond, so that health requests don't have to.
import type { ProviderCheck, ProviderName, ProviderWatch } from '../app/ports/providers.ts'

export const EVERY_MS = 10_000
/** Shorter than the two seconds of a health request, because the first request may wait for the first check. */
const LOOK_MS = 1_500

/** Result of a probe whose provider is not configured at the moment. */
export const NOT_CONFIGURED = Symbol('not configured')

/** A URL that must respond, or a function that returns the problem as a sentence, or null if there is none. */
export type Probe = string | (() => Promise<string | null | typeof NOT_CONFIGURED>)

/**
 * Watches the probes. Null: the provider is not configured. `felt` returns a problem of real calls as a sentence. Such
 * a problem takes precedence over the result of the probe. `stop` ends the watch.
 */
export function watchProviders(
  probes: Record<ProviderName, Probe | null>,
  felt: Partial<Record<ProviderName, () => string | null>> = {},
): ProviderWatch & { stop(): void } {
  const checks = new Map<ProviderName, Promise<ProviderCheck>>()
  const look = () => {
    for (const [name, probe] of Object.entries(probes) as [ProviderName, Probe | null][]) {
      const before = checks.get(name)
      const next = probe === null ? notConfigured() : runProbe(probe)
      // The last result stays valid until the next one arrives.
      checks.set(name, before ?? next)
      void next.then((check) => checks.set(name, Promise.resolve(check)))
    }
  }
  let timer: NodeJS.Timeout | null = null
  return {
    check: async (name) => {
      // The watch starts with the first request. A process without health requests therefore checks nothing.
      if (!timer) {
        look()
        timer = setInterval(look, EVERY_MS).unref()
      }
      const fault = felt[name]?.()
      if (fault) return { status: 'down', checkedAt: new Date(), detail: fault }
      return checks.get(name) ?? notConfigured()
    },
    stop: () => {
      if (timer) clearInterval(timer)
    },
  }
}

const notConfigured = async (): Promise<ProviderCheck> => ({ status: 'not_configured', checkedAt: new Date() })

async function runProbe(probe: Probe): Promise<ProviderCheck> {
  const checkedAt = new Date()
  const started = performance.now()
  try {
    const fault = typeof probe === 'string' ? await probeUrl(probe) : await probe()
    if (fault === NOT_CONFIGURED) return await notConfigured()
    if (fault) return { status: 'down', checkedAt, detail: fault }
    return { status: 'ok', latencyMs: Math.round(performance.now() - started), checkedAt }
  } catch (error) {
    return { status: 'down', checkedAt, detail: detailOf(error) }
  }
}

/** Every response counts as available, except a server error or a rate limit. */
async function probeUrl(url: string): Promise<string | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LOOK_MS) })
  await response.body?.cancel()
  return response.status >= 500 || response.status === 429 ? `It answered ${response.status}.` : null
}

const detailOf = (error: unknown): string =>
  error instanceof Error && error.name === 'TimeoutError' ? 'It did not answer in time.' : 'It can not be reached.'
