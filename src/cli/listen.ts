// roundsman listen and trigger: webhooks on a developer machine, from any installation, without a port that the
// installation can reach (docs/spec/webhooks.md#on-a-developer-machine).
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type CursorStore, type Event, memoryCursor } from '../../sdk/typescript/src/index.ts'
import { fileCursor } from '../../sdk/typescript/src/node.ts'
import { newSigningSecret, webhookHeaders } from '../app/integrations/webhooks/sign.ts'
import { EVENTS } from '../contract/events.ts'
import { timeOfId } from '../domain/ordered-id.ts'
import { CALLER, isHttp, openClient, retryUntilStopped } from './developer.ts'
import { stopSignal } from './stop-signal.ts'

export const LISTEN_USAGE = `listen [--forward URL] [--events NAME,…] [--since INSTANT] [--cursor FILE] [--replay EVENT_UUID] [--json]
         [--url URL] [--key KEY] [--secret SECRET]   (or ROUNDSMAN_URL, ROUNDSMAN_KEY)`
export const TRIGGER_USAGE = 'trigger EVENT --forward URL [--secret SECRET]   (the example of the description, signed)'

const FORWARD_SECONDS = 10

const randomToken = (): string => randomBytes(32).toString('base64url')

/** Prints each event when it happens, and posts it like a webhook to an address on the user's machine. */
export async function listen(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      forward: { type: 'string' },
      events: { type: 'string' },
      since: { type: 'string' },
      cursor: { type: 'string' },
      replay: { type: 'string' },
      json: { type: 'boolean' },
      ...CALLER,
      secret: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(LISTEN_USAGE)
  const { client, url } = openClient(values)
  const wanted = new Set(values.events?.split(',').map(eventName))
  const desk = eventPrinter(values)
  const stop = stopSignal()

  if (values.replay) {
    const since = madeAt(values.replay).toISOString()
    for await (const event of client.events.list({ since }, { signal: stop }))
      if (event.event_uuid === values.replay) return void (await desk(event))
      else if (event.event_uuid > values.replay && madeAt(event.event_uuid).getTime() > later(values.replay)) break
    throw new Error(`There is no event ${values.replay}`)
  }

  const since = values.since === undefined ? new Date() : new Date(values.since)
  if (Number.isNaN(since.getTime())) throw new Error('--since must be an instant, such as 2026-11-23T14:30:00Z')
  const cursor: CursorStore = values.cursor ? fileCursor(values.cursor) : memoryCursor()
  if (values.cursor && !existsSync(path.dirname(values.cursor)))
    throw new Error(`--cursor is a file in a folder that does not exist: ${path.dirname(values.cursor)}`)
  if (values.cursor && statSync(values.cursor, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`--cursor must be a file, not the folder ${values.cursor}`)
  console.error(`Listening to ${url} …`)
  await retryUntilStopped(stop, async (answered) => {
    for await (const event of client.events.follow({ cursor, since, interval: 1, signal: stop })) {
      answered()
      if (wanted.size === 0 || wanted.has(event.event)) await desk(event)
    }
  })
}

/** Posts the example of an event from the API description, to try out a receiver. */
export async function trigger(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { forward: { type: 'string' }, secret: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) return console.log(TRIGGER_USAGE)
  const [name, ...more] = positionals
  if (name === undefined || more.length > 0 || !values.forward) throw new Error(`Usage: ${TRIGGER_USAGE}`)
  const { example } = EVENTS[eventName(name)]
  const now = new Date().toISOString()
  const outcome = await eventPrinter(values)({ ...example, occurred_at: now, event_uuid: randomUUID() })
  if (!/^2\d\d$/.test(outcome ?? ''))
    throw new Error('The receiver did not accept the event: it must respond with 2xx.')
}

function eventName(name: string): keyof typeof EVENTS {
  if (name in EVENTS) return name as keyof typeof EVENTS
  throw new Error(`There is no event ${name}. Events are ${Object.keys(EVENTS).join(', ')}`)
}

/**
 * Returns a function that prints each event and posts it if an address is given. Its result is the outcome of the post,
 * or null if nothing was posted.
 */
function eventPrinter(given: {
  forward?: string
  secret?: string
  json?: boolean
}): (event: Event) => Promise<string | null> {
  const { forward, json } = given
  if (forward !== undefined && !isHttp(forward))
    throw new Error('--forward must be a URL, such as http://localhost:3000/hooks')
  if (given.secret === '') throw new Error('--secret must not be empty. Leave it out to generate one.')
  const secret = given.secret ?? newSigningSecret({ secrets: { randomToken } })
  if (forward && !given.secret) console.error(`Signing secret: ${secret}`)
  return async (event) => {
    const outcome = forward ? await post(forward, secret, event) : null
    if (json) console.log(JSON.stringify({ ...event, ...(outcome && { forwarded: outcome }) }))
    else console.log(lineOf(event, outcome))
    return outcome
  }
}

function lineOf(event: Event, outcome: string | null): string {
  const about = event.data.external_ref ?? event.data.route_name ?? ''
  const parts = [event.occurred_at, event.event.padEnd(17), about, event.event_uuid, outcome && `→ ${outcome}`]
  return parts.filter(Boolean).join('  ')
}

/** Returns the status of the response, or the reason why there was none. */
async function post(url: string, secret: string, { event_uuid: deliveryId, ...payload }: Event): Promise<string> {
  const body = Buffer.from(JSON.stringify(payload))
  const headers = webhookHeaders({ event: payload.event, deliveryId, body, secrets: [secret], now: new Date() })
  try {
    const signal = AbortSignal.timeout(FORWARD_SECONDS * 1000)
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    const { cause, message } = error as Error
    return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message
  }
}

const SECOND_MS = 1000

/** Returns a time just before the event was created, derived from its ID. */
function madeAt(eventId: string): Date {
  const made = timeOfId(eventId)
  if (!made) throw new Error('--replay must be the event_uuid of an event')
  return new Date(made.getTime() - SECOND_MS)
}

/** Returns the creation time (ms) after which an event can no longer precede this event in the log. */
const later = (eventId: string): number => madeAt(eventId).getTime() + 600 * SECOND_MS
