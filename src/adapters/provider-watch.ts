// Looks every few seconds whether the providers answer, so that no health request has to.
import type { ProviderCheck, ProviderName, ProviderWatch } from '../app/ports/providers.ts'

export const EVERY_MS = 10_000
/** Under health's two seconds, since the first request may have to wait for the first look. */
const LOOK_MS = 1_500

/** What a probe answers for a provider that is not configured by now. */
export const NOT_CONFIGURED = Symbol('not configured')

/** A URL that has to answer, or a question answered by what is wrong, in a sentence; null when nothing is. */
export type Probe = string | (() => Promise<string | null | typeof NOT_CONFIGURED>)

/**
 * Watches the probes; null is a provider that is not configured. What calls `felt`, a sentence, comes before what a
 * probe saw. `stop` ends it.
 */
export function watchProviders(
  probes: Record<ProviderName, Probe | null>,
  felt: Partial<Record<ProviderName, () => string | null>> = {},
): ProviderWatch & { stop(): void } {
  const checks = new Map<ProviderName, Promise<ProviderCheck>>()
  const look = () => {
    for (const [name, probe] of Object.entries(probes) as [ProviderName, Probe | null][]) {
      const before = checks.get(name)
      const next = probe === null ? notConfigured() : tryOut(probe)
      // The last answer stands until the next one is there.
      checks.set(name, before ?? next)
      void next.then((check) => checks.set(name, Promise.resolve(check)))
    }
  }
  let timer: NodeJS.Timeout | null = null
  return {
    check: async (name) => {
      // The first question starts the watch: a process that is never asked looks at nothing.
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

async function tryOut(probe: Probe): Promise<ProviderCheck> {
  const checkedAt = new Date()
  const started = performance.now()
  try {
    const fault = typeof probe === 'string' ? await ask(probe) : await probe()
    if (fault === NOT_CONFIGURED) return await notConfigured()
    if (fault) return { status: 'down', checkedAt, detail: fault }
    return { status: 'ok', latencyMs: Math.round(performance.now() - started), checkedAt }
  } catch (error) {
    return { status: 'down', checkedAt, detail: detailOf(error) }
  }
}

/** Up is any answer that does not say the server itself is unwell, or will not be asked. */
async function ask(url: string): Promise<string | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LOOK_MS) })
  await response.body?.cancel()
  return response.status >= 500 || response.status === 429 ? `It answered ${response.status}.` : null
}

const detailOf = (error: unknown): string =>
  error instanceof Error && error.name === 'TimeoutError' ? 'It did not answer in time.' : 'It can not be reached.'
