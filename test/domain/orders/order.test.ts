import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changedFields,
  decideCancel,
  decideUpsert,
  derivedOf,
  effectiveLoadWeight,
  effectiveTemperatureClass,
  fieldChanges,
  inputOf,
  type OrderInput,
  type OrderItem,
  type OrderStatus,
  sameJson,
  type TemperatureClass,
  withChange,
  withChosenDay,
} from '../../../src/domain/orders/order.ts'
import { render } from '../../../src/texts/text.ts'

const item = (given: Partial<OrderItem>): OrderItem => ({
  name: 'Box',
  quantity: 1,
  unitWeightLbs: null,
  temperatureClass: null,
  sku: null,
  ...given,
})

test('the temperature class is the given one, else the coldest among the items, else DRY', () => {
  const of = (given: TemperatureClass | null, ...classes: (TemperatureClass | null)[]) =>
    effectiveTemperatureClass({
      givenTemperatureClass: given,
      items: classes.map((temperatureClass) => item({ temperatureClass })),
    })
  assert.equal(of(null, 'DRY', 'FROZEN', 'REFRIGERATED'), 'FROZEN')
  assert.equal(of(null, null, 'REFRIGERATED'), 'REFRIGERATED')
  assert.equal(of('DRY', 'FROZEN'), 'DRY')
  assert.equal(of(null), 'DRY')
  assert.equal(effectiveTemperatureClass({ givenTemperatureClass: null, items: null }), 'DRY')
})

test('the weight is the given one, else the sum of the items if each has one, else unknown', () => {
  const of = (given: number | null, ...items: [quantity: number, unitWeightLbs: number | null][]) =>
    effectiveLoadWeight({
      givenLoadWeightLbs: given,
      items: items.map(([quantity, unitWeightLbs]) => item({ quantity, unitWeightLbs })),
    })
  assert.equal(of(null, [2, 1.5], [3, 0.1]), 3.3)
  assert.equal(of(null, [2, 1.5], [1, null]), null)
  assert.equal(of(0, [2, 1.5]), 0)
  assert.equal(of(null), null)
  assert.equal(effectiveLoadWeight({ givenLoadWeightLbs: null, items: null }), null)
})

test('an order can be canceled until it is out for delivery', () => {
  const codeOf = (...of: Parameters<typeof decideCancel>) => {
    const decision = decideCancel(...of)
    return typeof decision === 'string' ? decision : decision.code
  }
  assert.equal(codeOf('OPEN', null), 'cancel')
  assert.equal(codeOf('SCHEDULED', 'PLANNED'), 'cancel')
  assert.equal(codeOf('SCHEDULED', 'DISPATCHED'), 'cancel')
  assert.equal(codeOf('SCHEDULED', 'IN_PROGRESS'), 'OUT_FOR_DELIVERY')
  // An order whose stop was skipped is open again while its route continues.
  assert.equal(codeOf('OPEN', 'IN_PROGRESS'), 'cancel')
  assert.equal(codeOf('CANCELLED', 'IN_PROGRESS'), 'already')
  for (const status of ['DELIVERED', 'FAILED'] as const) assert.equal(codeOf(status, null), 'ORDER_FINAL')
  const failed = decideCancel('FAILED', null)
  assert.equal(
    typeof failed === 'string' ? failed : render(failed.message),
    'This delivery is failed and can’t be canceled.',
  )
})

const INPUT: OrderInput = {
  externalRef: 'A',
  customerName: 'Kim',
  customerPhone: null,
  customerEmail: null,
  address: { line1: '1 Main St', city: 'Renton', region: 'WA', postalCode: null },
  givenPoint: { lat: 47.5, lng: -122.2 },
  instructions: null,
  deliveryDate: '2026-11-23',
  allowedDays: { first: '2026-11-23', last: '2026-11-25' },
  windowStart: '09:00',
  windowEnd: '11:00',
  givenTemperatureClass: null,
  givenLoadWeightLbs: null,
  items: [item({ name: 'Apples' })],
  metadata: null,
  smsConsent: null,
  emailConsent: null,
  serviceMinutes: null,
  language: null,
  rules: { priority: 5, readyAt: '07:30' },
}

test('values derived from the input are its class and its weight', () => {
  const items = [item({ quantity: 3, unitWeightLbs: 2, temperatureClass: 'FROZEN' })]
  assert.deepEqual(derivedOf({ ...INPUT, items }), { temperatureClass: 'FROZEN', loadWeightLbs: 6 })
})

test('the input of an order has neither its state nor its derived values', () => {
  const order = { ...INPUT, orderId: '1', status: 'OPEN', temperatureClass: 'DRY', attempt: 2 }
  assert.deepEqual(inputOf(order), INPUT)
})

test('a changed field has its name on the wire', () => {
  const changed = (change: Partial<OrderInput>) => changedFields(INPUT, { ...INPUT, ...change })
  assert.deepEqual(changed({}), [])
  assert.deepEqual(changed({ address: { ...INPUT.address, line1: '2 Main St', postalCode: '98057' } }), [
    'address.line1',
    'address.postal_code',
  ])
  assert.deepEqual(changed({ givenPoint: null }), ['address.lat', 'address.lng'])
  assert.deepEqual(changed({ givenPoint: { lat: 47.5, lng: -122.1 } }), ['address.lng'])
  assert.deepEqual(changed({ allowedDays: null }), ['delivery_from', 'delivery_by'])
  assert.deepEqual(changed({ givenTemperatureClass: 'DRY', givenLoadWeightLbs: 0 }), [
    'temperature_class',
    'load_weight_lbs',
  ])
  assert.deepEqual(changed({ rules: null }), ['priority', 'ready_at'])
  assert.deepEqual(changed({ rules: { priority: 5, readyAt: '07:30', doorCode: false } }), ['door_code'])
  assert.deepEqual(fieldChanges(INPUT, { ...INPUT, givenPoint: { lat: 47.6, lng: -122.2 }, allowedDays: null }), {
    'address.lat': [47.5, 47.6],
    delivery_from: ['2026-11-23', null],
    delivery_by: ['2026-11-25', null],
  })
  assert.deepEqual(fieldChanges(INPUT, { ...INPUT, rules: { readyAt: '08:00' } }), {
    priority: [5, null],
    ready_at: ['07:30', '08:00'],
  })
})

