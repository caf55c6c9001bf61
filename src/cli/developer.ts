// Connects a developer machine to any installation: the client, and retries while the service is unavailable.
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, NoAnswerError, Roundsman } from '../../sdk/typescript/src/index.ts'
import { readCaller } from '../config.ts'

const AWAY_SECONDS = 2

/** Options of all commands that call the API. */
export const CALLER = { url: { type: 'string' }, key: { type: 'string' } } as const

/** Returns the client and the address that it calls. */
export function openClient(given: { url?: string; key?: string }, retries = 0): { client: Roundsman; url: string } {
  const { url, key } = readCaller()
  const baseUrl = given.url ?? url
  const apiKey = given.key ?? key
  if (!isHttp(baseUrl)) throw new Error(`--url must be a URL, such as http://localhost:8080, not ${baseUrl}`)
  if (!apiKey) throw new Error('An API key of the business is required: --key or ROUNDSMAN_KEY')
  return { client: new Roundsman({ baseUrl, apiKey, retries }), url: baseUrl }
}

export const isHttp = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url)

/**
 * Repeats the work whenever the service was unavailable or busy, until `stop` is aborted. Prints a message at the start
 * and at the end of each outage.
 */
export async function retryUntilStopped(
  stop: AbortSignal,
  work: (answered: () => void) => Promise<void>,
): Promise<void> {
  let away = false
  const answered = () => {
    if (away) console.error('The service is available again.')
    away = false
  }
  while (!stop.aborted) {
    try {
      await work(answered)
    } catch (error) {
      if (stop.aborted) return
      const again = error instanceof NoAnswerError || (error instanceof ApiError && error.status >= 429)
      if (!again) throw error
      if (!away) console.error(`${error.message}. Retrying …`)
      away = true
      await sleep(AWAY_SECONDS * 1000, undefined, { signal: stop }).catch(() => undefined)
    }
  }
}
