// Guesses the order field of each column of a file from the headers that shops and dispatchers use.

import { type PlainSentence, text, type Text } from '../../texts/text.ts'
import { LANGUAGES } from '../customer-words/language.ts'
import { ID_CHECKS } from '../routes/door-checks.ts'
import { moneyIn, idCheckIn, languageIn, listIn, type Sized, timeIn, windowsIn, yesIn } from './import-cells.ts'
import { type DecimalMark, numberIn } from './import-numbers.ts'

/** Units of a file. */
export const FILE_UNITS = ['US', 'METRIC'] as const
export type FileUnits = (typeof FILE_UNITS)[number]

/** A field that is read from its own cell: parser, and message if the cell is not valid. */
interface OwnField {
  parse: (text: string, decimal: DecimalMark) => unknown
  fault: PlainSentence | Text
}

interface ImportColumn {
  label: string
  /** Kind of measure. Its header and cells may contain a unit. */
  sized?: Sized
  /** Most reliable first. */
  headers: readonly string[]
  own?: OwnField
}

const TEXT: OwnField = { parse: (cell) => cell, fault: 'is not text' }

/**
 * Words before the name of an address column, most reliable first. The address for goods comes before the address for
 * bills.
 */
const LOCATION_COLUMNS = ['shipping', 'ship', 'recipient', 'delivery', 'customer', '', 'billing']
const atPlace = (...names: string[]) =>
  LOCATION_COLUMNS.flatMap((place) =>
    names.flatMap((name) => (place ? [`${place} ${name}`, `${name} ${place}`] : [name])),
  )

const VOLUME_UNITS = [
  'cubic feet',
  'cu ft',
  'cuft',
  'ft3',
  'cubic meters',
  'cubic metres',
  'm3',
  'cbm',
  'liters',
  'litres',
]
const UNITS = { weight: ['lb', 'lbs', 'pounds', 'kg', 'kgs', 'kilograms', 'g'], volume: VOLUME_UNITS }

/** Returns the headers of a measure with each unit, then the headers without a unit. */
const inUnits = (sized: Sized, ...names: string[]) => [
  ...names.flatMap((name) => UNITS[sized].map((unit) => `${name} ${unit}`)),
  ...names,
]