test('JSON values are equal whatever the order of their members, but not of their elements', () => {
  assert.ok(sameJson({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }))
  const different: [unknown, unknown][] = [
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1, b: 2 }, { a: 1 }],
    [{ a: undefined }, { b: undefined }],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [null, {}],
    [{}, null],
    ['', null],
    [1, '1'],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
    ['ab', ['a', 'b']],
    [['a', 'b'], 'ab'],
  ]
  for (const [a, b] of different) assert.ok(!sameJson(a, b), JSON.stringify([a, b]))
})

test('the chosen day stays only if the same range is sent again', () => {
  const chosen = { ...INPUT, deliveryDate: '2026-11-25' }
  assert.equal(withChosenDay(chosen, INPUT).deliveryDate, '2026-11-25')
  const wider = { ...INPUT, allowedDays: { first: '2026-11-23', last: '2026-11-26' } }
  assert.equal(withChosenDay(chosen, wider).deliveryDate, '2026-11-23')
  const fixed = { ...INPUT, allowedDays: null }
  assert.equal(withChosenDay({ ...chosen, allowedDays: null }, fixed).deliveryDate, '2026-11-23')
})

test('a change is applied to the fields that it changed, and the other fields of the order stay', () => {
  const after = { ...INPUT, instructions: 'Ring twice', rules: { readyAt: '08:00' } }
  const order = { ...INPUT, customerName: 'Lee', rules: { priority: 5, loadPieces: 2 } }
  assert.deepEqual(withChange(order, INPUT, after), {
    ...order,
    instructions: 'Ring twice',
    rules: { readyAt: '08:00', loadPieces: 2 },
  })
  assert.deepEqual(withChange(order, INPUT, INPUT), order)
  assert.equal(withChange(INPUT, INPUT, { ...INPUT, rules: null }).rules, null)
})

test('an address changes with its point, and a window with both its ends and the other windows', () => {
  const address = { ...INPUT.address, line1: '2 Main St' }
  const elsewhere = { ...INPUT, givenPoint: { lat: 1, lng: 2 }, windowStart: '13:00', windowEnd: '15:00' }
  const moved = withChange(elsewhere, INPUT, { ...INPUT, address })
  assert.deepEqual([moved.address, moved.givenPoint], [address, INPUT.givenPoint])
  assert.deepEqual([moved.windowStart, moved.windowEnd], ['13:00', '15:00'])
  const pinned = withChange({ ...INPUT, address }, INPUT, { ...INPUT, givenPoint: null })
  assert.deepEqual([pinned.address, pinned.givenPoint], [INPUT.address, null])
  const moreWindows = [{ start: '17:00', end: '19:00' }]
  const later = withChange({ ...elsewhere, rules: { moreWindows } }, INPUT, { ...INPUT, windowEnd: '12:00' })
  assert.deepEqual([later.windowStart, later.windowEnd, later.rules], ['09:00', '12:00', null])
  const two = withChange(elsewhere, INPUT, { ...INPUT, rules: { ...INPUT.rules, moreWindows } })
  assert.deepEqual(two.rules, { ...INPUT.rules, moreWindows })
  assert.deepEqual([two.windowStart, two.windowEnd], ['09:00', '11:00'])
})

test('an order may be replaced while it is open, and in parts while it is on a dispatched route', () => {
  const upsert = (status: OrderStatus, change: Partial<OrderInput>) =>
    decideUpsert({ ...INPUT, status }, { ...INPUT, ...change })
  assert.deepEqual(decideUpsert(null, INPUT), { outcome: 'created', changed: [] })
  for (const status of ['OPEN', 'SCHEDULED'] as const)
    assert.deepEqual(upsert(status, {}), { outcome: 'unchanged', changed: [] })
  const changed = ['customer_name', 'items']
  const change = { customerName: 'Lee', items: null }
  assert.deepEqual(upsert('OPEN', change), { outcome: 'updated', changed, frozenDerivation: false })
  const refused = upsert('SCHEDULED', change)
  assert.ok('code' in refused && refused.code === 'ORDER_ON_DISPATCHED_ROUTE')
  assert.deepEqual(refused.fields, ['customer_name'], 'only the fixed fields are named')
  assert.match(render(refused.message), /: customer_name can’t change there/)
  const allowed = {
    items: null,
    instructions: 'Ring',
    metadata: { a: 1 },
    smsConsent: true,
    emailConsent: false,
    language: 'es' as const,
    rules: { ...INPUT.rules, collectAmount: '5', idCheck: 'ID' as const, doorCode: true },
  }
  const decision = upsert('SCHEDULED', allowed)
  assert.ok('outcome' in decision && decision.outcome === 'updated')
  assert.ok(decision.frozenDerivation)
  assert.equal(decision.changed.length, 9)
  for (const status of ['DELIVERED', 'FAILED', 'CANCELLED'] as const) {
    const final = upsert(status, {})
    assert.equal('code' in final && final.code, 'ORDER_FINAL', status)
  }
  const canceled = upsert('CANCELLED', {})
  assert.match('message' in canceled ? render(canceled.message) : '', /^This delivery is canceled /)
})
