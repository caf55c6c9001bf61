// Builds the OpenAPI 3.1 description from the endpoint literals and the webhook events.
import { z } from 'zod'
import { canDryRun, type KeyEndpoint, scopeOf, type Tag } from '../contract/endpoint.ts'
import { errorCodes } from '../contract/error-codes.ts'
import { EVENTS, payloadOf } from '../contract/events.ts'
import { LIMITS, MAX_BODY_BYTES } from '../contract/limits.ts'
import { KEY_SCOPES } from '../domain/users/permissions.ts'
import type { SentEvent } from '../domain/webhooks/event-names.ts'
import { collectSchemas, type Json, resolveSchema, type SchemaCollector } from './openapi-schema.ts'

const TAGS: Record<Tag, string> = {
  Deliveries: 'Deliveries of your order system, each with its own reference.',
  Routes: 'Routes of a day: building, reading, dispatching, canceling, and recording outcomes.',
  Availability: 'Available delivery days for a location.',
  Engine: 'The solver without stored data.',
  Fleet: 'Depots, drivers and vehicles.',
  Zones: 'Areas with their hours, capacity, cutoff and closures.',
  Settings: 'Settings of the business.',
  Privacy: 'Finding, exporting and erasing the data of a customer.',
  Reports: 'Reports on deliveries and problems.',
  'Test mode': 'Simulated days with test data.',
  Webhooks: 'Endpoints that receive events, and their deliveries.',
  Key: 'The API key of the request.',
  Health: 'Health of the service.',
}

const KEY_IN_WORDS = `An API key of the business: \`rk_live_…\`, or \`rk_test_…\` for its test side. A key may be limited to scopes; one without that limit has them all:

${Object.entries(KEY_SCOPES)
  .map(([scope, meaning]) => `- \`${scope}\`: ${meaning}`)
  .join('\n')}`

const INTRODUCTION = `Deliveries in, planned routes and signed outcomes out. The readable introduction (authentication, idempotency,
the change feed, verifying webhooks, every error code, limits and retries) is at \`/docs\`.

Every success is \`{ "data": …, "message": "OK" }\`, every error \`{ "statusCode": …, "message": …, "details": … }\`.
Delivery dates are \`MM/dd/yyyy\` in the business’s time zone, times of day \`HH:mm\`, instants ISO 8601 UTC.
Bodies may be compressed (\`Content-Encoding: gzip\`, \`br\` or \`deflate\`), up to the size limit of the inflated body.`

/** Builds the description of these endpoints. */
export function describeApi(endpoints: readonly KeyEndpoint[]): Json {
  const collector = collectSchemas()
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(endpoint, collector)
  }
  const webhooks = Object.fromEntries(
    Object.entries(EVENTS).map(([name, event]) => [name, { post: webhook(name as SentEvent, event, collector) }]),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Roundsman API',
      version: '1.0',
      description: INTRODUCTION,
      contact: { name: 'The operator of this server' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api/v1' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: KEY_IN_WORDS },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, DryRun: DRY_RUN },
      headers: HEADERS,
      responses: COMMON_RESPONSES,
      schemas: { ...collector.components(), Error: ERROR },
    },
  }
}

function operation(endpoint: KeyEndpoint, collector: SchemaCollector): Json {
  const { body, examples } = endpoint
  return {
    operationId: endpoint.operation,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: `${endpoint.description}${keyInWords(endpoint)}`,
    // Scopes are not listed in `security`, as OpenAPI 3.1 allows for bearer keys, because linters take them for OAuth
    // scopes.
    ...(endpoint.permission === null && { security: [] }),
    ...(scopeOf(endpoint) && { 'x-required-scope': scopeOf(endpoint) }),
    parameters: [
      ...parameters('path', endpoint.params, endpoint.operation, collector),
      ...parameters('query', endpoint.query, endpoint.operation, collector),
      ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(canDryRun(endpoint) ? [{ $ref: '#/components/parameters/DryRun' }] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [endpoint.multipart ? 'multipart/form-data' : 'application/json']: {
            schema: collector.schema(body, [endpoint.operation]),
            ...(examples.body !== undefined && { example: examples.body }),
          },
        },
      },
    }),
    responses: responses(endpoint, collector),
  }
}

