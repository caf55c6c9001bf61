// Asks other installations over HTTP. Each request is signed with a key that is derived from APP_SECRET, which all
// installations share.
import { hash } from 'node:crypto'
import { DIGEST_CHARACTERS } from '../domain/business-code.ts'
import { PEER_PURPOSE, PEER_SIGNATURE, signedPeerText } from '../domain/peer-signature.ts'
import { ASK_PATH, openSealed, seal } from '../domain/sealed-request.ts'
import type { Peers } from '../app/ports/peers.ts'
import type { Secrets } from '../app/ports/secrets.ts'
import { boundedBody } from './bounded-body.ts'

const FIND_MS = 1_500
const LIST_MS = 4_000
/** Enough for 180,000 businesses. */
const MAX_LIST_BYTES = 4 * 1024 * 1024
const MAX_ANSWER_BYTES = 1_024
/** A full queue of passwords is about two seconds. */
const ASK_MS = 6_000
const MAX_ASK_ANSWER_BYTES = 64 * 1024
/** Maximum encrypted requests to an installation under way. Limited apart, because a silent installation would use up the requests. */
const MAX_ASKS = 256

/** `urls` has the internal address of each other installation, by name. */
export function openPeers(urls: ReadonlyMap<string, string>, secrets: Secrets): Peers {
  const asks = new Map<string, number>()
  const send = (
    name: string,
    path: string,
    { ms, body = '', headers = {} }: { ms: number; body?: string; headers?: Record<string, string> },
  ): Promise<Response> => {
    const method = body === '' ? 'GET' : 'POST'
    const at = String(Date.now())
    const text = signedPeerText({ to: name, at, method, path, bodyHash: hash('sha256', body, 'base64url') })
    return fetch(`${urls.get(name)}${path}`, {
      method,
      headers: { ...headers, [PEER_SIGNATURE]: `${at}.${secrets.sign(PEER_PURPOSE, text)}` },
      ...(body !== '' && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(ms),
    })
  }
  const textOf = async (response: Response, maxBytes: number): Promise<string> =>
    String(await boundedBody(response, maxBytes))
  const ask: Peers['ask'] = async (name, request) => {
    const id = secrets.randomToken()
    const body = seal(secrets, { id, said: request })
    const response = await send(name, ASK_PATH, { ms: ASK_MS, body })
    const text = await textOf(response, MAX_ASK_ANSWER_BYTES)
    if (response.status !== 200) throw new Error(`installation ${name} answered ${response.status}`)
    const answer = openSealed(secrets, text)
    // The answer to another request would have another ID.
    if (answer?.id !== `answer ${id}`) throw new Error(`installation ${name} answered another request`)
    return answer.said
  }
  return {
    names: [...urls.keys()],
    listBusinesses: async (name, etag) => {
      const response = await send(name, '/businesses', {
        ms: LIST_MS,
        ...(etag !== null && { headers: { 'if-none-match': `"${etag}"` } }),
      })
      const text = await textOf(response, MAX_LIST_BYTES)
      if (response.status === 304) return null
      const given = response.headers.get('etag')?.replaceAll('"', '')
      if (response.status !== 200 || !given) throw new Error(`installation ${name} answered ${response.status}`)
      return { etag: given, digests: text.split('\n').filter((line) => line.length === DIGEST_CHARACTERS) }
    },
    ownerOf: async (name, foundBy) => {
      const response = await send(name, '/find', { ms: FIND_MS, body: JSON.stringify(foundBy) })
      const text = await textOf(response, MAX_ANSWER_BYTES)
      if (response.status === 204) return null
      if (response.status !== 200 || text.length !== DIGEST_CHARACTERS)
        throw new Error(`installation ${name} answered ${response.status}`)
      return text
    },
    ask: async (name, request) => {
      const underWay = asks.get(name) ?? 0
      if (underWay >= MAX_ASKS) throw new Error(`too many requests to installation ${name} are under way`)
      asks.set(name, underWay + 1)
      try {
        return await ask(name, request)
      } finally {
        asks.set(name, (asks.get(name) ?? 1) - 1)
      }
    },
  }
}
