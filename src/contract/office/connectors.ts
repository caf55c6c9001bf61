// Connections of shops, whose orders become deliveries (docs/guides/shops.md).
import { z } from 'zod'
import { CONNECTOR_KINDS, PAYLOAD_STATUSES, SHOP_TOKEN } from '../../domain/connectors/connector.ts'
import { FILE_UNITS, IMPORT_FIELDS, type ImportField } from '../../domain/imports/import-columns.ts'
import { DATE_ORDERS } from '../../domain/imports/import-dates.ts'
import { faultText } from '../../texts/as-string.ts'
import { endpoint } from '../endpoint.ts'
import { InstantOut, integer, oneOf, text, Uuid, UuidOut } from '../fields.ts'
import { MAX_CONNECTOR_RETRIES } from '../limits.ts'
import { CreatorOut } from './users.ts'

const MAX_DEFAULT_DAYS = 60

const Field = z.enum(IMPORT_FIELDS as [ImportField, ...ImportField[]])

const names = z
  .array(
    text(1, 100).transform((name) => name.trim().toLowerCase()),
    { error: faultText('must be a list') },
  )
  .max(50, faultText('must have at most 50 names'))

const MappingBody = z.strictObject({
  /** Template of each field. Fields without a template are empty. */
  fields: z.partialRecord(Field, text(1, 500), { error: faultText('must be a JSON object') }),
  /** Path of the list of items. */
  items: text(1, 200).nullable(),
  statuses: names,
  shipping_methods: names,
  /** Days from the receipt to the delivery of an order without a date. */
  default_days: integer(0, MAX_DEFAULT_DAYS).nullable(),
  date_order: oneOf(DATE_ORDERS),
  units: oneOf(FILE_UNITS),
})
export type MappingBody = z.output<typeof MappingBody>

const MappingOut = z.object({
  fields: z.partialRecord(Field, z.string()),
  items: z.string().nullable(),
  statuses: z.array(z.string()),
  shipping_methods: z.array(z.string()),
  default_days: z.number().nullable(),
  date_order: z.enum(DATE_ORDERS),
  units: z.enum(FILE_UNITS),
})
export type MappingOut = z.output<typeof MappingOut>

/** Shop to which outcomes are written back. A token of null keeps the current one. */
const Shop = z.strictObject({
  url: text(1, 2_000),
  token: text(1, 500).regex(SHOP_TOKEN, faultText('must be a token without spaces')).nullable(),
})

const secret = text(8, 200).nullable()

const ConnectorInput = z.strictObject({
  kind: oneOf(CONNECTOR_KINDS),
  name: text(1, 200),
  /** Null: a new secret is made. */
  secret,
  /** Null: outcomes are not written back. */
  shop: Shop.nullable(),
})
export type ConnectorInput = z.output<typeof ConnectorInput>

/** Members that are not sent stay unchanged. */
const ConnectorChange = z.strictObject({
  name: text(1, 200).optional(),
  mapping: MappingBody.optional(),
  shop: Shop.nullable().optional(),
})
export type ConnectorChange = z.output<typeof ConnectorChange>

export const ConnectorOut = z.object({
  connector_uuid: UuidOut,
  kind: z.enum(CONNECTOR_KINDS),
  name: z.string(),
  /** Address to which the shop posts its orders. */
  url: z.string(),
  mapping: MappingOut,
  /** Null if outcomes are not written back. */
  shop: z
    .object({
      url: z.string(),
      /** Endpoint of its deliveries in the log of webhooks. */
      endpoint_uuid: UuidOut,
      last_success_at: InstantOut.nullable(),
      failing_since: InstantOut.nullable(),
    })
    .nullable(),
  /** Number of payloads that could not be taken. */
  failed: z.number(),
  last_received_at: InstantOut.nullable(),
  created_at: InstantOut,
  made_by: CreatorOut.nullable(),
})
export type ConnectorOut = z.output<typeof ConnectorOut>

