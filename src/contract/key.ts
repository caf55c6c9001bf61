// The API key of a request: its permissions, and the log of its requests (docs/spec/authentication.md#keys).
import { z } from 'zod'
import { KEY_SCOPE_NAMES } from '../domain/users/permissions.ts'
import { endpoint } from './endpoint.ts'
import { DayOut, InstantOut, oneOf, UuidOut } from './fields.ts'
import { KeyOut, REQUEST_RESULTS, RequestOut } from './office/integrations.ts'
import { PageQuery } from './pages.ts'

const any = { method: 'GET', permission: 'any' } as const

const ThisKey = KeyOut.pick({ key_uuid: true, name: true, prefix: true, created_at: true })
  .extend({
    scopes: z.array(z.enum(KEY_SCOPE_NAMES)).meta({
      description: `All scopes of the key: ${KEY_SCOPE_NAMES.join(', ')}.`,
    }),
    allowed_addresses: KeyOut.shape.allowed_addresses.meta({
      description: 'IP addresses and networks that may use the key. Null: no restriction.',
    }),
    expires_at: InstantOut.nullable().meta({ description: 'Time when the key expires. Null: never.' }),
    test: z.boolean().meta({ description: 'Whether the key belongs to the test side.' }),
    business: z.object({
      name: z.string(),
      time_zone: z.string().meta({ description: 'Time zone of the business’s dates and times.' }),
      today: DayOut.meta({ description: 'Current date of the business.' }),
    }),
  })
  .meta({ id: 'Key' })

export const readKey = endpoint({
  ...any,
  path: '/key',
  reply: ThisKey,
  key: {
    tag: 'Key',
    operation: 'readKey',
    summary: 'Read the key of this request',
    description:
      'Returns the permissions and expiry of the key, and the business that it belongs to. Use it for a check when your system starts.',
    examples: {
      reply: {
        key_uuid: '019ab3f0-8b1a-7a51-9d1e-6f6f0a1b2c3d',
        name: 'Order system',
        prefix: 'rk_test_b3Xy7_9fQ2',
        scopes: ['orders:read', 'orders:write'],
        allowed_addresses: null,
        created_at: '2026-11-02T15:00:00.000Z',
        expires_at: '2027-11-02T15:00:00.000Z',
        test: true,
        business: { name: 'Sample Grocer', time_zone: 'America/New_York', today: '11/23/2026' },
      },
    },
  },
})

export const CallsQuery = z.strictObject({
  result: z
    .string()
    .pipe(oneOf(REQUEST_RESULTS))
    .optional()
    .meta({ description: 'Result of the requests to list: `OK`, `REFUSED` (4xx) or `FAILED` (5xx). Default: all.' }),
  ...PageQuery.shape,
})
export type CallsQuery = z.output<typeof CallsQuery>

const Call = RequestOut.omit({ key_name: true, key_prefix: true, body: true })
  .extend({
    request_id: UuidOut.meta({ description: 'Value of the X-Request-Id response header.' }),
    path: z.string().meta({ description: 'Path with its query, without addresses and coordinates.' }),
  })
  .meta({ id: 'ApiCall' })

export const listCalls = endpoint({
  ...any,
  path: '/key/calls',
  query: CallsQuery,
  reply: z.array(Call),
  key: {
    tag: 'Key',
    operation: 'listCalls',
    summary: 'List the requests of this key, newest first',
    description:
      'Lists the requests of the last days without bodies, like `roundsman tail`. A request is listed a second or two after its response. Requests of this operation are not logged. A page may be empty although there is a next page.',
    paged: true,
    unlogged: true,
    examples: {
      reply: [
        {
          request_id: '019ab4f2-8f10-7b6e-9d2c-1f2e3d4c5b6a',
          at: '2026-11-23T13:05:12.345Z',
          method: 'POST',
          path: '/api/v1/orders',
          status: 400,
          duration_ms: 4,
          error_code: 'INVALID',
        },
      ],
    },
  },
})
