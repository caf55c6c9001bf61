import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { withCircuitBreaker } from '../../../../src/app/addresses/geocoding/circuit-breaker.ts'
import { withRateLimit } from '../../../../src/app/addresses/geocoding/rate-limit.ts'
import { withCache } from '../../../../src/app/addresses/geocoding/geocode-cache.ts'
import type { GeocodeAnswer, Geocoder } from '../../../../src/app/ports/geocoder.ts'
import { openDatabase } from '../../../../src/store/database.ts'
import { testDatabase } from '../../../helpers/database.ts'

const { url, drop } = await testDatabase()
const db = openDatabase(url, 4, () => {})
after(async () => {
  await db.close()
  await drop()
})

const address = { line1: '1201 R St NW', city: 'Washington', region: 'DC', postalCode: '20009' }
const here: GeocodeAnswer = { found: true, point: { lat: 38.9126, lng: -77.0286 }, precision: 'PLACED', label: 'R' }
const soon = () => AbortSignal.timeout(60_000)

/** A geocoder that counts its calls and returns the given result. */
function counting(name: string) {
  const state = { asked: 0, answer: async (): Promise<GeocodeAnswer> => here }
  const geocoder: Geocoder = {
    name,
    find: () => {
      state.asked++
      return state.answer()
    },
  }
  return { state, geocoder }
}

test('a found address is cached for 30 days, whatever its notation', async () => {
  let now = new Date('2026-11-20T12:00:00Z')
  const { state, geocoder } = counting('kept')
  const asking = withCache(geocoder, db, () => now)
  assert.deepEqual(await asking.find(address, soon()), here)
  const written = { line1: '1201 r street n.w., apt 9', city: 'WASHINGTON', region: 'D.C.', postalCode: '20009-1234' }
  assert.deepEqual(await asking.find(written, soon()), here)
  assert.equal(state.asked, 1)
  await asking.find({ ...address, line1: '1203 R St NW' }, soon())
  assert.equal(state.asked, 2)
  now = new Date('2026-12-21T12:00:00Z')
  await asking.find(address, soon())
  assert.equal(state.asked, 3)
})

test('addresses that were not found, and addresses in one line, are not cached', async () => {
  const { state, geocoder } = counting('not kept')
  state.answer = async () => ({ found: false })
  const asking = withCache(geocoder, db, () => new Date())
  await asking.find(address, soon())
  await asking.find(address, soon())
  await asking.find('1201 R St NW', soon())
  await asking.find('1201 R St NW', soon())
  assert.equal(state.asked, 4)
})

test('calls keep the minimum interval, and a call that would wait too long fails immediately', async () => {
  const { state, geocoder } = counting('slow')
  const at: number[] = []
  state.answer = async () => {
    at.push(performance.now())
    return here
  }
  // Simulates two processes that share the rate limit of one provider.
  const ways = [withRateLimit(geocoder, db, 5), withRateLimit(geocoder, db, 5)]
  await Promise.all(Array.from({ length: 5 }, (_, i) => (ways[i % 2] as Geocoder).find(address, soon())))
  // The five calls are separated by four pauses of 200 ms. Less is accepted, because the first call may start late on a
  // busy machine.
  assert.ok((at.at(-1) ?? 0) - (at[0] ?? 0) > 400, at.join())
  const many = await Promise.allSettled(Array.from({ length: 20 }, () => (ways[0] as Geocoder).find(address, soon())))
  assert.ok(many.some(({ status }) => status === 'rejected') && many.some(({ status }) => status === 'fulfilled'))
})

test('a reserved turn from before the clock was set back delays nobody', async () => {
  const { state, geocoder } = counting('set back')
  const asking = withRateLimit(geocoder, db, 1000)
  await asking.find(address, soon())
  await db.query("update provider_turns set next_at = now() + interval '2 days' where provider = 'set back'", [])
  await asking.find(address, soon())
  await asking.find(address, soon())
  assert.equal(state.asked, 3)
})

test('after five failures in a row calls stop, then one call tests the geocoder and success resumes all', async () => {
  let now = new Date('2026-11-20T12:00:00Z')
  const { state, geocoder } = counting('down')
  state.answer = () => Promise.reject(new Error('down'))
  const asking = withCircuitBreaker(geocoder, () => now)
  for (let i = 0; i < 7; i++) await assert.rejects(asking.find(address, soon()))
  assert.equal(state.asked, 5, 'the last two calls failed immediately')
  now = new Date(now.getTime() + 5_000)
  await Promise.allSettled([asking.find(address, soon()), asking.find(address, soon()), asking.find(address, soon())])
  assert.equal(state.asked, 6, 'one call tests the geocoder')
  state.answer = async () => here
  now = new Date(now.getTime() + 5_000)
  assert.deepEqual(await asking.find(address, soon()), here)
  assert.deepEqual(await asking.find(address, soon()), here)
})
