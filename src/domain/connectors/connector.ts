// Connections of shops, which send their orders as webhooks (docs/guides/shops.md), and how their orders are read.
import type { DateOrder } from '../imports/import-dates.ts'
import type { FileUnits, ImportField } from '../imports/import-columns.ts'
import type { EventName } from '../webhooks/event-names.ts'

export const CONNECTOR_KINDS = ['WOOCOMMERCE', 'SHOPIFY', 'WEBHOOK'] as const
export type ConnectorKind = (typeof CONNECTOR_KINDS)[number]

/** Last segment but one of the URL that the shop posts to. */
export const CONNECTOR_PATHS = {
  WOOCOMMERCE: 'woocommerce',
  SHOPIFY: 'shopify',
  WEBHOOK: 'webhook',
} as const satisfies Record<ConnectorKind, string>

/** Characters of a token, which is sent in a header. */
export const SHOP_TOKEN = /^[\x21-\x7e]+$/

/** How the orders of a connection become deliveries. */
export interface ConnectorMapping {
  /** Template of each field (`template.ts`). A field without a template is empty. */
  fields: Partial<Record<ImportField, string>>
  /** Path of the list of items, such as `line_items`. Null: the order has no items. */
  items: string | null
  /** Statuses of the shop whose orders are taken, in lower case. Empty: all statuses. */
  statuses: string[]
  /** Shipping methods whose orders are taken, in lower case. Empty: all methods. */
  shippingMethods: string[]
  /** Days from the receipt to the delivery of an order without a date. Null: such an order is refused. */
  defaultDays: number | null
  dateOrder: DateOrder
  units: FileUnits
}

/** Days that a payload is kept after its receipt and, if it became a delivery, after the end of the delivery. */
export const PAYLOADS_KEPT_DAYS = 30

/** Result of the last payload of a shop's order. */
export const PAYLOAD_STATUSES = ['TAKEN', 'SKIPPED', 'FAILED'] as const
export type PayloadStatus = (typeof PAYLOAD_STATUSES)[number]

/** Events that are written back to the shop. The empty list: the kind has no API to write to. */
export const WRITTEN_BACK = {
  WOOCOMMERCE: ['stop.delivered', 'stop.failed', 'stop.corrected', 'stop.undone'],
  SHOPIFY: ['stop.delivered', 'stop.failed', 'stop.corrected', 'stop.undone'],
  WEBHOOK: [],
} as const satisfies Record<ConnectorKind, readonly EventName[]>

/** Address of the shop's order, with a fallback per part only for the phone: other parts never mix two addresses. */
const AT_DESTINATION = {
  first_name: '{destination.first_name}',
  last_name: '{destination.last_name}',
  customer_name: '{destination.company}',
  city: '{destination.city}',
} as const

const NOTHING_LIMITED = { shippingMethods: [], defaultDays: null, units: 'US' } as const

/** Mapping of a new connection. Its names are those of the shop's public documentation. */
export function defaultMapping(kind: ConnectorKind, dateOrder: DateOrder): ConnectorMapping {
  return { ...structuredClone(DEFAULTS[kind]), dateOrder }
}

const DEFAULTS: Record<ConnectorKind, Omit<ConnectorMapping, 'dateOrder'>> = {
  WOOCOMMERCE: {
    ...NOTHING_LIMITED,
    shippingMethods: [],
    fields: {
      ...AT_DESTINATION,
      external_ref: '{number|id}',
      customer_phone: '{destination.phone|billing.phone}',
      customer_email: '{billing.email}',
      line1: '{destination.address_1}',
      unit: '{destination.address_2}',
      region: '{destination.state}',
      postal_code: '{destination.postcode}',
      delivery_date: '{meta_data._delivery_date|meta_data.delivery_date|meta_data.jckwds_date}',
      window: '{meta_data._delivery_time|meta_data.delivery_time|meta_data.jckwds_timeslot}',
      instructions: '{customer_note}',
      item_name: '{item.name}',
      item_quantity: '{item.quantity}',
      item_sku: '{item.sku}',
      status: '{status}',
      shipping_method: '{shipping_lines.0.method_title}',
    },
    items: 'line_items',
    statuses: ['processing'],
  },
  SHOPIFY: {
    ...NOTHING_LIMITED,
    shippingMethods: [],
    fields: {
      ...AT_DESTINATION,
      external_ref: '{name|id}',
      customer_phone: '{destination.phone|phone|customer.phone}',
      customer_email: '{email|customer.email}',
      line1: '{destination.address1}',
      unit: '{destination.address2}',
      region: '{destination.province_code|destination.province}',
      postal_code: '{destination.zip}',
      instructions: '{note}',
      notes: '{note_attributes}',
      weight: '{total_weight} g',
      item_name: '{item.name|item.title}',
      item_quantity: '{item.current_quantity|item.quantity}',
      item_sku: '{item.sku}',
      payment_status: '{financial_status}',
      fulfillment_status: '{fulfillment_status}',
      cancelled_at: '{cancelled_at}',
      shipping_method: '{shipping_lines.0.title}',
    },
    items: 'line_items',
    statuses: ['authorized', 'paid', 'partially_paid', 'partially_refunded'],
  },
  WEBHOOK: {
    ...NOTHING_LIMITED,
    shippingMethods: [],
    fields: {
      external_ref: '{external_ref|order_id|id}',
      customer_name: '{customer_name|name}',
      customer_phone: '{customer_phone|phone}',
      customer_email: '{customer_email|email}',
      full_address: '{address}',
      line1: '{line1}',
      city: '{city}',
      region: '{region|state}',
      postal_code: '{postal_code|zip}',
      delivery_date: '{delivery_date}',
      window: '{window}',
      instructions: '{instructions|note}',
      item_name: '{item.name}',
      item_quantity: '{item.quantity}',
      item_sku: '{item.sku}',
      status: '{status}',
    },
    items: 'items',
    statuses: [],
  },
}
