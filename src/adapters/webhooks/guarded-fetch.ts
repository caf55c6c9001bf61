// Fetches from an address that a customer provided. It is as restricted as webhooks, follows no redirects, and reads
// only a limited response.
import http from 'node:http'
import https from 'node:https'
import type { Guard } from './webhook-guard.ts'

const MAX_ANSWER_BYTES = 1024 * 1024
const TIMEOUT_MS = 8_000
const NO_BODY = new Set([204, 205, 304])

export interface GuardedRequest {
  method: string
  headers: Record<string, string>
  body?: string | undefined
}

/** Rejects unless a complete response with a status from 200 to 599 arrives in time and is small enough. */
export function guardedFetch(guard: Guard, address: string, { method, headers, body }: GuardedRequest) {
  return new Promise<Response>((resolve, reject) => {
    const url = new URL(address)
    const fault = guard.plainFault(url)
    if (fault) return reject(new Error(`the URL ${fault}`))
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const fail = (error: unknown): void => reject(signal.aborted ? new Error('no complete response in time') : error)
    const { request } = url.protocol === 'https:' ? https : http
    const sent = request(url, { method, headers, signal, lookup: guard.lookup, agent: false })
    sent.on('error', fail)
    // Without this listener, a switch of protocols closes the connection, and neither a response nor an error follows.
    sent.on('upgrade', (_response, socket) => {
      socket.destroy()
      fail(new Error('the response has status 101'))
    })
    sent.on('response', (response) => {
      const read: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_ANSWER_BYTES) sent.destroy(new Error('the response is too long'))
        else read.push(chunk)
      })
      response.on('error', fail)
      response.on('end', () => {
        const status = response.statusCode ?? 0
        const names = Object.entries(response.headersDistinct).flatMap(([name, values]) =>
          (values ?? []).map((value): [string, string] => [name, value]),
        )
        // `Response` throws for any other status, and an error thrown in a listener ends the process.
        if (status < 200 || status > 599) fail(new Error(`the response has status ${status}`))
        else resolve(new Response(NO_BODY.has(status) ? null : Buffer.concat(read), { status, headers: names }))
      })
    })
    sent.end(body)
  })
}
