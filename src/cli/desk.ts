// From an integrator's desk to any installation: its client, and patience while it is away.
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, NoAnswerError, Roundsman } from '../../sdk/typescript/src/index.ts'
import { readCaller } from '../config.ts'

const AWAY_SECONDS = 2

/** Options of every command that calls the API. */
export const CALLER = { url: { type: 'string' }, key: { type: 'string' } } as const

/** The client, and where it calls. */
export function openClient(given: { url?: string; key?: string }, retries = 0): { client: Roundsman; url: string } {
  const { url, key } = readCaller()
  const baseUrl = given.url ?? url
  const apiKey = given.key ?? key
  if (!isHttp(baseUrl)) throw new Error(`--url must be a URL, such as http://localhost:8080, not ${baseUrl}`)
  if (!apiKey) throw new Error('Name an API key of the business: --key, or ROUNDSMAN_KEY')
  return { client: new Roundsman({ baseUrl, apiKey, retries }), url: baseUrl }
}

export const isHttp = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url)

/** Does the work again whenever the service was away or busy, until it is told to stop; says so once each time. */
export async function patiently(stop: AbortSignal, work: (answered: () => void) => Promise<void>): Promise<void> {
  let away = false
  const answered = () => {
    if (away) console.error('The service is back.')
    away = false
  }
  while (!stop.aborted) {
    try {
      await work(answered)
    } catch (error) {
      if (stop.aborted) return
      const again = error instanceof NoAnswerError || (error instanceof ApiError && error.status >= 429)
      if (!again) throw error
      if (!away) console.error(`${error.message}. Trying again …`)
      away = true
      await sleep(AWAY_SECONDS * 1000, undefined, { signal: stop }).catch(() => undefined)
    }
  }
}
