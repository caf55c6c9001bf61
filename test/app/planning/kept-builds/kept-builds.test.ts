// Stored builds are listed, compared, and repeated with the same plan.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { ComparedPlanOut, KeptBuildOut, RunAgainOut } from '../../../../src/contract/builds.ts'
import type { OfficeBuildOut } from '../../../../src/contract/build.ts'
import { cleanUpJob } from '../../../../src/jobs/clean-up.ts'
import { insertBuild, readBuild, readBuildRecord } from '../../../../src/store/routes/builds.ts'
import { addDepot, addVehicle } from '../../../helpers/fleet.ts'
import { signedIn } from '../../../helpers/office.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { proposedPlans } from '../../../helpers/proposed-plans.ts'
import { dateIn } from '../../../helpers/routes.ts'
import { type Service, startService } from '../../../helpers/service.ts'

const service = await startService({ env: { SOLVER_THREADS: '2' } })
const date = dateIn(service, 1)

/** Creates a business with `count` deliveries around a depot, and three vans. */
async function shopWith(of: Service, count: number) {
  const shop = await of.business()
  await addDepot(of.app, shop.businessId)
  for (const name of ['Van 1', 'Van 2', 'Van 3']) await addVehicle(of.app, shop.businessId, { name })
  for (let i = 0; i < count; i++) {
    const address = {
      line1: `${i} Test Street`,
      lat: 38.85 + ((i * 7919) % 100) / 1000,
      lng: -77.08 + ((i * 104729) % 97) / 1000,
    }
    assert.equal((await shop.post('/orders', orderBody({ delivery_date: date, address }))).status, 201)
  }
  const office = await signedIn(of, shop.businessId, 'DISPATCHER')
  const runAgain = async (buildId: string) => {
    const { status, body } = await shop.post<RunAgainOut>(`/routes/builds/${buildId}/run-again`)
    assert.equal(status, 200, body.message)
    return body.data
  }
  const list = async () => (await shop.get<KeptBuildOut[]>(`/routes/builds?date=${date}`)).body.data
  return { shop, office, runAgain, list }
}

test('a build with a time limit repeats with the same routes and times, although the day has changed since', async () => {
  const { shop, runAgain, list } = await shopWith(service, 110)
  const options = { time_limit_seconds: 1, seed: 9 }
  const built = await shop.post<OfficeBuildOut>('/routes/build', { date, options })
  assert.equal(built.status, 201, built.body.message)
  const { build_uuid: buildId, routes } = built.body.data
  for (const { route_uuid } of routes) await shop.post(`/routes/${route_uuid}/cancel`)
  const again = await runAgain(buildId)
  assert.deepEqual([again.same, again.changes, again.engine], [true, [], service.app.engine])
  const [kept] = await list()
  assert.ok(kept?.made_at)
  assert.deepEqual([kept.build_uuid, kept.seed, kept.same_engine, kept.stop_count], [buildId, 9, true, 110])
  const read = (await shop.get<ComparedPlanOut>(`/routes/builds/${buildId}`)).body.data
  assert.equal(read.changes, null)
  const stopsOf = (of: { stops: { external_ref: string }[] }[]) =>
    of.map(({ stops }) => stops.map(({ external_ref }) => external_ref))
  assert.deepEqual(stopsOf(read.routes), stopsOf(routes))
})

test('two proposed plans are stored and compared, and the accepted one is marked', async () => {
  const { shop, office, list } = await shopWith(service, 30)
  const body = { date, options: { time_limit_seconds: 1, balance: 'STOPS' } }
  const { data } = await proposedPlans(service, office, body)
  const [least, even] = data?.plans ?? []
  assert.ok(least && even)
  const accepted = await office.post<OfficeBuildOut>(`/build/${even.build_uuid}/accept`)
  assert.equal(accepted.body.data.build_uuid, even.build_uuid)
  const made = new Map((await list()).map(({ build_uuid, made_at }) => [build_uuid, made_at !== null]))
  assert.deepEqual([made.get(least.build_uuid), made.get(even.build_uuid)], [false, true])
  const path = (prefix: string) => `${prefix}/${even.build_uuid}?compared_with=${least.build_uuid}`
  const { changes, routes } = (await shop.get<ComparedPlanOut>(path('/routes/builds'))).body.data
  assert.deepEqual((await office.get<ComparedPlanOut>(path('/builds'))).body.data.changes, changes)
  const before = (await office.get<ComparedPlanOut>(`/builds/${least.build_uuid}`)).body.data
  const vehicleIn = (plan: Pick<ComparedPlanOut, 'routes'>) =>
    new Map(plan.routes.flatMap(({ vehicle_uuid, stops }) => stops.map((stop) => [stop.order_uuid, vehicle_uuid])))
  const [was, is] = [vehicleIn(before), vehicleIn({ routes })]
  const moved = [...is].filter(([orderId, vehicle]) => was.get(orderId) !== vehicle).map(([orderId]) => orderId)
  assert.ok(changes && moved.length > 0)
  assert.deepEqual(
    new Set(changes.filter(({ change }) => change === 'MOVED').map(({ order_uuid }) => order_uuid)),
    new Set(moved),
  )
  const wrong = await shop.get(`/routes/builds/${even.build_uuid}?compared_with=${service.app.newId()}`)
  assert.deepEqual([wrong.status, wrong.body.details?.fields], [404, ['compared_with']])
})

