// roundsman tail: prints each request of a key when it is answered (docs/spec/webhooks.md#on-a-developer-machine).
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ApiCall, Roundsman } from '../../sdk/typescript/src/index.ts'
import { CALLER, openClient, retryUntilStopped } from './developer.ts'
import { stopSignal } from './stop-signal.ts'

export const TAIL_USAGE = 'tail [--failed] [--json] [--url URL] [--key KEY]   (or ROUNDSMAN_URL, ROUNDSMAN_KEY)'

const EVERY_MS = 1_000
const PAGE = 200
/** Number of earlier requests that are printed at the start. */
const SHOWN = 10
const REMEMBERED = 20_000

/** Prints the last requests, then each new request when it is answered. */
export async function tail(args: string[]): Promise<void> {
  const options = {
    ...CALLER,
    failed: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const
  const { values } = parseArgs({ args, options })
  if (values.help) return console.log(TAIL_USAGE)
  const { client, url } = openClient(values)
  const stop = stopSignal()
  const fresh = newCalls(client, stop)
  const print = (call: ApiCall) => {
    if (!values.failed || call.status >= 400) console.log(values.json ? JSON.stringify(call) : lineOf(call))
  }
  console.error(`Requests of this key to ${url} …`)
  await retryUntilStopped(stop, async (answered) => {
    while (!stop.aborted) {
      for (const call of await fresh()) print(call)
      answered()
      await sleep(EVERY_MS, undefined, { signal: stop }).catch(() => undefined)
    }
  })
}

/**
 * Returns a function that reads the requests since its last call, in the order of their responses. Its first call
 * returns the last few.
 */
function newCalls(client: Roundsman, signal: AbortSignal): () => Promise<ApiCall[]> {
  const seen = new Set<string>()
  /** ID of the oldest request to read. Earlier requests are not read. */
  let oldest: string | undefined
  return async () => {
    const found: ApiCall[] = []
    for await (const page of client.key.calls({ limit: PAGE }, { signal }).pages()) {
      const isFirst = oldest === undefined
      oldest ??= page.at(-1)?.request_id ?? ''
      const news = page.filter(({ request_id: id }) => !seen.has(id) && id >= (oldest ?? ''))
      for (const { request_id: id } of news) seen.add(id)
      found.push(...news.slice(0, isFirst ? SHOWN : undefined))
      if (isFirst || news.length === 0) break
    }
    for (const id of seen)
      if (seen.size > REMEMBERED) seen.delete(id)
      else break
    return found.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  }
}

const lineOf = ({ at, method, path, status, error_code, duration_ms, request_id }: ApiCall): string =>
  [at, method.padEnd(6), status, path, error_code, `${duration_ms} ms`, request_id]
    .filter((part) => part !== null)
    .join('  ')
