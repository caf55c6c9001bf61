import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { guessMapping } from '../../../src/domain/imports/import-columns.ts'
import { EXPORTS } from '../../helpers/data.ts'

const expected: Record<string, Record<string, string>> = {
  shopify_orders_export_2024plus: {
    external_ref: 'Name',
    customer_name: 'Shipping Name',
    customer_phone: 'Shipping Phone',
    customer_email: 'Email',
    line1: 'Shipping Address1',
    unit: 'Shipping Address2',
    city: 'Shipping City',
    region: 'Shipping Province',
    postal_code: 'Shipping Zip',
    instructions: 'Notes',
    notes: 'Note Attributes',
    item_name: 'Lineitem name',
    item_quantity: 'Lineitem quantity',
    item_sku: 'Lineitem sku',
    cancelled_at: 'Cancelled at',
    shipping_method: 'Shipping Method',
  },
  woocommerce_advanced_order_export: {
    external_ref: 'Order Number',
    first_name: 'First Name (Shipping)',
    last_name: 'Last Name (Shipping)',
    customer_phone: 'Phone (Billing)',
    customer_email: 'Email (Billing)',
    line1: 'Address 1&2 (Shipping)',
    city: 'City (Shipping)',
    region: 'State Code (Shipping)',
    postal_code: 'Postcode (Shipping)',
    instructions: 'Customer Note',
    item_name: 'Item Name',
    item_quantity: 'Quantity (- Refund)',
    item_sku: 'SKU',
    status: 'Order Status',
    shipping_method: 'Shipping Method Title',
  },
  woocommerce_snake_case: {
    external_ref: 'order_id',
    first_name: 'billing_first_name',
    last_name: 'billing_last_name',
    customer_phone: 'billing_phone',
    customer_email: 'billing_email',
    line1: 'shipping_address_1',
    city: 'shipping_city',
    region: 'shipping_state',
    postal_code: 'shipping_postcode',
    status: 'order_status',
  },
  square_transactions: { external_ref: 'Transaction ID', customer_name: 'Customer Name' },
  square_items: {
    external_ref: 'Transaction ID',
    customer_name: 'Customer Name',
    instructions: 'Notes',
    item_name: 'Item',
    item_quantity: 'Qty',
    item_sku: 'SKU',
  },
  etsy_sold_orders: {
    external_ref: 'Order ID',
    customer_name: 'Ship Name',
    line1: 'Ship Address1',
    city: 'Ship City',
    region: 'Ship State',
    postal_code: 'Ship Zipcode',
    item_name: 'Item Name',
    item_quantity: 'Quantity',
  },
  bigcommerce: {
    external_ref: 'Order ID',
    first_name: 'First Name',
    last_name: 'Last Name',
    customer_phone: 'Phone',
    customer_email: 'Email Address',
    line1: 'Shipping Street 1',
    city: 'Shipping City',
    region: 'Shipping State',
    postal_code: 'Shipping Zip Code',
    delivery_date: 'Delivery Date',
    instructions: 'Customer Message',
    notes: 'Staff Notes',
    status: 'Order Status',
  },
  shipment_batch_karrio: {
    customer_name: 'Recipient name',
    line1: 'Recipient address 1',
    city: 'Recipient city',
    region: 'Recipient state',
    postal_code: 'Recipient postal code',
    weight: 'Parcel weight',
    weight_unit: 'Parcel weight unit',
  },
}

test('every real export is recognized by its headers alone', () => {
  const headers = readFileSync(path.join(EXPORTS, 'headers.json'), 'utf8')
  const { _note, ...exports } = JSON.parse(headers) as Record<string, string[]>
  assert.deepEqual(Object.keys(exports).sort(), Object.keys(expected).sort())
  for (const [name, headers] of Object.entries(exports)) {
    const guessed = Object.entries(guessMapping(headers)).map(([field, column]) => [field, headers[column]])
    assert.deepEqual(Object.fromEntries(guessed), expected[name], name)
  }
})

test('a plain date column is the delivery date if no column has a better name', () => {
  assert.equal(guessMapping(['Ref', 'Customer', 'Date']).delivery_date, 2)
  assert.equal(guessMapping(['Date', 'Delivery date']).delivery_date, 1)
})

test('a dispatcher’s own sheet is recognized, and each column is used once', () => {
  const headers = [
    'Cust #',
    'Deliver to',
    'Full address',
    'Phone',
    'Del. date',
    'From',
    'To',
    'Wt (lb)',
    'Needs',
    'Remarks',
  ]
  const mapping = guessMapping(headers)
  assert.deepEqual(mapping, {
    external_ref: 0,
    customer_name: 1,
    full_address: 2,
    customer_phone: 3,
    delivery_date: 4,
    window_start: 5,
    window_end: 6,
    weight: 7,
    needs: 8,
    instructions: 9,
  })
  assert.deepEqual(guessMapping(['Umsatz', '', 'Farbe']), {})
})

test('a deliver-by date is the last possible date, with or without a date column', () => {
  assert.deepEqual(guessMapping(['Date', 'Deliver by']), { delivery_date: 0, delivery_by: 1 })
  assert.deepEqual(guessMapping(['Deliver by']), { delivery_by: 0 })
})
