// Fields of an order that a column of a file can have, and how their cells are read.

import { streetHoursIn } from '../planning/street-hours.ts'
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
  own?: OwnField
}

const TEXT: OwnField = { parse: (cell) => cell, fault: 'is not text' }

const COLUMNS = {
  external_ref: {
    label: 'Reference',
  },
  customer_name: {
    label: 'Customer',
  },
  first_name: {
    label: 'First name',
  },
  last_name: {
    label: 'Last name',
  },
  customer_phone: {
    label: 'Phone',
    own: TEXT,
  },
  customer_email: {
    label: 'Email',
    own: TEXT,
  },
  full_address: {
    label: 'Whole address',
  },
  line1: {
    label: 'Street address',
  },
  unit: {
    label: 'Unit',
  },
  city: {
    label: 'City',
  },
  region: {
    label: 'State',
  },
  postal_code: {
    label: 'Postal code',
  },
  lat: {
    label: 'Latitude',
  },
  lng: {
    label: 'Longitude',
  },
  placement: {
    label: 'Placement of the coordinates',
  },
  delivery_date: {
    label: 'Delivery date',
  },
  delivery_by: {
    label: 'Last possible date',
  },
  window: {
    label: 'Time window',
  },
  window_start: {
    label: 'Not before',
  },
  window_end: {
    label: 'Not after',
  },
  more_windows: {
    label: 'More time windows',
    own: { parse: windowsIn, fault: 'is not a list of time windows; write it as 1:00 PM - 3:00 PM; 17:00 - 18:00' },
  },
  street_hours: {
    label: 'Hours of the street',
    own: { parse: streetHoursIn, fault: 'must be hours in order, such as 06:00-11:00,18:00-20:00, or 24/7' },
  },
  weight: {
    label: 'Weight',
    sized: 'weight',
  },
  weight_unit: {
    label: 'Unit of the weight',
  },
  ready_at: {
    label: 'Ready to load at',
    own: { parse: timeIn, fault: 'is not a time of day; write it as 9:00 AM or 09:00' },
  },
  load_pieces: {
    label: 'Pieces',
    own: { parse: numberIn, fault: 'is not a number of pieces' },
  },
  load_cubic_feet: {
    label: 'Volume',
    sized: 'volume',
  },
  priority: {
    label: 'Priority, 0 to 100',
    own: { parse: numberIn, fault: 'is not a priority; write a number from 0 to 100' },
  },
  required_skills: {
    label: 'Skills its vehicle must have',
    own: { parse: listIn, fault: 'names no skill' },
  },
  required_drivers: {
    label: 'Drivers, one of whom must drive it',
    own: { parse: listIn, fault: 'names no driver' },
  },
  excluded_drivers: {
    label: 'Drivers who must not drive it',
    own: { parse: listIn, fault: 'names no driver' },
  },
  preferred_drivers: {
    label: 'Drivers, one of whom should drive it',
    own: { parse: listIn, fault: 'names no driver' },
  },
  pickup_weight_lbs: {
    label: 'Weight to pick up there',
    sized: 'weight',
  },
  pickup_pieces: {
    label: 'Pieces to pick up there',
    own: { parse: numberIn, fault: 'is not a number of pieces' },
  },
  pickup_cubic_feet: {
    label: 'Volume to pick up there',
    sized: 'volume',
  },
  goods_from: {
    label: 'Delivery at which its goods are picked up',
    own: TEXT,
  },
  collect_amount: {
    label: 'Amount to collect',
    own: { parse: moneyIn, fault: 'is not an amount; write it as 24.90' },
  },
  id_check: {
    label: 'What the customer shows: AGE_18, AGE_21 or ID',
    own: { parse: idCheckIn, fault: text('is not one of {values}', { values: ID_CHECKS.join(', ') }) },
  },
  door_code: {
    label: 'Whether the driver asks for the customer’s code',
    own: { parse: yesIn, fault: 'is not yes or no' },
  },
  max_ride_minutes: {
    label: 'Minutes that its goods may be on the way',
    own: { parse: numberIn, fault: 'is not a number of minutes' },
  },
  language: {
    label: 'Language of the customer',
    own: { parse: languageIn, fault: text('is not one of {values}', { values: LANGUAGES.join(', ') }) },
  },
  needs: {
    label: 'Needs, temperature',
  },
  instructions: {
    label: 'Instructions',
  },
  notes: {
    label: 'Notes with the date',
  },
  item_name: {
    label: 'Item',
  },
  item_quantity: {
    label: 'Quantity of the item',
  },
  item_sku: {
    label: 'SKU of the item',
  },
  item_barcodes: {
    label: 'Codes on the pieces of the item',
  },
  status: {
    label: 'Order status',
  },
  payment_status: {
    label: 'Payment status',
  },
  fulfillment_status: {
    label: 'Fulfillment status',
  },
  cancelled_at: {
    label: 'Canceled at',
  },
  shipping_method: {
    label: 'Shipping method',
  },
} satisfies Record<string, ImportColumn>

export type ImportField = keyof typeof COLUMNS
export const IMPORT_COLUMNS: Readonly<Record<ImportField, ImportColumn>> = COLUMNS
export const IMPORT_FIELDS = Object.keys(COLUMNS) as readonly ImportField[]

/** Column index of each field, from 0. Fields without a column are absent. */
export type ColumnMapping = Partial<Record<ImportField, number>>

/** Numeric fields, with or without a unit. */
export const NUMBER_FIELDS: readonly ImportField[] = IMPORT_FIELDS.filter((field) => {
  const { sized, own } = IMPORT_COLUMNS[field]
  return sized !== undefined || own?.parse === numberIn || own?.parse === moneyIn || field === 'item_quantity'
})
