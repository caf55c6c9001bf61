// Looks every few seconds whether the providers answer, so that no health request has to.
import type { ProviderCheck, ProviderName, ProviderWatch } from '../app/ports.ts'

export const EVERY_MS = 10_000
/** Under health's two seconds, since the first request may have to wait for the first look. */
const LOOK_MS = 1_500

/** Watches the URLs; null is a provider that is not configured. `stop` ends it. */
export function watchProviders(urls: Record<ProviderName, string | null>): ProviderWatch & { stop(): void } {
  const checks = new Map<ProviderName, Promise<ProviderCheck>>()
  const look = () => {
    for (const [name, url] of Object.entries(urls) as [ProviderName, string | null][]) {
      const before = checks.get(name)
      const next = url === null ? notConfigured() : ask(url)
      // The last answer stands until the next one is there.
      checks.set(name, before ?? next)
      void next.then((check) => checks.set(name, Promise.resolve(check)))
    }
  }
  let timer: NodeJS.Timeout | null = null
  return {
    check: (name) => {
      // The first question starts the watch: a process that is never asked looks at nothing.
      if (!timer) {
        look()
        timer = setInterval(look, EVERY_MS).unref()
      }
      return checks.get(name) ?? notConfigured()
    },
    stop: () => {
      if (timer) clearInterval(timer)
    },
  }
}

const notConfigured = async (): Promise<ProviderCheck> => ({ status: 'not_configured', checkedAt: new Date() })

/** Up is any answer that does not say the server itself is unwell. */
async function ask(url: string): Promise<ProviderCheck> {
  const checkedAt = new Date()
  const started = performance.now()
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(LOOK_MS) })
    await response.body?.cancel()
    const latencyMs = Math.round(performance.now() - started)
    if (response.status < 500) return { status: 'ok', latencyMs, checkedAt }
    return { status: 'down', latencyMs, checkedAt, detail: `It answered ${response.status}.` }
  } catch (error) {
    const slow = error instanceof Error && error.name === 'TimeoutError'
    return { status: 'down', checkedAt, detail: slow ? 'It did not answer in time.' : 'It can not be reached.' }
  }
}