const PayloadOut = z.object({
  payload_uuid: UuidOut,
  external_ref: z.string().nullable(),
  order_uuid: UuidOut.nullable(),
  status: z.enum(PAYLOAD_STATUSES),
  /** Why no delivery was made or changed. */
  reason: z.string().nullable(),
  received_at: InstantOut,
  /** Null if many later payloads were received since. */
  body: z.record(z.string(), z.unknown()).nullable(),
})
export type PayloadOut = z.output<typeof PayloadOut>

export const PayloadLogOut = z.object({ payloads: z.array(PayloadOut), next_cursor: z.string().nullable() })
export type PayloadLogOut = z.output<typeof PayloadLogOut>

const PayloadQuery = z.strictObject({
  connector_uuid: Uuid,
  status: oneOf(PAYLOAD_STATUSES).optional(),
  cursor: text(1, 2_000).optional(),
})
export type PayloadLogQuery = z.output<typeof PayloadQuery>

const PreviewOut = z.object({
  /** Fields of the delivery in the format of POST /orders. */
  order: z.record(z.string(), z.unknown()),
  faults: z.array(z.object({ field: z.string(), message: z.string() })),
  /** Why the order would not be taken. */
  left_out: z.string().nullable(),
})
export type PreviewOut = z.output<typeof PreviewOut>

const ConnectorId = z.object({ connector_uuid: Uuid })
const ConnectorMade = z.object({ connector_uuid: UuidOut, url: z.string(), secret: z.string() })

const owners = { permission: 'manageWebhooks', office: {} } as const

export const listConnectors = endpoint({
  ...owners,
  method: 'GET',
  path: '/connectors',
  reply: z.array(ConnectorOut),
})
export const createConnector = endpoint({
  ...owners,
  method: 'POST',
  path: '/connectors',
  body: ConnectorInput,
  reply: ConnectorMade,
  audit: ['connector.created'],
})
export const changeConnector = endpoint({
  ...owners,
  method: 'PATCH',
  path: '/connectors/{connector_uuid}',
  params: ConnectorId,
  body: ConnectorChange,
  reply: z.null(),
  audit: ['connector.changed'],
})
export const rotateConnectorSecret = endpoint({
  ...owners,
  method: 'POST',
  path: '/connectors/{connector_uuid}/secret',
  params: ConnectorId,
  body: z.strictObject({ secret }),
  reply: ConnectorMade,
  audit: ['connector.secret_changed'],
})
export const deleteConnector = endpoint({
  ...owners,
  method: 'DELETE',
  path: '/connectors/{connector_uuid}',
  params: ConnectorId,
  reply: z.null(),
  audit: ['connector.deleted'],
})
/** Makes the caller responsible for a connection whose creator has left. */
export const keepConnector = endpoint({
  ...owners,
  method: 'POST',
  path: '/connectors/{connector_uuid}/keep',
  params: ConnectorId,
  reply: z.null(),
  audit: ['connector.kept'],
})
export const listPayloads = endpoint({
  ...owners,
  method: 'GET',
  path: '/connector-payloads',
  query: PayloadQuery,
  reply: PayloadLogOut,
})
/** Shows the delivery that a stored payload would become. */
export const previewMapping = endpoint({
  ...owners,
  method: 'POST',
  path: '/connectors/{connector_uuid}/preview',
  params: ConnectorId,
  body: z.strictObject({ payload_uuid: Uuid, mapping: MappingBody }),
  reply: PreviewOut,
  audit: [],
})
export const retryPayloads = endpoint({
  ...owners,
  method: 'POST',
  path: '/connectors/{connector_uuid}/payloads/retry',
  params: ConnectorId,
  body: z.strictObject({
    payload_uuids: z
      .array(Uuid)
      .min(1, faultText('must not be empty'))
      .max(MAX_CONNECTOR_RETRIES, faultText('must name at most {most}', { most: MAX_CONNECTOR_RETRIES })),
  }),
  reply: z.object({ taken: z.number(), remaining: z.number() }),
  audit: ['connector.payloads_retried'],
})
