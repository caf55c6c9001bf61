// The key of the call on the wire: what it may do, and the calls that were made with it (docs/spec/authentication.md#keys).
import { z } from 'zod'
import { KEY_SCOPE_NAMES } from '../domain/users/permissions.ts'
import { endpoint } from './endpoint.ts'
import { DayOut, InstantOut, oneOf, UuidOut } from './fields.ts'
import { KeyOut, REQUEST_RESULTS, RequestOut } from './office/integrations.ts'
import { PageQuery } from './pages.ts'

const any = { method: 'GET', permission: 'any' } as const

const ThisKey = KeyOut.pick({ key_uuid: true, name: true, prefix: true, created_at: true })
  .extend({
    scopes: z.array(z.enum(KEY_SCOPE_NAMES)).meta({ description: 'Every scope that it has.' }),
    allowed_addresses: KeyOut.shape.allowed_addresses.meta({ description: 'Null: from anywhere.' }),
    expires_at: InstantOut.nullable().meta({ description: 'Null: it does not.' }),
    test: z.boolean().meta({ description: 'Whether it is a key of the test side.' }),
    business: z.object({
      name: z.string(),
      time_zone: z.string().meta({ description: 'Of its dates and times of day.' }),
      today: DayOut.meta({ description: 'Its date now.' }),
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
    summary: 'Read the key of this call',
    description: 'What it may do and until when, and whose data it reaches: for a check when your system starts.',
    examples: {
      reply: {
        key_uuid: '019ab3f0-8b1a-7a51-9d1e-6f6f0a1b2c3d',
        name: 'Order system',
        prefix: 'rk_test_9fQ2',
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
    .meta({ description: '`OK`, `REFUSED` (4xx) or `FAILED` (5xx) alone.' }),
  ...PageQuery.shape,
})
export type CallsQuery = z.output<typeof CallsQuery>

const Call = RequestOut.omit({ key_name: true, key_prefix: true, body: true })
  .extend({
    request_id: UuidOut.meta({ description: 'As the answer’s X-Request-Id.' }),
    path: z.string().meta({ description: 'With its query; addresses and coordinates in it are left out.' }),
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
    summary: 'The calls made with this key, newest first',
    description:
      'Of the last days, each a second or two after its answer, without bodies: what `roundsman tail` prints. Calls of this operation are not among them. A page may be empty and still have a next one.',
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
