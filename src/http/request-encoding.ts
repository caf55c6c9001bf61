// Bodies that come compressed: inflated as a stream, up to the size that the route takes, so that a small body can't
// become a large one. All that follows, also what tells one body from another, sees the inflated body.
import { inEnglishOnly } from '../texts/text.ts'
import { PassThrough, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app/errors.ts'

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
} as const

type Encoding = keyof typeof DECODERS

/** The encodings that a body may have. */
export const REQUEST_ENCODINGS = 'gzip, br, deflate'

/** Null for a body as it is. Throws 415 for any other encoding, and for two of them. */
export function encodingOf({ headers }: Pick<FastifyRequest, 'headers'>): Encoding | null {
  const named = (headers['content-encoding'] ?? '').trim().toLowerCase()
  if (named === '' || named === 'identity') return null
  if (Object.hasOwn(DECODERS, named)) return named as Encoding
  throw new AppError(
    'unsupported',
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the body without Content-Encoding, or with one of gzip, br or deflate.',
    { fields: ['Content-Encoding'] },
  )
}

/** The hooks that judge a body by its head come before. */
export function inflateBodies(server: FastifyInstance): void {
  server.addHook('preParsing', async (request, reply, payload) => {
    const { body } = request.routeOptions.config
    const encoding = body ? encodingOf(request) : null
    if (!body || !encoding) return payload
    const inflating = inflated(payload, encoding, body.maxBytes)
    // The request may be refused before all of its body is read.
    reply.raw.once('close', () => inflating.destroy())
    return inflating
  })
}

/** The inflated bytes; ends with 413 above the size, and with 400 if the body is damaged or cut off. */
function inflated(payload: Readable, encoding: Encoding, maxBytes: number): Readable {
  const decoder = DECODERS[encoding]()
  // Fastify compares it with Content-Length.
  const body = Object.assign(new PassThrough(), { receivedEncodedLength: 0 })
  // A route may refuse the request without reading this.
  body.on('error', () => {})
  // The rest is let through unread, so that the connection can be used again.
  body.once('close', () => {
    payload.unpipe(decoder).resume()
    decoder.destroy()
  })
  let size = 0
  payload.on('data', (chunk: Buffer) => (body.receivedEncodedLength += chunk.length))
  payload.once('close', () => payload.readableEnded || body.destroy(damaged(encoding)))
  decoder.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) body.destroy(Object.assign(new Error('the body inflates to too much'), { statusCode: 413 }))
  })
  decoder.once('error', () => body.destroy(damaged(encoding)))
  payload.pipe(decoder).pipe(body)
  return body
}

const damaged = (encoding: Encoding): AppError =>
  new AppError(
    'invalid',
    'INVALID',
    inEnglishOnly(`The body is not valid ${encoding}, as its Content-Encoding names it, or is cut off.`),
    {
      fields: ['Content-Encoding'],
    },
  )