const COLUMNS = {
  external_ref: {
    label: 'Reference',
    headers: [
      'order number',
      'order id',
      'order no',
      'order ref',
      'order reference',
      'order name',
      'order',
      'external ref',
      'reference',
      'ref',
      'invoice number',
      'ticket number',
      'cust',
      'transaction id',
    ],
  },
  customer_name: {
    label: 'Customer',
    headers: [...atPlace('name', 'full name'), 'deliver to', 'customer', 'recipient', 'buyer', 'contact', 'company'],
  },
  first_name: {
    label: 'First name',
    headers: atPlace('first name', 'firstname'),
  },
  last_name: {
    label: 'Last name',
    headers: atPlace('last name', 'lastname', 'surname'),
  },
  customer_phone: {
    label: 'Phone',
    headers: [...atPlace('phone', 'phone number', 'mobile', 'telephone', 'tel'), 'cell'],
    own: TEXT,
  },
  customer_email: {
    label: 'Email',
    headers: atPlace('email', 'email address', 'e mail'),
    own: TEXT,
  },
  full_address: {
    label: 'Whole address in one column',
    headers: ['full address', 'complete address', 'address full'],
  },
  line1: {
    label: 'Street address',
    headers: atPlace(
      'address1',
      'address 1',
      'address 1 2',
      'address line 1',
      'street 1',
      'street address',
      'street',
      'address',
    ),
  },
  unit: {
    label: 'Unit',
    headers: atPlace('address2', 'address 2', 'address line 2', 'street 2', 'unit', 'apt', 'suite', 'apartment'),
  },
  city: {
    label: 'City',
    headers: atPlace('city', 'town'),
  },
  region: {
    label: 'State',
    headers: atPlace('state code', 'state', 'province', 'region'),
  },
  postal_code: {
    label: 'Postal code',
    headers: atPlace('zip', 'zip code', 'zipcode', 'postcode', 'postal code'),
  },
  lat: {
    label: 'Latitude',
    headers: ['lat', 'latitude'],
  },
  lng: {
    label: 'Longitude',
    headers: ['lng', 'lon', 'long', 'longitude'],
  },
  delivery_date: {
    label: 'Delivery date',
    headers: ['delivery date', 'del date', 'delivery day', 'deliver on', 'scheduled date', 'due date', 'date'],
  },
  delivery_by: {
    label: 'Last possible date',
    headers: [
      'last possible date',
      'last delivery date',
      'latest delivery date',
      'delivery date to',
      'delivery by',
      'deliver by',
      'deliver until',
      'delivery until',
    ],
  },
  window: {
    label: 'Time window',
    headers: ['delivery window', 'time window', 'window', 'delivery time', 'time slot', 'delivery slot'],
  },
  window_start: {
    label: 'Not before',
    headers: ['window start', 'from', 'start time', 'time from', 'earliest', 'not before', 'after'],
  },
  window_end: {
    label: 'Not after',
    headers: ['window end', 'to', 'end time', 'time to', 'latest', 'until', 'not after', 'before'],
  },
  more_windows: {
    label: 'More time windows',
    headers: ['more windows', 'more time windows', 'other windows', 'second window', 'further windows'],
    own: { parse: windowsIn, fault: 'is not a list of time windows; write it as 1:00 PM - 3:00 PM; 17:00 - 18:00' },
  },
  weight: {
    label: 'Weight',
    sized: 'weight',
    headers: inUnits('weight', 'weight', 'wt', 'parcel weight', 'total weight', 'load'),
  },
  weight_unit: {
    label: 'Unit of the weight',
    headers: ['weight unit', 'parcel weight unit'],
  },
  ready_at: {
    label: 'Ready to load at',
    headers: ['ready at', 'ready time', 'ready', 'ready to load', 'earliest loading'],
    own: { parse: timeIn, fault: 'is not a time of day; write it as 9:00 AM or 09:00' },
  },
  load_pieces: {
    label: 'Pieces',
    headers: ['pieces', 'pcs', 'cartons', 'load pieces', 'number of pieces'],
    own: { parse: numberIn, fault: 'is not a number of pieces' },
  },
  load_cubic_feet: {
    label: 'Volume',
    sized: 'volume',
    headers: [...VOLUME_UNITS, ...inUnits('volume', 'volume', 'vol', 'load volume'), 'load cubic feet'],
  },
  priority: {
    label: 'Priority, 0 to 100',
    headers: ['priority', 'delivery priority'],
    own: { parse: numberIn, fault: 'is not a priority; write a number from 0 to 100' },
  },
  required_skills: {
    label: 'Skills its vehicle must have',
    headers: ['required skills', 'skills'],
    own: { parse: listIn, fault: 'names no skill' },
  },
  required_drivers: {
    label: 'Drivers, one of whom must drive it',
    headers: ['required drivers', 'required driver'],
    own: { parse: listIn, fault: 'names no driver' },
  },
  excluded_drivers: {
    label: 'Drivers who must not drive it',
    headers: ['excluded drivers', 'excluded driver'],
    own: { parse: listIn, fault: 'names no driver' },
  },
  preferred_drivers: {
    label: 'Drivers, one of whom should drive it',
    headers: ['preferred drivers', 'preferred driver'],
    own: { parse: listIn, fault: 'names no driver' },
  },
  pickup_weight_lbs: {
    label: 'Weight to pick up there',
    sized: 'weight',
    headers: [
      ...inUnits('weight', 'pickup weight', 'return weight'),
      'pickup lbs',
      'pickup kg',
      'returns lbs',
      'returns kg',
    ],
  },
  pickup_pieces: {
    label: 'Pieces to pick up there',
    headers: ['pickup pieces', 'pieces to pick up', 'return pieces', 'returns', 'empties'],
    own: { parse: numberIn, fault: 'is not a number of pieces' },
  },
  pickup_cubic_feet: {
    label: 'Volume to pick up there',
    sized: 'volume',
    headers: [
      ...inUnits('volume', 'pickup volume', 'return volume'),
      ...VOLUME_UNITS.flatMap((unit) => [`pickup ${unit}`, `return ${unit}`]),
    ],
  },
  goods_from: {
    label: 'Delivery at which its goods are picked up',
    headers: ['goods from', 'picked up at', 'pickup reference', 'collected at'],
    own: TEXT,
  },
  collect_amount: {
    label: 'Amount to collect',
    headers: ['collect amount', 'amount to collect', 'cash on delivery', 'cod amount', 'cod'],
    own: { parse: moneyIn, fault: 'is not an amount; write it as 24.90' },
  },
  id_check: {
    label: 'What the customer shows: AGE_18, AGE_21 or ID',
    headers: ['id check', 'age check', 'minimum age'],
    own: { parse: idCheckIn, fault: text('is not one of {values}', { values: ID_CHECKS.join(', ') }) },
  },
  door_code: {
    label: 'Whether the driver asks for the customer’s code',
    headers: ['door code', 'customer code', 'delivery code'],
    own: { parse: yesIn, fault: 'is not yes or no' },
  },
  max_ride_minutes: {
    label: 'Minutes that its goods may be on the way',
    headers: ['max ride minutes', 'longest ride minutes', 'ride time'],
    own: { parse: numberIn, fault: 'is not a number of minutes' },
  },
  language: {
    label: 'Language of the customer',
    headers: ['language', 'customer language'],
    own: { parse: languageIn, fault: text('is not one of {values}', { values: LANGUAGES.join(', ') }) },
  },
  needs: {
    label: 'Needs, temperature',
    headers: ['needs', 'temperature class', 'temperature', 'requirements', 'handling'],
  },
  instructions: {
    label: 'Instructions',
    headers: [
      'delivery instructions',
      'instructions',
      'delivery notes',
      'customer note',
      'customer message',
      'remarks',
      'notes',
      'note',
      'comments',
    ],
  },
  notes: {
    label: 'Notes with the date',
    headers: ['note attributes', 'staff notes', 'order notes', 'additional details'],
  },
  item_name: {
    label: 'Item',
    headers: ['lineitem name', 'item name', 'product name', 'item', 'product'],
  },
  item_quantity: {
    label: 'Quantity of the item',
    headers: ['lineitem quantity', 'quantity refund', 'item quantity', 'quantity', 'qty'],
  },
  item_sku: {
    label: 'SKU of the item',
    headers: ['lineitem sku', 'item sku', 'sku'],
  },
  item_barcodes: {
    label: 'Codes on the pieces of the item',
    headers: ['item barcodes', 'item barcode', 'barcodes', 'barcode', 'parcel barcode', 'parcel barcodes'],
  },
  status: {
    label: 'Order status',
    headers: ['order status', 'status'],
  },
  cancelled_at: {
    label: 'Canceled at',
    headers: ['cancelled at', 'canceled at'],
  },
  shipping_method: {
    label: 'Shipping method',
    headers: ['shipping method', 'shipping method title', 'delivery method'],
  },
} satisfies Record<string, ImportColumn>

