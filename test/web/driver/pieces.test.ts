// Tests who owns a scanned code, when a load must be checked, and what a stop requires next.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DriverRoute } from '../../../src/contract/driver.ts'
import { codeOf } from '../../../src/domain/orders/pieces.ts'
import type { Scanning } from '../../../src/domain/routes/scanning.ts'
import { storeAnswers } from '../../../web/driver/door-check-answers.ts'
import { nextStep } from '../../../web/driver/next-step.ts'
import {
  isChecked,
  itemKey,
  storePartsDraft,
  loadToCheck,
  piecesOfLoad,
  scanPayload,
  findPackage,
  findPieceByCode,
} from '../../../web/driver/pieces.ts'
import { driverToken } from '../../helpers/links.ts'
import { dispatchedRoute } from '../../helpers/routes.ts'
import { type JsonBody, startService } from '../../helpers/service.ts'

const service = await startService()
const { shop, route } = await dispatchedRoute(service, 2, {
  items: [{ name: 'Rice', quantity: 2, barcodes: ['R1', 'R2'] }],
})
const token = await driverToken(service, shop.businessId, route.route_uuid)
const read = async (): Promise<DriverRoute> =>
  ((await (await fetch(`${service.url}/d/${token}/run`)).json()) as JsonBody<DriverRoute>).data
const known = await read()
const [first, second] = known.stops
assert.ok(first && second)
const withRule = (rule: Scanning | undefined, more: Partial<DriverRoute> = {}): DriverRoute =>
  ({ ...known, ...more, business: { ...known.business, scan_loading: rule } }) as DriverRoute

test('a code at two stops is found twice, and is a repetition afterwards', () => {
  const pieces = piecesOfLoad(known, 1)
  assert.deepEqual(
    pieces.map(({ stop, code }) => [stop.sequence, code]),
    [
      [2, 'R1'],
      [2, 'R2'],
      [1, 'R1'],
      [1, 'R2'],
    ],
  )
  const found = new Set<unknown>()
  const kinds = [1, 2, 3].map(() => {
    const answer = findPieceByCode(' r1', pieces, (piece) => found.has(piece), [])
    if (answer.kind === 'FOUND') found.add(answer.piece)
    return answer.kind
  })
  assert.deepEqual(kinds, ['FOUND', 'FOUND', 'AGAIN'])
})

test('a label of another route is matched by its delivery, and another code by the code', () => {
  const other = codeOf('019ab3f0-6c1a-7a51-9d1e-6f6f0a1b2c3d')
  const elsewhere = [
    { route: 'Blue van', codes: [other, 'OWN-77'] },
    { route: null, codes: ['W1'] },
  ]
  const whose = (code: string) => findPieceByCode(code, piecesOfLoad(known, 1), () => false, elsewhere)
  assert.deepEqual(whose(`${other}-12`), { kind: 'ELSEWHERE', route: 'Blue van' })
  assert.deepEqual(whose('own-77'), { kind: 'ELSEWHERE', route: 'Blue van' })
  assert.deepEqual(whose('W1'), { kind: 'ELSEWHERE', route: null })
  assert.deepEqual(whose(' Z9 '), { kind: 'UNKNOWN', code: 'Z9' })
})

test('a load is checked before the start, and again when the vehicle returns for the next load', () => {
  assert.equal(loadToCheck(withRule('OFF'), first), null)
  assert.equal(loadToCheck(withRule(undefined), first), null, 'a route stored by an older page')
  assert.equal(loadToCheck(withRule('OFFERED'), first), 1)
  const later = { ...second, trip: 2 }
  const pause = {
    kind: 'RELOAD',
    start: known.now,
    end: known.now,
    before_sequence: 2,
    trip: 2,
    paid: true,
    late_minutes: 0,
  } as const
  const under = withRule('REQUIRED', {
    stops: [first, later],
    route: { ...known.route, status: 'IN_PROGRESS', pauses: [pause] },
  })
  assert.equal(loadToCheck(under, first), null)
  assert.equal(loadToCheck(under, later), 2)
  assert.equal(loadToCheck(under, { ...later, status: 'ARRIVED' }), null)
  assert.deepEqual(
    piecesOfLoad(under, 2).map(({ stop }) => stop.sequence),
    [2, 2],
  )
  assert.equal(isChecked(under, 2), false)
})

