// Fields of the orders that actions put, and the flaws of invalid ones.
import fc from 'fast-check'
import { dayOf, type Input, type World } from './world.ts'

export const fields = fc.record({
  customer_name: fc.constantFrom('A', 'Ünïcode 客'),
  customer_phone: fc.constantFrom(null, '+12025550100'),
  customer_email: fc.constantFrom(null, 'customer@example.com'),
  line1: fc.constantFrom('1 Model Street', '2 Model Street'),
  place: fc.constantFrom(0, 1, 2, 3, 4, 5, null),
  instructions: fc.constantFrom(null, '', 'Ring twice.'),
  day: fc.constantFrom(0, 0, 0, 1, 1, -1),
  window: fc.constantFrom([null, null], [null, null], ['08:00', '12:00'], ['13:00', null], [null, '17:00']),
  temperature_class: fc.constantFrom(null, null, 'DRY', 'REFRIGERATED', 'FROZEN'),
  load_weight_lbs: fc.constantFrom(null, null, 0, 90.5, 300),
  items: fc.constantFrom(
    null,
    [],
    [{ name: 'Box', quantity: 2, unit_weight_lbs: 12.5 }],
    [
      { name: 'Ice', quantity: 1.5, unit_weight_lbs: 20, temperature_class: 'FROZEN', sku: 'ICE' },
      { name: 'Milk', quantity: 1, temperature_class: 'REFRIGERATED' },
    ],
  ),
  metadata: fc.constantFrom(null, {}, { a: { b: [1, null] } }),
  sms_consent: fc.constantFrom(null, true, false),
  email_consent: fc.constantFrom(null, true),
  service_minutes: fc.constantFrom(null, null, 0, 12),
} as const)
export type Fields = typeof fields extends fc.Arbitrary<infer T> ? T : never

export const FLAWS = ['name', 'date', 'half-point', 'window', 'more', 'two'] as const

export function inputOf(world: World, ref: string, fields: Fields): Input {
  const { line1, place, day, window, items, temperature_class, ...rest } = fields
  return {
    external_ref: ref,
    ...rest,
    address: {
      line1,
      city: null,
      region: null,
      postal_code: null,
      lat: place === null ? null : 38.9 + place / 100,
      lng: place === null ? null : -77.03,
    },
    delivery_date: dayOf(world, world.now, day),
    window_start: window[0],
    window_end: window[1],
    temperature_class,
    items: items && items.map((item) => ({ unit_weight_lbs: null, temperature_class: null, sku: null, ...item })),
  }
}

export function withChangedFields(before: Input, next: Input, names: readonly (keyof Fields)[]): Input {
  const has = (name: keyof Fields) => names.includes(name)
  const plain = names.filter((name) => name in next)
  const { line1, lat, lng } = next.address
  return {
    ...before,
    ...Object.fromEntries(plain.map((name) => [name, next[name as keyof Input]])),
    address: { ...before.address, ...(has('line1') && { line1 }), ...(has('place') && { lat, lng }) },
    ...(has('day') && { delivery_date: next.delivery_date }),
    ...(has('window') && { window_start: next.window_start, window_end: next.window_end }),
  }
}

/** Removes null members, which have the same meaning as absent ones. */
export const withoutNulls = (input: Input): unknown =>
  JSON.parse(JSON.stringify(input, (_, value: unknown) => (value === null ? undefined : value)))

export function addFlaw(input: Input, kind: (typeof FLAWS)[number]): { body: unknown; wrong: string[] } {
  const { customer_name, ...nameless } = input
  const address = { ...input.address, lat: 38.9, lng: null }
  switch (kind) {
    case 'name':
      return { body: nameless, wrong: ['customer_name'] }
    case 'date':
      return { body: { ...input, delivery_date: '02/30/2026' }, wrong: ['delivery_date'] }
    case 'half-point':
      return { body: { ...input, address }, wrong: ['address.lng'] }
    case 'window':
      return { body: { ...input, window_start: '12:00', window_end: '12:00' }, wrong: ['window_end'] }
    case 'more':
      return { body: { ...input, color: customer_name }, wrong: ['color'] }
    case 'two':
      return { body: { ...nameless, load_weight_lbs: -1 }, wrong: ['customer_name', 'load_weight_lbs'] }
  }
}
