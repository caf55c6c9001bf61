import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderBody } from '../../helpers/orders.ts'
import { startService } from '../../helpers/service.ts'
import { hang, json, type Respond, stubServer } from '../../helpers/stub-server.ts'

const hit = { lat: '38.9126', lon: '-77.0286', display_name: 'R Street', place_rank: 30 }
const nominatim = await stubServer(json([hit]))
const service = await startService({ env: { GEOCODER: 'nominatim', GEOCODER_URL: nominatim.url }, jobs: true })
const shop = await service.business()

interface Placed {
  external_ref: string
  placement: string
  address: { lat: number | null; lng: number | null }
}
async function orderOf(line1: string, respond: Respond): Promise<Placed> {
  nominatim.answer(respond)
  const { status, body } = await shop.post<Placed>('/orders', orderBody({ address: { line1 } }))
  assert.equal(status, 201)
  return body.data
}

test('an order without a point is geocoded on arrival, as exactly as its address allows', async () => {
  const placed = await orderOf('1201 R St NW', json([hit]))
  assert.deepEqual([placed.placement, placed.address.lat, placed.address.lng], ['PLACED', 38.9126, -77.0286])
  assert.equal((await orderOf('R St NW', json([{ ...hit, place_rank: 26 }]))).placement, 'APPROXIMATE')
  const unplaced = await orderOf('Nowhere', json([]))
  assert.deepEqual([unplaced.placement, unplaced.address.lat], ['UNPLACED', null])
})

test('an order with a point or with an unchanged address is not geocoded', async () => {
  const { external_ref } = await orderOf('7 Same St', json([hit]))
  const asked = nominatim.asked.length
  await shop.post('/orders', orderBody({ external_ref, address: { line1: '7 Same St' }, instructions: 'Ring' }))
  await shop.post('/orders', orderBody())
  assert.equal(nominatim.asked.length, asked)
})

test('an address in one line never gets the location of an address in another town', async () => {
  await orderOf('100 2nd St SW, Atlanta, GA 30303', json([hit]))
  const other = await orderOf('100 2nd St SW, Rochester, MN 55902', json([{ ...hit, lat: '44.02', lon: '-92.47' }]))
  assert.deepEqual([other.placement, other.address.lat, other.address.lng], ['PLACED', 44.02, -92.47])
})

test('a geocoder that hangs, refuses or returns an invalid response never fails an order, and the job geocodes it later', async () => {
  const faults: Respond[] = [hang, json([], 429), json([], 503), json('nonsense')]
  for (const [i, respond] of faults.entries()) {
    const { external_ref, placement } = await orderOf(`${i} Waiting St`, respond)
    assert.equal(placement, 'PENDING')
    nominatim.answer(json([hit]))
    service.app.wake('place-orders')
    const read = async () => (await shop.get<Placed>(`/orders/${external_ref}`)).body.data
    // The job may have tried while the geocoder was down, and then waits.
    for (let tries = 0; tries < 400 && (await read()).placement === 'PENDING'; tries++)
      await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal((await read()).placement, 'PLACED')
  }
})
