// Tests the guesses of columns for exports of shops and for sheets in four languages, as tables.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import Papa from 'papaparse'
import { guessMapping } from '../../../src/domain/imports/guess-columns.ts'
import { cellText } from '../../../src/domain/imports/import-cells.ts'
import { EXPORTS } from '../../helpers/data.ts'

type Meanings = Record<string, string>

const SHOPIFY: Meanings = {
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
  payment_status: 'Financial Status',
  fulfillment_status: 'Fulfillment Status',
  cancelled_at: 'Cancelled at',
  shipping_method: 'Shipping Method',
}

const WOOCOMMERCE: Meanings = {
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
}

const BY_HEADERS: Record<string, Meanings> = {
  shopify_orders_export_2024plus: SHOPIFY,
  woocommerce_advanced_order_export: WOOCOMMERCE,
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
  square_transactions: {
    external_ref: 'Transaction ID',
    customer_name: 'Customer Name',
  },
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
    fulfillment_status: 'Date Shipped',
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

const BY_HEADERS_AND_CELLS: Record<string, Meanings> = {
  bigcommerce: {
    external_ref: 'Order ID',
    first_name: 'Shipping First Name',
    last_name: 'Shipping Last Name',
    customer_phone: 'Shipping Phone',
    customer_email: 'Shipping Email',
    line1: 'Shipping Street 1',
    unit: 'Shipping Street 2',
    city: 'Shipping Suburb',
    region: 'Shipping State',
    postal_code: 'Shipping Zip',
    delivery_date: 'Delivery Date',
    instructions: 'Customer Message',
    notes: 'Order Notes',
    status: 'Order Status',
    shipping_method: 'Shipping Method',
  },
  etsy: {
    external_ref: 'Order ID',
    first_name: 'First Name',
    last_name: 'Last Name',
    line1: 'Street 1',
    unit: 'Street 2',
    city: 'Ship City',
    region: 'Ship State',
    postal_code: 'Ship Zipcode',
    item_sku: 'SKU',
    status: 'Status',
    fulfillment_status: 'Date Shipped',
  },
  magento: {
    external_ref: 'ID',
    customer_name: 'Ship-to Name',
    customer_email: 'Customer Email',
    status: 'Status',
    shipping_method: 'Shipping Information',
    full_address: 'Shipping Address',
  },
  odoo: {
    external_ref: 'Order Reference',
    customer_name: 'Customer',
    customer_phone: 'Delivery Address/Phone',
    customer_email: 'Delivery Address/Email',
    line1: 'Delivery Address/Street',
    city: 'Delivery Address/City',
    postal_code: 'Delivery Address/Zip',
    delivery_date: 'Delivery Date',
    item_name: 'Order Lines/Product',
    item_quantity: 'Order Lines/Quantity',
    status: 'Status',
  },
  prestashop: {
    external_ref: 'id_order',
    first_name: 'firstname',
    last_name: 'lastname',
    customer_phone: 'phone',
    customer_email: 'email',
    line1: 'address1',
    unit: 'address2',
    city: 'city',
    postal_code: 'postcode',
    delivery_date: 'delivery_date',
    item_name: 'product_name',
    item_quantity: 'product_quantity',
    status: 'current_state',
  },
  'sheet-french': {
    external_ref: 'N° commande',
    first_name: 'Prénom',
    last_name: 'Nom',
    customer_phone: 'Portable',
    line1: 'Adresse de livraison',
    city: 'Ville',
    postal_code: 'Code postal',
    delivery_date: 'Date de livraison',
    window: 'Créneau',
    weight: 'Poids',
    instructions: 'Remarques',
  },
  'sheet-german': {
    external_ref: 'Auftragsnr.',
    customer_name: 'Kunde',
    customer_phone: 'Telefon',
    line1: 'Straße',
    city: 'Ort',
    postal_code: 'PLZ',
    delivery_date: 'Liefertermin',
    window_start: 'Von',
    window_end: 'Bis',
    weight: 'Gewicht (kg)',
    instructions: 'Bemerkung',
  },
  'sheet-spanish': {
    external_ref: 'Nº pedido',
    first_name: 'Nombre',
    last_name: 'Apellidos',
    customer_phone: 'Teléfono móvil',
    line1: 'Dirección',
    city: 'Ciudad',
    postal_code: 'C.P.',
    delivery_date: 'Fecha de entrega',
    window_start: 'Desde',
    window_end: 'Hasta',
    load_pieces: 'Bultos',
    instructions: 'Observaciones',
  },
  'sheet-whole-address': {
    customer_name: 'Name',
    delivery_date: 'Date',
    weight: 'Lbs',
    full_address: 'Address',
  },
  'shopify-buddha': SHOPIFY,
  'shopify-stellar': SHOPIFY,
  'shopify-zapiet': SHOPIFY,
  'square-online': {
    external_ref: 'Order',
    customer_name: 'Recipient Name',
    customer_phone: 'Recipient Phone',
    customer_email: 'Recipient Email',
    line1: 'Recipient Address',
    unit: 'Recipient Address 2',
    city: 'Recipient City',
    region: 'Recipient Region',
    postal_code: 'Recipient Postal Code',
    delivery_date: 'Fulfillment Date',
    window: 'Fulfillment Time',
    instructions: 'Fulfillment Notes',
    item_name: 'Item Name',
    item_quantity: 'Item Quantity',
    item_sku: 'Item SKU',
    fulfillment_status: 'Fulfillment Status',
    shipping_method: 'Fulfillment Type',
  },
  squarespace: {
    external_ref: 'Order ID',
    customer_name: 'Shipping Name',
    customer_phone: 'Shipping Phone',
    customer_email: 'Email',
    line1: 'Shipping Address1',
    unit: 'Shipping Address2',
    city: 'Shipping City',
    region: 'Shipping Province',
    postal_code: 'Shipping Zip',
    delivery_date: 'Checkout Form: Delivery Date',
    instructions: 'Checkout Form: Delivery Notes',
    item_name: 'Lineitem name',
    item_quantity: 'Lineitem quantity',
    item_sku: 'Lineitem sku',
    payment_status: 'Financial Status',
    fulfillment_status: 'Fulfillment Status',
    cancelled_at: 'Cancelled at',
    shipping_method: 'Shipping Method',
  },
  wix: {
    external_ref: 'Order number',
    customer_name: 'Recipient name',
    customer_phone: 'Recipient phone',
    line1: 'Delivery address',
    city: 'Delivery city',
    region: 'Delivery state',
    postal_code: 'Delivery zip/postal code',
    window: 'Delivery time',
    weight: 'Weight',
    instructions: 'Note from customer',
    notes: 'Additional checkout info',
    item_name: 'Item',
    item_quantity: 'Qty',
    item_sku: 'SKU',
    payment_status: 'Payment status',
    fulfillment_status: 'Fulfillment status',
    shipping_method: 'Delivery method',
    customer_email: 'Contact email',
  },
  'woocommerce-delivery-slots': { ...WOOCOMMERCE, delivery_date: 'jckwds_date', window: 'jckwds_timeslot' },
  'woocommerce-order-delivery-date': { ...WOOCOMMERCE, delivery_date: 'Delivery Date', window: 'Time Slot' },
}

function guessed(headers: readonly string[], rows: readonly (readonly string[])[]): Meanings {
  const cells = headers.map((_, i) => rows.map((row) => cellText(row[i] ?? '')))
  return Object.fromEntries(
    Object.entries(guessMapping(headers, cells)).map(([field, column]) => [field, headers[column] ?? '']),
  )
}

test('real exports are recognized by their headers alone', () => {
  const headers = readFileSync(path.join(EXPORTS, 'headers.json'), 'utf8')
  const { _note, ...exports } = JSON.parse(headers) as Record<string, string[]>
  assert.deepEqual(Object.keys(exports).sort(), Object.keys(BY_HEADERS).sort())
  for (const [name, own] of Object.entries(exports)) assert.deepEqual(guessed(own, []), BY_HEADERS[name], name)
})

test('exports of shops and sheets in four languages are recognized by headers and cells', () => {
  const folder = path.join(EXPORTS, 'shops')
  assert.deepEqual(
    readdirSync(folder).sort(),
    Object.keys(BY_HEADERS_AND_CELLS)
      .map((name) => `${name}.csv`)
      .sort(),
  )
  for (const [name, meanings] of Object.entries(BY_HEADERS_AND_CELLS)) {
    const [headers = [], ...rows] = Papa.parse<string[]>(
      readFileSync(path.join(folder, `${name}.csv`), 'utf8').trim(),
    ).data
    assert.deepEqual(guessed(headers, rows), meanings, name)
  }
})

test('a plain date column is the delivery date if no column has a better name and its cells are dates', () => {
  const date = (headers: string[], row: string[] = []) => guessed(headers, [row]).delivery_date
  assert.equal(date(['Ref', 'Customer', 'Date']), 'Date')
  assert.equal(date(['Date', 'Delivery date']), 'Delivery date')
  assert.equal(date(['Ref', 'Date'], ['1', 'in two weeks']), undefined)
})

test('a sender is not the start of the window, and a street with a unit is not a whole address', () => {
  const rows = [['Sample Depot', '1 A St, Apt 2', 'Washington']]
  assert.deepEqual(guessed(['From', 'Address', 'City'], rows), { line1: 'Address', city: 'City' })
  assert.deepEqual(guessed(['Address'], [['1 A St, Apt 2'], ['2 B St']]), { line1: 'Address' })
  assert.deepEqual(guessed(['Where'], [['Hauptstr. 5, 10115 Berlin'], ['1 rue X, 75002 Paris']]), {
    full_address: 'Where',
  })
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
  assert.deepEqual(guessed(headers, []), {
    external_ref: 'Cust #',
    customer_name: 'Deliver to',
    full_address: 'Full address',
    customer_phone: 'Phone',
    delivery_date: 'Del. date',
    window_start: 'From',
    window_end: 'To',
    weight: 'Wt (lb)',
    needs: 'Needs',
    instructions: 'Remarks',
  })
  assert.deepEqual(guessed(['Umsatz', '', 'Farbe'], []), {})
})

test('a column is the placement of coordinates only if its cells are placements', () => {
  assert.deepEqual(guessed(['Placement'], [['PLACED'], ['APPROXIMATE']]), { placement: 'Placement' })
  assert.deepEqual(guessed(['Placement'], [['front porch']]), {})
})

test('a deliver-by date is the last possible date, with or without a date column', () => {
  assert.deepEqual(guessed(['Date', 'Deliver by'], []), { delivery_date: 'Date', delivery_by: 'Deliver by' })
  assert.deepEqual(guessed(['Deliver by'], []), { delivery_by: 'Deliver by' })
})
