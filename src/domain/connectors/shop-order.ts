// Reads an order from the payload of a shop. The templates of the mapping turn it into rows like those of an exported
// file, which the reader of imported files reads.
import { text, type Text } from '../../texts/text.ts'
import { IMPORT_FIELDS, type ColumnMapping } from '../imports/import-columns.ts'
import { type Fault, type FileReading, readOrder, valueOf } from '../imports/import-rows.ts'
import { LEFT_OUT_REASONS, type LeftOutCause } from '../imports/left-out.ts'
import type { ConnectorKind, ConnectorMapping } from './connector.ts'
import { fillTemplate, valueAt } from './template.ts'

export type Payload = Record<string, unknown>

export interface ShopOrder {
  externalRef: string
  /** Order body in the format of the API. Not validated yet. */
  body: Record<string, unknown>
  faults: Fault[]
  /** Reason why the shop would not have the order delivered now. Null if it would. */
  leftOut: Text | null
  /** Whether the shop no longer wants the delivery, so that an existing delivery is canceled. */
  cancels: boolean
}

/** Maximum items that are read, one more than an order may have. */
const MAX_ITEMS = 501

const DELETED = 'deleted_in_shop'
const DELETED_REASON = text('deleted in the shop')

/** Payload of an order that the shop has deleted. The webhook of a deletion has only the ID. */
export const deletionOf = ({ id }: Payload): Payload => ({ id, [DELETED]: true })

/** The columns are the fields in their fixed order. */
const columnsOf = ({ fields }: ConnectorMapping): ColumnMapping =>
  Object.fromEntries(IMPORT_FIELDS.flatMap((field, i) => (fields[field] ? [[field, i]] : [])))

export function readShopOrder(
  kind: ConnectorKind,
  mapping: ConnectorMapping,
  payload: Payload,
  { defaultDate, timeZone }: Pick<FileReading, 'defaultDate' | 'timeZone'>,
): ShopOrder {
  const view = viewOf(kind, payload)
  const items = mapping.items === null ? [] : valueAt(view, mapping.items)
  const scopes = Array.isArray(items) && items.length > 0 ? items.slice(0, MAX_ITEMS) : [null]
  const columns = columnsOf(mapping)
  const scope = { ...view }
  const rows = scopes.map((item, i) => {
    scope.item = item
    return { line: i + 1, cells: IMPORT_FIELDS.map((field) => cellOf(mapping.fields[field], scope, i > 0)) }
  })
  const cell = (field: keyof ColumnMapping): string => (rows[0] ? valueOf(rows[0], columns, field) : '')
  const externalRef = cell('external_ref')
  const { body, faults, leftOut } = readOrder(
    { externalRef, rows, repeats: null },
    {
      mapping: columns,
      headers: [],
      defaultDate,
      timeZone,
      dateOrder: mapping.dateOrder,
      decimalMark: '.',
      units: mapping.units,
    },
  )
  const isDeletion = payload[DELETED] === true
  if (isDeletion) return { externalRef, body, faults, leftOut: DELETED_REASON, cancels: true }
  return {
    externalRef,
    body,
    faults,
    leftOut: leftOut ? LEFT_OUT_REASONS[leftOut] : notTaken(mapping, cell, hasDestination(kind, view)),
    cancels: leftOut !== null && CANCELS[leftOut],
  }
}

/** Rows after the first have only the fields of items, so that a long list of items takes little time. */
const cellOf = (template: string | undefined, scope: Payload, onlyItems: boolean): string =>
  template === undefined || (onlyItems && !/[{|]\s*item\b/.test(template)) ? '' : fillTemplate(template, scope)

/** An order that the shop already counts as fulfilled may be on its way, so its delivery stays. */
const CANCELS: Record<LeftOutCause, boolean> = { CANCELLED: true, REFUNDED: true, PICKUP: true, FULFILLED: false }

/** Reasons of orders whose deliveries are canceled. */
export const CANCELLING_REASONS: readonly Text[] = [
  DELETED_REASON,
  ...(Object.keys(CANCELS) as LeftOutCause[]).filter((cause) => CANCELS[cause]).map((cause) => LEFT_OUT_REASONS[cause]),
]

function notTaken(
  { statuses, shippingMethods }: ConnectorMapping,
  cell: (field: keyof ColumnMapping) => string,
  hasAddress: boolean,
): Text | null {
  const status = cell('status') || cell('payment_status')
  if (statuses.length > 0 && !statuses.includes(status.toLowerCase()))
    return text('The status “{status}” is not taken.', { status })
  const method = cell('shipping_method')
  if (shippingMethods.length > 0 && !shippingMethods.includes(method.toLowerCase()))
    return text('The shipping method “{method}” is not taken.', { method })
  return hasAddress ? null : text('The order has no shipping address.')
}

const hasDestination = (kind: ConnectorKind, view: Payload): boolean => kind === 'WEBHOOK' || view.destination !== null

/** Adds `destination`, the address of the goods, which both shops leave out of some orders. */
function viewOf(kind: ConnectorKind, payload: Payload): Payload {
  if (kind === 'WEBHOOK') return payload
  if (kind === 'SHOPIFY')
    // Zero means that the shop knows no weight.
    return { ...payload, destination: payload.shipping_address ?? null, total_weight: payload.total_weight || null }
  const isShipped = Array.isArray(payload.shipping_lines) && payload.shipping_lines.length > 0
  const own = fillTemplate('{shipping.address_1}', payload) !== ''
  return { ...payload, destination: own ? payload.shipping : isShipped ? (payload.billing ?? null) : null }
}

/** Longest ID of an order, which an index of the database must hold. */
const MAX_SOURCE_REF = 200

/** ID of the order in the shop. Null if the payload has none. */
export function sourceRefOf(kind: ConnectorKind, payload: Payload, externalRef: string): string | null {
  if (kind === 'WEBHOOK') return externalRef.length <= MAX_SOURCE_REF ? externalRef || null : null
  // Shopify's numeric ID can have more digits than a number of JSON.parse keeps.
  const global =
    kind === 'SHOPIFY' ? /^gid:\/\/shopify\/Order\/(\d{1,30})$/.exec(String(payload.admin_graphql_api_id)) : null
  const id = global?.[1] ?? payload.id
  return (typeof id === 'number' && Number.isSafeInteger(id)) || (typeof id === 'string' && /^\d{1,30}$/.test(id))
    ? String(id)
    : null
}

/** Instant of the change that the payload reports, by which a late payload is recognized. Null if it has none. */
export function changedAt(
  kind: ConnectorKind,
  { updated_at: updated, date_modified_gmt: modified }: Payload,
): Date | null {
  const written = {
    SHOPIFY: updated,
    WOOCOMMERCE: typeof modified === 'string' ? `${modified}Z` : null,
    WEBHOOK: null,
  }[kind]
  const at = new Date(typeof written === 'string' ? written : NaN)
  return Number.isNaN(at.getTime()) ? null : at
}
