// A fictional business in a real city (Baltimore, MD). The houses exist; every person, order and telephone number is
// fictitious. The telephone numbers are from the range reserved for fiction, 410-555-01xx.
import { dayToWire } from '../../../contract/fields.ts'
import type { TemperatureClass } from '../../../domain/orders/order.ts'
import type { ZoneGeometry } from '../../../domain/zones/zone.ts'
import { DEMO_ADDRESSES } from './demo-addresses.ts'

export const DEMO_BUSINESS = { name: 'Demo Provisions (invented)', timeZone: 'America/New_York' }
export const DEMO_USER = { email: 'demo@roundsman.example', name: 'Demo owner', role: 'OWNER' as const }
export const DEMO_DEPOT = { name: 'Demo depot', address: null, lat: 39.27927, lng: -76.56415 }

const DRY: TemperatureClass[] = ['DRY']
const COOL: TemperatureClass[] = ['DRY', 'REFRIGERATED']
const ALL: TemperatureClass[] = ['DRY', 'REFRIGERATED', 'FROZEN']

export const DEMO_FLEET = [
  { driver: 'Demo driver North', name: 'Van 1', capacityLbs: 1_200, temperatureClasses: DRY, maxStops: null },
  { driver: 'Demo driver East', name: 'Van 2', capacityLbs: 900, temperatureClasses: COOL, maxStops: 25 },
  { driver: 'Demo driver South', name: 'Truck 3', capacityLbs: 2_500, temperatureClasses: ALL, maxStops: null },
  { driver: 'Demo driver West', name: 'Van 4', capacityLbs: 800, temperatureClasses: ALL, maxStops: 20 },
] as const

export const demoPhone = (number: number): string => `+1410555${String(100 + (number % 100)).padStart(4, '0')}`

const WEEKDAYS = { start: '09:00', end: '18:00' }
const SATURDAY = { start: '10:00', end: '14:00' }

export const DEMO_ZONES = [
  {
    name: 'Inner city',
    geometry: box(-76.6085, 39.275, -76.575, 39.3065),
    hours: [WEEKDAYS, WEEKDAYS, WEEKDAYS, WEEKDAYS, WEEKDAYS, SATURDAY, null],
    capacity: 60,
    cutoffDays: 0,
    cutoffTime: '07:00',
  },
  {
    name: 'Whole city',
    geometry: box(-76.6085, 39.2585, -76.5288, 39.3065),
    hours: [WEEKDAYS, null, WEEKDAYS, null, WEEKDAYS, null, null],
    capacity: 120,
    cutoffDays: 1,
    cutoffTime: '17:00',
  },
]

const GOODS = [
  { name: 'Crate of bread', unit_weight_lbs: 12, temperature_class: 'DRY' },
  { name: 'Case of coffee', unit_weight_lbs: 22, temperature_class: 'DRY' },
  { name: 'Crate of milk', unit_weight_lbs: 26, temperature_class: 'REFRIGERATED' },
  { name: 'Box of ice cream', unit_weight_lbs: 9.5, temperature_class: 'FROZEN' },
]
const WINDOWS = [
  {},
  {},
  { window_start: '09:00', window_end: '12:00' },
  { window_start: '12:00', window_end: '16:00' },
  { window_start: '10:00', window_end: '11:30' },
]
/** Returns a day's orders in the wire format. The same day always has the same orders. */
export function demoOrders(day: string): Record<string, unknown>[] {
  return DEMO_ADDRESSES.map(([line1, postal_code, lat, lng], i) => {
    // 10% of the orders are frozen, 30% refrigerated.
    const goods = [0, 1, 0, 2, 0, 1, 2, 0, 2, 3].map((kind) => GOODS[kind])[i % 10]
    return {
      external_ref: `DEMO-${day}-${String(i + 1).padStart(2, '0')}`,
      customer_name: `Demo customer ${i + 1}`,
      customer_phone: demoPhone(i + 10),
      address: { line1, city: 'Baltimore', region: 'MD', postal_code, lat, lng },
      delivery_date: dayToWire(day),
      items: [{ ...goods, quantity: 1 + (i % 4) }],
      ...WINDOWS[i % WINDOWS.length],
    }
  })
}

function box(west: number, south: number, east: number, north: number): ZoneGeometry {
  const corners: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Polygon', coordinates: [corners] }
}
