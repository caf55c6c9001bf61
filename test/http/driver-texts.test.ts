// Tests the ready-made texts that a driver sends to a customer from the number of the business.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { DriverRoute } from '../../src/contract/driver.ts'
import type { SendResult } from '../../src/domain/messages/message.ts'
import { sendMessagesJob } from '../../src/jobs/send-messages.ts'
import { optOut } from '../../src/store/messages/messages.ts'
import { expectAuditRow } from '../helpers/audit.ts'
import { testClock } from '../helpers/clock.ts'
import { driverToken } from '../helpers/links.ts'
import { fits } from '../helpers/matching.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { type JsonBody, startService } from '../helpers/service.ts'

const clock = testClock(new Date('2026-11-22T17:00:00Z'))
const texted: string[] = []
const SENT: SendResult = { kind: 'sent', providerId: null }
let outcome = SENT as SendResult
const sms = {
  name: 'http' as const,
  from: '+12025550100',
  send: async ({ to, text }: { to: string; text: string }): Promise<SendResult> => {
    texted.push(`${to} ${text}`)
    return outcome
  },
  verifies: () => false,
}
const service = await startService({ replaced: { clock: clock.now, sms } })

let phones = 143
const contact = (members = {}) => ({ customer_phone: `+12025550${phones++}`, sms_consent: true, ...members })

