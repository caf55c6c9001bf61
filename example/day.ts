// An example day: a mixed fleet, and goods that need it.
import type { Place } from './csv.ts'

export const VEHICLES = [
  { name: 'Van 1', capacityLbs: 2_400, temperatureClasses: ['DRY'], shift: '08:00-17:00' },
  { name: 'Van 2', capacityLbs: 2_400, temperatureClasses: ['DRY'], shift: '08:00-17:00' },
  { name: 'Van 3', capacityLbs: 1_800, temperatureClasses: ['DRY', 'REFRIGERATED'], shift: '08:00-17:00' },
  { name: 'Van 4', capacityLbs: 1_800, temperatureClasses: ['DRY', 'REFRIGERATED'], shift: '07:00-16:00' },
  { name: 'Truck 5', capacityLbs: 4_000, temperatureClasses: ['DRY', 'REFRIGERATED', 'FROZEN'], shift: '06:00-16:00' },
  { name: 'Truck 6', capacityLbs: 4_000, temperatureClasses: ['REFRIGERATED', 'FROZEN'], shift: '08:00-18:00' },
]

const GOODS = [
  { name: 'Demo rice, bag', unit_weight_lbs: 20 },
  { name: 'Demo milk, crate', unit_weight_lbs: 12, temperature_class: 'REFRIGERATED' },
  { name: 'Demo flour, sack', unit_weight_lbs: 25 },
  { name: 'Demo peas, case', unit_weight_lbs: 15, temperature_class: 'FROZEN' },
  { name: 'Demo tins, box', unit_weight_lbs: 18 },
] as const

const WINDOWS = [null, null, ['09:00', '12:00'], null, ['13:00', '16:00'], ['08:30', '10:30'], null] as const

/** Returns the order for a place. Its goods, quantity and window follow from its number, so that a run can be repeated. */
export function orderFor(place: Place, i: number, date: string): Record<string, unknown> {
  const goods = GOODS[i % GOODS.length]
  const window = WINDOWS[i % WINDOWS.length]
  return {
    external_ref: `EX-${String(i + 1).padStart(5, '0')}`,
    customer_name: `Demo customer ${i + 1}`,
    customer_phone: `+1202555${String(1_000 + (i % 9_000))}`,
    address: place,
    delivery_date: date,
    ...(window && { window_start: window[0], window_end: window[1] }),
    items: [{ ...goods, quantity: 1 + (i % 4) }],
    metadata: { example: true, number: i + 1 },
  }
}

/** Tomorrow in the time zone, as MM/dd/yyyy. */
export function tomorrow(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return parts.format(new Date(Date.now() + 86_400_000))
}