test("a build that was planned in parts on a provider's tables repeats without the provider", async () => {
  let tables = 0
  const provider = createServer((request, response) => {
    tables++
    const places = (new URL(request.url ?? '', 'http://x').pathname.split('/').at(-1) ?? '').split(';')
    const points = places.map((place) => place.split(',').map(Number) as [number, number])
    const legs = (factor: number) =>
      points.map(([lng, lat]) =>
        points.map(([x, y]) => Math.round(factor * (Math.abs(lng - x) * 1.3 + Math.abs(lat - y)) * 1e5)),
      )
    const sources = points.map((location) => ({ location, distance: 1 }))
    const answer = { code: 'Ok', durations: legs(0.1), distances: legs(1), sources, destinations: sources }
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  after(() => provider.close())
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const beside = await startService({ beside: service, env: { DISTANCES: 'osrm', DISTANCES_URL: origin } })
  const { shop, runAgain } = await shopWith(beside, 90)
  const options = { time_limit_seconds: 8 }
  const built = await shop.post<OfficeBuildOut>('/routes/build', { date, options })
  assert.deepEqual([built.status, built.body.data.distance_source], [201, 'osrm'], built.body.message)
  const asked = tables
  assert.ok(asked > 0)
  assert.equal((await runAgain(built.body.data.build_uuid)).same, true)
  assert.equal(tables, asked)
})

test('a build of another engine is marked, and so is a different plan', async () => {
  const { shop, runAgain, list } = await shopWith(service, 12)
  const built = await shop.post<OfficeBuildOut>('/routes/build', { date })
  const buildId = built.body.data.build_uuid
  const otherId = service.app.newId()
  await service.app.db.asBusiness(shop.businessId, async (tx) => {
    const build = await readBuild(tx, buildId)
    const record = await readBuildRecord(tx, buildId)
    assert.ok(build && record)
    await insertBuild(tx, { ...build, buildId: otherId, engine: 'another', record })
  })
  assert.deepEqual(new Set((await list()).map(({ same_engine }) => same_engine)), new Set([false, true]))
  const again = await runAgain(otherId)
  assert.deepEqual([again.engine, again.engine_now, again.same], ['another', service.app.engine, true])
  assert.equal((await shop.post(`/routes/builds/${service.app.newId()}/run-again`)).status, 404)
})

test('builds are deleted after 30 days, unaccepted proposals after one day, and the oldest beyond 200', async () => {
  const { shop, list } = await shopWith(service, 1)
  const now = service.app.clock().getTime()
  const built = await shop.post<OfficeBuildOut>('/routes/build', { date })
  const ago = async (days: number, madeAt: Date | null) => {
    const copy = service.app.newId()
    await service.app.db.asBusiness(shop.businessId, async (tx) => {
      const build = await readBuild(tx, built.body.data.build_uuid)
      assert.ok(build)
      const createdAt = new Date(now - days * 86_400_000)
      await insertBuild(tx, { ...build, buildId: copy, createdAt, madeAt, record: Buffer.of() })
    })
    return copy
  }
  const kept = [await ago(29, new Date(now)), await ago(0.5, null), built.body.data.build_uuid]
  await ago(31, new Date(now))
  await ago(2, null)
  while (await cleanUpJob.run(service.app));
  const ids = async () => (await list()).map(({ build_uuid }) => build_uuid)
  assert.deepEqual(new Set(await ids()), new Set(kept))
  for (let i = 0; i < 200; i++) await ago(0.1, null)
  const left = await ids()
  assert.equal(left.length, 200)
  assert.ok(left.includes(built.body.data.build_uuid) && !left.includes(kept[0] ?? ''))
})
