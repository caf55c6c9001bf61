// Which column of a file holds what of an order, guessed from the headers that shops and dispatchers use.

export const IMPORT_FIELDS = [
  'external_ref',
  'customer_name',
  'first_name',
  'last_name',
  'customer_phone',
  'customer_email',
  'full_address',
  'line1',
  'unit',
  'city',
  'region',
  'postal_code',
  'lat',
  'lng',
  'delivery_date',
  'window',
  'window_start',
  'window_end',
  'weight',
  'weight_unit',
  'needs',
  'instructions',
  'notes',
  'item_name',
  'item_quantity',
  'item_sku',
  'status',
  'cancelled_at',
  'shipping_method',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** Each field's column, counted from 0; a field that the file does not have is left out. */
export type ColumnMapping = Partial<Record<ImportField, number>>

/** Where goods go comes before where bills go. */
const PLACES = ['shipping', 'ship', 'recipient', 'delivery', 'customer', '', 'billing']
const atPlace = (...names: string[]) =>
  PLACES.flatMap((place) => names.flatMap((name) => (place ? [`${place} ${name}`, `${name} ${place}`] : [name])))

/** Headers by what they mean, the surest first. */
const HEADERS: Record<ImportField, readonly string[]> = {
  external_ref: [
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
  customer_name: [
    ...atPlace('name', 'full name'),
    'deliver to',
    'customer',
    'recipient',
    'buyer',
    'contact',
    'company',
  ],
  first_name: atPlace('first name', 'firstname'),
  last_name: atPlace('last name', 'lastname', 'surname'),
  customer_phone: [...atPlace('phone', 'phone number', 'mobile', 'telephone', 'tel'), 'cell'],
  customer_email: atPlace('email', 'email address', 'e mail'),
  full_address: ['full address', 'complete address', 'address full'],
  line1: atPlace(
    'address1',
    'address 1',
    'address 1 2',
    'address line 1',
    'street 1',
    'street address',
    'street',
    'address',
  ),
  unit: atPlace('address2', 'address 2', 'address line 2', 'street 2', 'unit', 'apt', 'suite', 'apartment'),
  city: atPlace('city', 'town'),
  region: atPlace('state code', 'state', 'province', 'region'),
  postal_code: atPlace('zip', 'zip code', 'zipcode', 'postcode', 'postal code'),
  lat: ['lat', 'latitude'],
  lng: ['lng', 'lon', 'long', 'longitude'],
  delivery_date: [
    'delivery date',
    'del date',
    'delivery day',
    'deliver on',
    'deliver by',
    'scheduled date',
    'due date',
  ],
  window: ['delivery window', 'time window', 'window', 'delivery time', 'time slot', 'delivery slot'],
  window_start: ['window start', 'from', 'start time', 'time from', 'earliest', 'not before', 'after'],
  window_end: ['window end', 'to', 'end time', 'time to', 'latest', 'until', 'not after', 'before'],
  weight: [
    'weight lb',
    'weight lbs',
    'wt lb',
    'wt lbs',
    'weight kg',
    'wt kg',
    'weight',
    'wt',
    'parcel weight',
    'total weight',
    'load',
  ],
  weight_unit: ['weight unit', 'parcel weight unit'],
  needs: ['needs', 'temperature class', 'temperature', 'requirements', 'handling'],
  instructions: [
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
  notes: ['note attributes', 'staff notes', 'order notes', 'additional details'],
  item_name: ['lineitem name', 'item name', 'product name', 'item', 'product'],
  item_quantity: ['lineitem quantity', 'quantity refund', 'item quantity', 'quantity', 'qty'],
  item_sku: ['lineitem sku', 'item sku', 'sku'],
  status: ['order status', 'status'],
  cancelled_at: ['cancelled at', 'canceled at'],
  shipping_method: ['shipping method', 'shipping method title', 'delivery method'],
}

/** The field of each column as far as its header tells; every column at most once. */
export function guessMapping(headers: readonly string[]): ColumnMapping {
  const names = headers.map(plain)
  const taken = new Set<number>()
  const mapping: ColumnMapping = {}
  for (const field of IMPORT_FIELDS) {
    // Shopify's "Name" is the order's: its customers have theirs under shipping and billing.
    const wanted = field === 'external_ref' && names.includes('lineitem name') ? ['name'] : HEADERS[field]
    const column = wanted
      .map((name) => names.findIndex((seen, i) => seen === name && !taken.has(i)))
      .find((i) => i >= 0)
    if (column === undefined) continue
    mapping[field] = column
    taken.add(column)
  }
  return mapping
}

const plain = (header: string): string =>
  header
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
