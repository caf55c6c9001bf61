// Compresses responses of routes that allow it. A response with both a secret and text that another person chose must
// not be compressed, because its length would reveal the secret (BREACH, https://breachattack.com).
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The responses contain no secret. */
    compresses?: boolean
  }
}

/** A shorter response fits into one packet anyway. */
const MIN_BYTES = 1_400
/** At this quality, Brotli is as fast as gzip and compresses better. */
const BROTLI_QUALITY = 4

const asGzip = promisify(gzip)
const asBrotli = promisify<Buffer, object, Buffer>(brotliCompress)

/** Compresses on Node's thread pool, so that a large response doesn't block other requests. */
const ENCODERS = {
  br: (bytes: Buffer) =>
    asBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => asGzip(bytes),
} as const

type Encoding = keyof typeof ENCODERS

/** Route options for compressible responses. */
export const COMPRESSED = { config: { compresses: true } } as const

export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!request.routeOptions.config.compresses || request.method === 'HEAD') return payload
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    if (reply.hasHeader('Content-Encoding') || reply.statusCode !== 200) return payload
    void reply.header('Vary', varyHeader(reply))
    const bytes = Buffer.from(payload)
    const encoding = bytes.length < MIN_BYTES ? null : preferredEncoding(request.headers['accept-encoding'])
    if (!encoding) return payload
    void reply.header('Content-Encoding', encoding).removeHeader('Content-Length')
    return ENCODERS[encoding](bytes)
  })
}

const varyHeader = (reply: FastifyReply): string =>
  [reply.getHeader('Vary'), 'Accept-Encoding'].filter((each) => each !== undefined).join(', ')

/**
 * Selects the encoding that the caller prefers, Brotli if both are equal. Null: no encoding (RFC 9110, section 12.5.3).
 */
export function preferredEncoding(accepted: string | string[] | undefined): Encoding | null {
  const weights = new Map<string, number>()
  for (const each of String(accepted ?? '').split(',')) {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    if (name !== '') weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gz, plain] = [weightOf('br'), weightOf('gzip'), weights.get('identity') ?? 0]
  if (Math.max(br, gz) === 0 || plain > Math.max(br, gz)) return null
  return br >= gz ? 'br' : 'gzip'
}