function keyInWords(endpoint: KeyEndpoint): string {
  if (endpoint.permission === null) return ''
  const limits = endpoint.limits({}).map((name) => `\`${name}\` (${LIMITS[name]} requests per minute and key)`)
  const needed = scopeOf(endpoint)
  const counts = limits.length > 0 ? ` Counts against ${limits.join(' and ')}.` : ''
  return `\n\n${needed ? `Needs the scope \`${needed}\`.` : 'Every API key may use it.'}${counts}`
}

function parameters(
  where: 'path' | 'query',
  of: z.ZodType | undefined,
  operation: string,
  collector: SchemaCollector,
): Json[] {
  if (!of) return []
  const { properties = {}, required = [] } = resolveSchema(collector.schema(of, [operation]), collector) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => {
    const { description = resolveSchema(property, collector).description, ...schema } = property
    const needed = where === 'path' || required.includes(name)
    return { name, in: where, required: needed, ...(description !== undefined && { description }), schema }
  })
}

function responses(endpoint: KeyEndpoint, collector: SchemaCollector): Json {
  const answers: [number | string, Json][] = []
  for (const [status, description] of Object.entries(endpoint.success))
    answers.push([Number(status), success(endpoint, description, collector)])
  for (const status of errorStatuses(endpoint)) {
    const meaning = endpoint.errors[status as keyof KeyEndpoint['errors']]
    const shared = SHARED_STATUSES[status]
    answers.push([
      status,
      meaning || !shared ? failure(meaning ?? '', status) : { $ref: `#/components/responses/${shared}` },
    ])
  }
  return Object.fromEntries(answers.sort(([a], [b]) => Number(a) - Number(b)))
}

/** Returns every error status that an operation can return. Tests check each response against this list. */
export function errorStatuses(endpoint: KeyEndpoint): number[] {
  const statuses = new Set([500, 503, ...Object.keys(endpoint.errors).map(Number)])
  if (endpoint.permission !== null) for (const status of [400, 401, 403, 429]) statuses.add(status)
  if (endpoint.idempotent) for (const status of [409, 410]) statuses.add(status)
  if (endpoint.method !== 'GET') for (const status of [413, 415]) statuses.add(status)
  return [...statuses].sort((a, b) => a - b)
}

function success(endpoint: KeyEndpoint, description: string, collector: SchemaCollector): Json {
  const { paged, idempotent, permission, examples } = endpoint
  return {
    description,
    headers: headerRefs([
      'X-Request-Id',
      ...(permission === null ? [] : RATE_HEADERS),
      ...(idempotent ? ['Idempotent-Replayed'] : []),
      ...(canDryRun(endpoint) ? ['Dry-Run'] : []),
    ]),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            data: withDescription(
              collector.schema(endpoint.reply, [endpoint.operation, 'data']),
              'Result of the request.',
            ),
            message: { type: 'string', description: 'Always `OK`.' },
            ...(paged && {
              next_cursor: {
                type: ['string', 'null'],
                description: `Pass it back as \`${cursorOf(endpoint)}\`; null on the last page.`,
              },
            }),
          },
          required: ['data', 'message', ...(paged ? ['next_cursor'] : [])],
        },
        example: { data: examples.reply, message: 'OK', ...(paged && { next_cursor: null }) },
      },
    },
  }
}

/** Adds a description to a schema that has none. A description beside a reference precedes that of the component. */
const withDescription = (schema: Json, description: string): Json => ({ description, ...schema })

/** The query parameter that continues after a page. */
const cursorOf = ({ query }: KeyEndpoint): string =>
  query instanceof z.ZodObject && 'after' in query.shape ? 'after' : 'cursor'

