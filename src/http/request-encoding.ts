// Inflates compressed bodies as a stream, up to the route's size limit, so that a small body can't become a large one.
// All further processing uses the inflated body, including the body hash for idempotency.
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

/** Supported encodings of a body. */
export const REQUEST_ENCODINGS = 'gzip, br, deflate'

/**
 * Returns the encoding of the body, or null if it is not encoded. Throws 415 for an unknown encoding, and for two
 * encodings.
 */
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

/** The hooks that check a body by its headers must be registered first. */
export function inflateBodies(server: FastifyInstance): void {
  server.addHook('preParsing', async (request, reply, payload) => {
    const { body } = request.routeOptions.config
    const encoding = body ? encodingOf(request) : null
    if (!body || !encoding) return payload
    const inflating = inflated(payload, encoding, body.maxBytes)
    // The request may be rejected before its body is read completely.
    reply.raw.once('close', () => inflating.destroy())
    return inflating
  })
}

/** The inflated bytes. Fails with 413 above the size limit, and with 400 if the body is damaged or truncated. */
function inflated(payload: Readable, encoding: Encoding, maxBytes: number): Readable {
  const decoder = DECODERS[encoding]()
  // Number of compressed bytes that have arrived. Fastify compares it with Content-Length.
  const body = Object.assign(new PassThrough(), { receivedEncodedLength: 0 })
  // Without this listener, an error would end the process if a route rejects the request without reading its body.
  body.on('error', () => {})
  // The remaining bytes are discarded, so that the connection can be used again.
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
    inEnglishOnly(`The body is not valid ${encoding}, which its Content-Encoding names, or is truncated.`),
    {
      fields: ['Content-Encoding'],
    },
  )