test('a load is checked again if a stop was added after the check', () => {
  const check = {
    trip: 1,
    checked_at: known.now,
    scanned: 2,
    by_hand: 0,
    missing: [],
    order_uuids: [first.order_uuid],
    reason: null,
  }
  const checked = { ...known.route, load_checks: [check] }
  assert.equal(isChecked(withRule('REQUIRED', { route: checked, stops: [first] }), 1), true)
  assert.equal(isChecked(withRule('REQUIRED', { route: checked }), 1), false)
  assert.equal(isChecked(withRule('REQUIRED', { route: checked, stops: [first, { ...second, trip: 2 }] }), 1), true)
})

test('counts stay with their item if the office changes the delivery', () => {
  const [rice] = first.items
  assert.ok(rice)
  const pears = { ...rice, name: 'Pears' }
  const before = { ...first, items: [pears, rice, rice] }
  storePartsDraft(before, { [itemKey(before, 2)]: { short: 1, damaged: 0, returned: 0, reason: '' } })
  const told = (items: typeof first.items) => scanPayload(known, { ...first, items }).items?.map(({ name }) => name)
  assert.deepEqual(told([rice, rice, pears]), ['Rice'])
  assert.equal(told([rice, pears]), undefined)
})

test('a stop requires one action after the other: load, start, arrival, scan, ID, photo, signature', () => {
  const { route, business } = known
  const running: DriverRoute = { ...known, route: { ...route, status: 'IN_PROGRESS' } }
  const at = { ...first, status: 'ARRIVED' as const }
  const rules = {
    ...running,
    business: { ...business, scan_door: 'REQUIRED' as const, proof_required: 'BOTH' as const },
  }
  const proofs = { ...rules, business: { ...rules.business, scan_door: undefined } }
  const withId = { ...at, id_check: 'ID' as const }
  assert.deepEqual(nextStep(withRule('REQUIRED'), first, []), { kind: 'LOAD', load: 1 })
  assert.deepEqual(nextStep(withRule('OFFERED'), first, []), { kind: 'START' })
  assert.deepEqual(nextStep(running, first, []), { kind: 'ARRIVE' })
  assert.deepEqual(nextStep(rules, at, [second]), { kind: 'SCAN', left: 4 })
  assert.deepEqual(nextStep(proofs, at, [withId]), { kind: 'ASKED', stop: withId, need: 'ID' })
  storeAnswers(withId, { identified: true })
  assert.deepEqual(nextStep(proofs, withId, []), { kind: 'PHOTO' })
  assert.deepEqual(nextStep(proofs, { ...withId, photos: 1 }, []), { kind: 'SIGNATURE' })
  assert.deepEqual(nextStep(proofs, { ...withId, photos: 1, signed: true }, []), { kind: 'DELIVER' })
})

test('a package is found by its order reference or its code, in any case, also on another vehicle', () => {
  const found = (text: string) => {
    const result = findPackage(known, text, [{ route: 'Van 9', codes: ['AB12'] }])
    return result.kind === 'FOUND' ? result.piece.stop.sequence : result
  }
  assert.equal(found(` ${second.external_ref.toLowerCase()} `), second.sequence)
  assert.equal(found('r2'), first.sequence)
  assert.deepEqual(found('ab12-1'), { kind: 'ELSEWHERE', route: 'Van 9' })
  assert.deepEqual(found('nothing'), { kind: 'UNKNOWN', code: 'nothing' })
})