async function onTheRoad(customer: Record<string, unknown> = contact(), settings: Record<string, unknown> = {}) {
  const { shop, route } = await dispatchedRoute(service, 2, customer)
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('businesses')
      .set({ notifyOnTheWay: true, noticesOff: ['OUT_FOR_DELIVERY', 'NEXT_STOP'], ...settings })
      .execute(),
  )
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const tap = async (fields: Record<string, unknown>) => {
    const response = await fetch(`${service.url}/d/${token}/taps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ at: clock.now().toISOString(), ...fields }),
    })
    return { status: response.status, body: (await response.json()) as JsonBody<DriverRoute> }
  }
  const id = route.stops[0]?.stop_uuid ?? assert.fail()
  const text = (kind: string, members: Record<string, unknown> = {}) =>
    tap({ kind: 'TEXT', stop_uuid: id, text: kind, ...members })
  /** Returns the texts to customers that are due. */
  const sent = async (): Promise<string[]> => {
    texted.length = 0
    await sendMessagesJob.run(service.app)
    // The text to the driver is left out.
    return texted.filter((one) => !one.startsWith('+12025550100'))
  }
  return { shop, route, tap, text, sent, id, phone: String(customer['customer_phone']) }
}

const refusal = ({ status, body }: { status: number; body: JsonBody<unknown> }) => [status, body.details.code]

test('a driver texts the customer of a stop, each text once and only while it is true', async () => {
  const { shop, route, tap, text, sent, id, phone } = await onTheRoad()
  await tap({ kind: 'START' })
  assert.deepEqual(refusal(await text('AT_THE_DOOR')), [409, 'TEXT_OUTDATED'])
  const { body } = await text('ON_MY_WAY')
  assert.deepEqual(body.data, fits('the run', DriverRoute, body.data))
  assert.deepEqual(body.data.stops[0]?.texts, [
    { kind: 'ON_MY_WAY', state: 'WAITING', sent_at: null },
    { kind: 'AT_THE_DOOR', state: null, sent_at: null },
    { kind: 'CANNOT_FIND', state: null, sent_at: null },
  ])
  const by = { kind: 'DRIVER', id: route.driver?.driver_uuid ?? '' } as const
  await expectAuditRow(service, shop, 'stop.texted', { entityId: id, by, detail: { text: 'ON_MY_WAY' } })
  assert.equal((await text('ON_MY_WAY')).status, 200)
  const audited = await service.app.db.query(
    `select from audit_log where entity_uuid = $1 and action = 'stop.texted'`,
    [id],
  )
  assert.equal(audited.length, 1)
  const first = await sent()
  assert.equal(first.length, 1, 'once')
  assert.match(first[0] ?? '', new RegExp(`^\\${phone} .*your driver is on the way to you\\. http`))

  const arrived = await tap({ kind: 'ARRIVE', stop_uuid: id })
  const shown = arrived.body.data.stops[0]?.texts?.[0]
  assert.deepEqual(shown, { kind: 'ON_MY_WAY', state: 'SENT', sent_at: clock.now().toISOString() })
  assert.equal((await text('AT_THE_DOOR')).status, 200)
  await tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: id })
  assert.deepEqual(await sent(), [], 'no longer true when it was due')
  assert.deepEqual(refusal(await text('CANNOT_FIND')), [409, 'TEXT_OUTDATED'])
  const kept = await service.app.db.query('select from driver_taps where stop_uuid = $1 and refused is not null', [id])
  assert.equal(kept.length, 0, 'the office is not told of refused texts')
})

test('a text that a provider refused, or may have sent, is shown as doubtful', async () => {
  for (const result of [
    { kind: 'refused', error: 'no such number' },
    { kind: 'unknown', error: 'no answer' },
  ] as const) {
    const { tap, text, sent } = await onTheRoad()
    await tap({ kind: 'START' })
    await text('ON_MY_WAY')
    outcome = result
    await sent()
    outcome = SENT
    const { body } = await text('ON_MY_WAY')
    const shown = { kind: 'ON_MY_WAY', state: 'DOUBTFUL', sent_at: null }
    assert.deepEqual(body.data.stops[0]?.texts?.[0], shown)
    assert.deepEqual(await sent(), [], 'not twice')
  }
})

test('a text that waited for reception is not sent after ten minutes', async () => {
  const { tap, text, sent } = await onTheRoad()
  await tap({ kind: 'START' })
  const at = clock.now().toISOString()
  clock.advance(11 * 60)
  assert.deepEqual(refusal(await text('CANNOT_FIND', { at })), [409, 'TEXT_OUTDATED'])
  assert.deepEqual(await sent(), [])
  assert.equal((await text('CANNOT_FIND')).status, 200)
  assert.equal((await sent()).length, 1)
})

test('a customer who can’t be texted gets no text, and the driver learns the reason', async () => {
  const hour = (add: number) => `${String((12 + add) % 24).padStart(2, '0')}:00`
  const cases: [string, Record<string, unknown>, Record<string, unknown>, RegExp][] = [
    ['consent', contact({ sms_consent: false }), {}, /did not agree to texts/],
    ['number', contact({ customer_phone: 'ask at the desk' }), {}, /is not a phone number/],
    ['switch', contact(), { noticesOff: ['OUT_FOR_DELIVERY', 'NEXT_STOP', 'ON_MY_WAY'] }, /does not use this text/],
    ['quiet', contact(), { quietStart: hour(-1), quietEnd: hour(1) }, /quiet hours/],
  ]
  for (const [name, customer, settings, reason] of cases) {
    const { tap, text, sent } = await onTheRoad(customer, settings)
    await tap({ kind: 'START' })
    const refused = await text('ON_MY_WAY')
    assert.deepEqual(refusal(refused), [409, 'CUSTOMER_NOT_TEXTED'], name)
    assert.match(refused.body.message, reason)
    assert.deepEqual(await sent(), [], name)
  }
  const stopped = await onTheRoad()
  await service.app.db.asSystem((tx) => optOut(tx, stopped.phone, clock.now()))
  await stopped.tap({ kind: 'START' })
  const refused = await stopped.text('ON_MY_WAY')
  assert.match(refused.body.message, /answered STOP/)
})

test('a customer without consent has no texts to choose, and a tap must name a text', async () => {
  const { tap, id } = await onTheRoad(contact({ sms_consent: false }))
  const { body } = await tap({ kind: 'START' })
  assert.deepEqual(body.data.stops[0]?.texts, [])
  for (const text of [undefined, 'HELLO', 7]) {
    const answer = await tap({ kind: 'TEXT', stop_uuid: id, text })
    assert.deepEqual([answer.status, answer.body.details.fields], [400, ['text']])
  }
  assert.equal((await tap({ kind: 'START', text: 'ON_MY_WAY' })).status, 400)
})