export type ImportField = keyof typeof COLUMNS
export const IMPORT_COLUMNS: Readonly<Record<ImportField, ImportColumn>> = COLUMNS
export const IMPORT_FIELDS = Object.keys(COLUMNS) as readonly ImportField[]

/** Column index of each field, from 0. Fields without a column are absent. */
export type ColumnMapping = Partial<Record<ImportField, number>>

/** Guesses the field of each column from its header. Uses every column at most once. */
export function guessMapping(headers: readonly string[]): ColumnMapping {
  const names = headers.map(plain)
  const taken = new Set<number>()
  const mapping: ColumnMapping = {}
  for (const field of IMPORT_FIELDS) {
    const column = acceptedHeaders(field, names)
      .map((name) => names.findIndex((seen, i) => seen === name && !taken.has(i)))
      .find((i) => i >= 0)
    if (column === undefined) continue
    mapping[field] = column
    taken.add(column)
  }
  return mapping
}

function acceptedHeaders(field: ImportField, names: readonly string[]): readonly string[] {
  const { headers } = IMPORT_COLUMNS[field]
  // Shopify's "Name" is that of the order. The customer's name is under shipping and billing.
  if (field === 'external_ref' && names.includes('lineitem name')) return ['name']
  // Square's "Date" is that of the sale. It comes with a time and a time zone.
  if (field === 'delivery_date' && names.includes('time zone')) return headers.filter((name) => name !== 'date')
  return headers
}

const plain = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll('³', '3')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Numeric fields, with or without a unit. */
export const NUMBER_FIELDS: readonly ImportField[] = IMPORT_FIELDS.filter((field) => {
  const { sized, own } = IMPORT_COLUMNS[field]
  return sized !== undefined || own?.parse === numberIn || own?.parse === moneyIn || field === 'item_quantity'
})