const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const failure = (description: string, status: number): Json => ({
  description,
  headers: headerRefs(['X-Request-Id', ...(status === 429 || status === 503 ? ['Retry-After'] : [])]),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function webhook(name: SentEvent, event: { meaning: string; example: unknown }, collector: SchemaCollector): Json {
  return {
    operationId: name,
    tags: ['Webhooks'],
    summary: name,
    description: event.meaning,
    security: [],
    parameters: WEBHOOK_HEADERS.map(([header, description]) => ({
      name: header,
      in: 'header',
      required: header !== 'X-Service-Signature-Previous',
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: collector.schema(payloadOf(name), []), example: event.example } },
    },
    responses: {
      '2XX': { description: 'Received. Any other status is a failed attempt.' },
      '4XX': { description: 'Permanent failure. The event is not retried, except after 408 and 429.' },
    },
  }
}

const WEBHOOK_HEADERS = [
  ['X-Service-Signature', 'sha256=<hex>: HMAC-SHA256 of the raw body, keyed on the signing secret of the endpoint.'],
  [
    'X-Service-Signature-Previous',
    'Signature with the previous secret in the same format, for 24 hours after a rotation.',
  ],
  ['X-Service-Event', 'The name of the event.'],
  [
    'webhook-id',
    'Same value as X-Service-Delivery. Libraries for Standard Webhooks verify this header together with webhook-timestamp and webhook-signature.',
  ],
  ['webhook-timestamp', 'Time of this attempt in seconds since 1970.'],
  [
    'webhook-signature',
    'v1,<base64>: HMAC-SHA256 of ID, timestamp and body, separated by dots. The key is the base64 text after whsec_. For 24 hours after a rotation, the header has two signatures, separated by a space.',
  ],
  ['X-Service-Delivery', 'Unique ID of the delivery, the same for every retry. Use it to detect duplicates.'],
] as const

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'A unique key for each logical change. A repeated request with the same key and body returns the stored response. With another body, the response is 409. Keys are kept for 7 days.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  example: '000481-A:3',
}

const DRY_RUN: Json = {
  name: 'dry_run',
  in: 'query',
  required: false,
  description:
    'With `true`, the response shows the effect of the request, and nothing is changed. A dry run doesn’t need or store an Idempotency-Key. IDs and secrets in the response don’t exist afterwards. A search may have a slightly different result the next time.',
  schema: { type: 'boolean' },
}

const header = (type: 'string' | 'integer', description: string): Json => ({ description, schema: { type } })
const HEADERS: Json = {
  'X-Request-Id': header('string', 'Request ID for support and logs.'),
  'RateLimit-Limit': header('integer', 'Limit per 60-second window.'),
  'RateLimit-Remaining': header('integer', 'Requests remaining.'),
  'RateLimit-Reset': header('integer', 'Seconds until the full limit is available again.'),
  'Retry-After': header('integer', 'Seconds to wait before retrying.'),
  'Dry-Run': header('string', '`true` in the response of a dry run: nothing was changed.'),
  'Idempotent-Replayed': header('string', '`true` if this is the stored response of an earlier request.'),
}

const SHARED_STATUSES: Record<number, string> = {
  400: 'Invalid',
  401: 'Unauthenticated',
  403: 'Forbidden',
  409: 'Conflict',
  410: 'AnswerErased',
  413: 'BodyTooLarge',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  500: 'Internal',
  503: 'Unavailable',
}

const COMMON_RESPONSES: Json = {
  Invalid: failure('Invalid body, query, cursor or header; details.fields lists the first 20 faults.', 400),
  Unauthenticated: failure('Missing, malformed, unknown, revoked or expired API key.', 401),
  Forbidden: failure(
    'The API key lacks the scope, which details.scope names, or may not be used from this address.',
    403,
  ),
  Conflict: failure('The Idempotency-Key was used with another body, or its first request is still running.', 409),
  AnswerErased: failure(
    'The first request with this Idempotency-Key succeeded. Its response named a customer who has been erased.',
    410,
  ),
  BodyTooLarge: failure(`The body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB.`, 413),
  UnsupportedMediaType: failure('The body is not application/json in UTF-8.', 415),
  RateLimited: failure('Rate limit exceeded; retry after the seconds in Retry-After.', 429),
  Internal: failure('Internal error. Nothing was changed.', 500),
  Unavailable: failure('The database is unavailable. Nothing was changed; retry shortly.', 503),
}

const ERROR: Json = {
  type: 'object',
  description: 'The format of every error.',
  properties: {
    statusCode: { type: 'integer', description: 'The HTTP status.' },
    message: { type: 'string', description: 'A message that can be shown to a person.' },
    details: {
      type: 'object',
      description: 'Details for programs.',
      properties: {
        code: {
          type: 'string',
          enum: errorCodes().map(({ code }) => code),
          description: errorCodes()
            .map(({ status, code, meaning }) => `- \`${code}\` (${status}): ${meaning}`)
            .join('\n'),
        },
        fields: {
          type: 'array',
          items: { type: 'string' },
          description: 'Dotted paths of the invalid or conflicting fields, such as `items.0.quantity`; at most 20.',
        },
        errors: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              field: { type: 'string', description: 'Dotted path of the field.' },
              message: { type: 'string', description: 'The fault of the field, as a sentence for people.' },
            },
            required: ['field', 'message'],
          },
          description: 'The fields of an invalid request, with a message for each; at most 20.',
        },
        more_errors: { type: 'integer', description: 'Number of further errors that are not listed.' },
      },
      required: ['code'],
    },
  },
  required: ['statusCode', 'message', 'details'],
  examples: [
    {
      statusCode: 400,
      message: 'delivery_date must be a date that exists, MM/dd/yyyy.',
      details: { code: 'INVALID', fields: ['delivery_date'] },
    },
  ],
}
