// Request bodies. Each route declares the type and size that it accepts. The headers are checked before the body is
// read, and after authentication, so that the body of a rejected caller is never read.
import { inEnglishOnly, type PlainSentence, text } from '../texts/text.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '../app/errors.ts'
import { encodingOf, REQUEST_ENCODINGS } from './request-encoding.ts'
import { JsonFault, parseStrictJson } from './strict-json.ts'

const JSON_TYPE = {
  mediaType: 'application/json',
  wanted: 'Send JSON with Content-Type: application/json, in UTF-8.',
} as const

const TYPES = {
  json: JSON_TYPE,
  /** The unparsed bytes, because the route parses them off the event loop. */
  unreadJson: JSON_TYPE,
  file: { mediaType: 'application/octet-stream', wanted: 'Send the file with Content-Type: application/octet-stream.' },
  multipart: { mediaType: 'multipart/form-data', wanted: 'Send this as multipart/form-data.' },
  /** The unparsed bytes of a webhook, which its signature covers. WooCommerce checks a URL with a form. */
  payload: {
    mediaType: ['application/json', 'application/x-www-form-urlencoded'],
    wanted: 'Send JSON with Content-Type: application/json, in UTF-8.',
  },
  form: {
    mediaType: 'application/x-www-form-urlencoded',
    wanted: 'Send a form as application/x-www-form-urlencoded.',
  },
} as const satisfies Record<string, { mediaType: string | readonly string[]; wanted: PlainSentence }>

export type BodyType = keyof typeof TYPES

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Null if every request is answered before its body is read. */
    body?: { type: BodyType; maxBytes: number } | null
  }
}

/** Route options: the only accepted body type, and its maximum size. */
export const bodyOptions = (type: BodyType, maxBytes: number) => ({
  bodyLimit: maxBytes,
  config: { body: { type, maxBytes } },
})

/** Prepares the server for bodies. A route that may have a body but doesn't declare it fails at startup. */
export async function acceptBodies(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(TYPES.json.mediaType, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : isUnread(request) ? body : parsedJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  // The handler reads the file (uploads.ts).
  server.addContentTypeParser(TYPES.file.mediaType, (_request, body, done) => done(null, body))
  server.addContentTypeParser(TYPES.form.mediaType, { parseAs: 'string' }, (request, body, done) =>
    done(null, isUnread(request) ? Buffer.from(String(body)) : new URLSearchParams(String(body))),
  )
  await server.register(multipart)
  server.addHook('onRoute', refuseUndeclared)
  server.addHook('preParsing', async (request, reply) => checkBody(request, reply))
}

const isUnread = (request: FastifyRequest): boolean =>
  ['unreadJson', 'payload'].includes(request.routeOptions.config.body?.type ?? '')

const BODILESS = new Set(['GET', 'HEAD', 'TRACE'])

function refuseUndeclared({ method, url, config }: RouteOptions): void {
  if (config?.body === undefined && ![method].flat().every((each) => BODILESS.has(each)))
    throw new Error(`${String(method)} ${url} does not declare what body it takes`)
}

function checkBody(request: FastifyRequest, reply: FastifyReply): void {
  const { body } = request.routeOptions.config
  if (BODILESS.has(request.method)) return
  if (request.is404) throw unknownPathError()
  if (!body) return
  const { mediaType, wanted } = TYPES[body.type]
  const type = request.headers['content-type']
  if (type === undefined ? hasBody(request) : ![mediaType].flat().some((one) => hasMediaType(type, one)))
    throw new AppError('unsupported', 'UNSUPPORTED_MEDIA_TYPE', wanted)
  checkEncoding(request, reply, body.type)
  if (Number(request.headers['content-length']) > body.maxBytes)
    throw new AppError(
      'oversized',
      'BODY_TOO_LARGE',
      text('The body is larger than {size}, the limit of this operation.', { size: sizeInWords(body.maxBytes) }),
    )
}

function checkEncoding(request: FastifyRequest, reply: FastifyReply, type: BodyType): void {
  const isForm = type === 'multipart'
  void reply.header('Accept-Encoding', isForm ? 'identity' : REQUEST_ENCODINGS)
  if (encodingOf(request) && isForm)
    throw new AppError(
      'unsupported',
      'UNSUPPORTED_MEDIA_TYPE',
      'Send this form without Content-Encoding, because pictures are already compressed.',
      { fields: ['Content-Encoding'] },
    )
  reply.removeHeader('Accept-Encoding')
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Whether the content type has this media type, in UTF-8. */
function hasMediaType(contentType: string, mediaType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset'))
  return type.trim() === mediaType && (charset === undefined || /^charset\s*=\s*"?utf-?8"?$/.test(charset))
}

export function parsedJson(bytes: Buffer): unknown {
  try {
    return parseStrictJson(bytes)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    throw new AppError('invalid', 'INVALID_JSON', inEnglishOnly(`${error.message}.`), {
      fields: error.path ? [error.path] : [],
    })
  }
}

const sizeInWords = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / 1024 / 1024)} MB`

export const unknownPathError = (): AppError =>
  new AppError('missing', 'NOT_FOUND', 'There is nothing at this path. All paths are listed at /docs.')
