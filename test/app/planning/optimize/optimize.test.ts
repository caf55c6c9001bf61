import assert from 'node:assert/strict'
import { test } from 'node:test'
import { osrm } from '../../../../src/adapters/distances/osrm.ts'
import { type Solver, SolverBusy, SolverLost } from '../../../../src/app/ports/solver.ts'
import type { OptimizeOut } from '../../../../src/contract/optimize.ts'
import { solve } from '../../../../src/engine/solve.ts'
import { type Client, startService } from '../../../helpers/service.ts'
import { json, stubServer } from '../../../helpers/stub-server.ts'

const service = await startService()
const shop = await service.business()

const depot = { lat: 38.9072, lng: -77.0369 }
const van = { id: 'van' }
/** Stops around the depot, about 110 m apart. */
const stopAt = (i: number, members: Record<string, unknown> = {}) => ({
  id: `s${i}`,
  lat: 38.9 + (i % 40) / 1_000,
  lng: -77.06 + Math.floor(i / 40) / 1_000,
  ...members,
})
const FAST = { iterations: 200, seed: 1 }
const body = (members: Record<string, unknown> = {}) => ({
  depot,
  vehicles: [van],
  stops: [stopAt(1), stopAt(2)],
  options: FAST,
  ...members,
})
const ask = (sent: unknown, client: Client = shop) => client.post<OptimizeOut>('/optimize', sent)

async function solved(members: Record<string, unknown> = {}, client: Client = shop): Promise<OptimizeOut> {
  const { status, body: answer } = await ask(body(members), client)
  assert.equal(status, 200, answer.message)
  return answer.data
}
const reasons = ({ unassigned }: OptimizeOut) =>
  Object.fromEntries(unassigned.map(({ id, reason }) => [id, reason.code]))
const minutes = (time: string | null | undefined) => {
  const [hours = NaN, mins = NaN] = (time ?? '').split(':').map(Number)
  return hours * 60 + mins
}

test('200: routes in driving order with times, and consistent sums', async () => {
  const answer = await solved({
    vehicles: [{ id: 'van', shift_start: '08:00', shift_end: '12:00', cost_per_mile: 2, fixed_cost: 10 }],
    stops: [
      stopAt(1, { window_start: '09:00', window_end: '09:30', load_weight_lbs: 10.255 }),
      stopAt(20, { window_start: '10:00', service_minutes: 12, load_weight_lbs: null }),
    ],
  })
  const [route] = answer.routes
  assert.ok(route)
  assert.deepEqual([route.vehicle_id, route.load_weight_lbs, route.service_minutes], ['van', 10.26, 17])
  assert.deepEqual(
    route.stops.map(({ id, sequence }) => [id, sequence]),
    [
      ['s1', 1],
      ['s20', 2],
    ],
  )
  const [first, second] = route.stops
  assert.ok(minutes(route.departure) >= 8 * 60 && minutes(route.return) <= 12 * 60)
  assert.ok(minutes(first?.service_start) >= 9 * 60 && minutes(first?.service_start) <= 9 * 60 + 30)
  assert.equal(second?.service_start, '10:00')
  assert.equal(second?.departure, '10:12')
  assert.ok(minutes(first?.arrival) <= minutes(first?.service_start))
  const legs = route.stops.reduce((sum, stop) => sum + stop.distance_miles, 0)
  assert.ok(legs < route.distance_miles, 'the way back counts too')
  const { summary } = answer
  assert.deepEqual([summary.routes, summary.stops, summary.unassigned], [1, 2, 0])
  assert.equal(summary.distance_miles, route.distance_miles)
  assert.ok(Math.abs(summary.cost - (10 + 2 * route.distance_miles)) < 0.02, `${summary.cost}`)
  assert.ok(!('breaks' in route))
})

test('defaults: DRY only, five minutes per stop, no capacity, the whole day, a cost of one per mile', async () => {
  const answer = await solved({
    stops: [stopAt(1, { load_weight_lbs: 1e6 }), stopAt(2, { temperature_class: 'FROZEN' })],
  })
  assert.deepEqual(reasons(answer), { s2: 'TEMPERATURE' })
  assert.equal(answer.routes[0]?.service_minutes, 5)
  assert.ok(Math.abs(answer.summary.cost - answer.summary.distance_miles) < 0.01)
  assert.match(answer.unassigned[0]?.reason.message ?? '', /frozen goods/)
})

test('each unassigned stop has its reason', async () => {
  const answer = await solved({
    vehicles: [{ id: 'van', capacity_lbs: 100, shift_start: '08:00', shift_end: '10:00', max_stops: 2 }],
    stops: [
      stopAt(1),
      stopAt(2),
      stopAt(3),
      stopAt(4, { temperature_class: 'REFRIGERATED' }),
      stopAt(5, { load_weight_lbs: 101 }),
      stopAt(6, { window_start: '11:00', window_end: '12:00' }),
      { id: 'far', lat: 40.5, lng: -74 },
      stopAt(7, { window_end: '08:00' }),
    ],
  })
  const { s1: _1, s2: _2, s3: _3, ...lasting } = reasons(answer)
  assert.deepEqual(lasting, { s4: 'TEMPERATURE', s5: 'CAPACITY', s6: 'SHIFT', far: 'SHIFT', s7: 'TIME_WINDOW' })
  assert.equal(answer.summary.unassigned, 6, 'one of the first three is over max_stops')
})

test('stops on both sides of the antimeridian are near each other', async () => {
  const answer = await solved({
    depot: { lat: -16.8, lng: 179.98 },
    stops: [
      { id: 'west', lat: -16.8, lng: 179.99 },
      { id: 'east', lat: -16.8, lng: -179.99 },
    ],
  })
  assert.equal(answer.summary.unassigned, 0)
  assert.ok((answer.routes[0]?.distance_miles ?? Infinity) < 10, JSON.stringify(answer.routes))
})

test('ignores an unknown weight, and omits a vehicle without stops', async () => {
  const answer = await solved({
    vehicles: [
      { id: 'tiny', capacity_lbs: 0 },
      { id: 'idle', capacity_lbs: 0, fixed_cost: 1_000 },
    ],
    stops: [stopAt(1, { load_weight_lbs: null }), stopAt(2)],
  })
  assert.deepEqual(
    answer.routes.map(({ vehicle_id, load_weight_lbs }) => [vehicle_id, load_weight_lbs]),
    [['tiny', 0]],
  )
})

test("a route with an open end does not return, and a vehicle's own start and end are used", async () => {
  const far = { lat: 39.2, lng: -77.0369 }
  const there = await solved({ vehicles: [{ id: 'van', end: null }] })
  assert.equal(there.routes[0]?.return, null)
  const and = await solved({ vehicles: [{ id: 'van', start: far, end: far }] })
  assert.ok((and.routes[0]?.distance_miles ?? 0) > (there.routes[0]?.distance_miles ?? 0) + 40)
})

test('breaks are within their window and in the response', async () => {
  const answer = await solved({
    vehicles: [
      { id: 'van', shift_start: '08:00', breaks: [{ window_start: '11:00', window_end: '12:00', minutes: 30 }] },
    ],
    stops: [stopAt(1, { window_end: '09:00' }), stopAt(2, { window_start: '14:00' })],
  })
  const [rest] = answer.routes[0]?.breaks ?? []
  assert.ok(rest && minutes(rest.start) >= 11 * 60 && minutes(rest.end) <= 12 * 60, JSON.stringify(answer.routes))
  assert.equal(minutes(rest.end) - minutes(rest.start), 30)
})

test('the order of breaks in the request does not matter', async () => {
  const late = { window_start: '15:00', window_end: '15:30', minutes: 15 }
  const early = { window_start: '11:00', window_end: '12:00', minutes: 30 }
  const planned = async (breaks: unknown[]) => {
    const stops = [stopAt(1, { window_end: '09:00' }), stopAt(2, { window_start: '16:00' })]
    const answer = await solved({ vehicles: [{ id: 'van', shift_start: '08:00', breaks }], stops })
    return answer.routes[0]?.breaks
  }
  const rests = await planned([late, early])
  assert.equal(rests?.length, 2)
  assert.deepEqual(rests, await planned([early, late]))
})

test('skills, driving and working times, pieces: an impossible stop is unassigned with its reason and fix', async () => {
  const far = { id: 'far', lat: 39.6, lng: -77.04 }
  const answer = await solved({
    vehicles: [
      { id: 'van', skills: ['Helper'], capacity_pieces: 5, max_driving_minutes: 60 },
      { id: 'truck', skills: ['lift gate'], capacity_pieces: 20, max_working_minutes: 60 },
    ],
    stops: [
      stopAt(1, { required_skills: ['LIFT GATE '] }),
      stopAt(2, { required_skills: ['lift gate', 'helper'] }),
      stopAt(3, { load_pieces: 21 }),
      stopAt(4, { load_pieces: 6, load_cubic_feet: 3 }),
      { ...far, required_skills: ['helper'] },
      { ...far, id: 'long', required_skills: ['lift gate'] },
    ],
  })
  assert.deepEqual(reasons(answer), { s2: 'SKILL', s3: 'CAPACITY', far: 'DRIVING_TIME', long: 'WORKING_TIME' })
  const fixes = Object.fromEntries(answer.unassigned.map(({ id, nearest_fix }) => [id, nearest_fix]))
  assert.match(fixes.s2 ?? '', /^give vehicle (van the skill lift gate|truck the skill helper)$/)
  assert.equal(fixes.s3, 'add 7 pieces of capacity to vehicle truck')
  assert.match(fixes.far ?? '', /^let vehicle van drive \d+ minutes longer/)
  assert.match(fixes.long ?? '', /^let vehicle truck be out \d+ minutes longer/)
  const [route] = answer.routes
  assert.deepEqual([answer.routes.length, route?.vehicle_id, route?.load_pieces], [1, 'truck', 6])
  assert.ok(route && !('load_cubic_feet' in route), 'no vehicle is limited in cubic feet')
})

test('a vehicle reloads if it may', async () => {
  const stops = [1, 2, 3].map((i) => stopAt(i, { load_weight_lbs: 60 }))
  const van = { id: 'van', capacity_lbs: 100 }
  assert.equal((await solved({ vehicles: [van], stops })).unassigned.length, 2)
  const reload = { ...depot, minutes: 20, max_trips: 3 }
  const { routes, unassigned } = await solved({ vehicles: [{ ...van, reload }], stops })
  assert.deepEqual(unassigned, [])
  const trips = routes[0]?.stops ?? []
  assert.deepEqual(
    trips.map(({ trip }) => trip),
    [1, 2, 3],
  )
  assert.ok(minutes(trips[1]?.arrival) - minutes(trips[0]?.departure) >= 20)
})

test('drivers: a required one always, an excluded one never, a preferred one unless another costs less', async () => {
  const vehicles = [
    { id: 'v1', driver: 'Ann Lee', cost_per_mile: 1, fixed_cost: 3 },
    { id: 'v2', driver: 'Bo', cost_per_mile: 1 },
  ]
  const vehicleOf = ({ routes }: OptimizeOut, id: string) =>
    routes.find(({ stops }) => stops.some((stop) => stop.id === id))?.vehicle_id
  const stops = [
    stopAt(1, { required_drivers: ['ann lee'] }),
    stopAt(2, { excluded_drivers: ['ANN LEE'] }),
    stopAt(3, { required_drivers: ['Cy'] }),
  ]
  const asked = await solved({ vehicles, stops })
  assert.deepEqual([vehicleOf(asked, 's1'), vehicleOf(asked, 's2'), reasons(asked)], ['v1', 'v2', { s3: 'DRIVER' }])
  const likes = [stopAt(1), stopAt(2, { preferred_drivers: ['ann lee'] })]
  assert.equal(vehicleOf(await solved({ vehicles, stops: likes }), 's2'), 'v1')
  const cheap = await solved({ vehicles, stops: likes, options: { ...FAST, other_driver_cost: 2 } })
  assert.equal(vehicleOf(cheap, 's2'), 'v2')
  assert.ok(cheap.summary.cost > 2, 'the other driver is counted')
})

test('a second window, and a cost of lateness', async () => {
  const windows = {
    window_start: '07:00',
    window_end: '07:30',
    more_windows: [{ window_start: '15:00', window_end: '16:00' }],
  }
  const vehicles = [{ id: 'van', shift_start: '08:00' }]
  const { routes } = await solved({ vehicles, stops: [stopAt(1, windows)] })
  assert.equal(routes[0]?.stops[0]?.service_start, '15:00')
  const missed = [stopAt(1, { window_start: '07:00', window_end: '07:30' })]
  assert.deepEqual(reasons(await solved({ vehicles, stops: missed })), { s1: 'SHIFT' })
  const late = await solved({ vehicles, stops: missed, options: { ...FAST, lateness_cost_per_hour: 60 } })
  const minutesLate = late.routes[0]?.stops[0]?.late_minutes ?? 0
  assert.ok(minutesLate >= 30 && minutesLate < 45, `${minutesLate}`)
  assert.ok(Math.abs(late.summary.cost - (minutesLate + late.summary.distance_miles)) < 0.1)
})

test('overtime and slower service count', async () => {
  const vehicle = { id: 'van', service_factor: 2, cost_per_hour: 6, overtime: { after_minutes: 60, cost_per_hour: 60 } }
  const { routes, summary } = await solved({ vehicles: [vehicle], stops: [stopAt(1, { service_minutes: 45 })] })
  const [route] = routes
  const drive = route?.drive_minutes ?? 0
  assert.equal(route?.service_minutes, 90)
  assert.ok(Math.abs((route?.overtime_minutes ?? 0) - (30 + drive)) < 0.1)
  assert.ok(Math.abs(summary.cost - (9 + 0.1 * drive + 30 + drive)) < 0.1, `${summary.cost}`)
})

test('400: overlapping windows, a reload without a location, an incomplete overtime', async () => {
  const { status, body: answer } = await ask(
    body({
      vehicles: [{ id: 'van', reload: { minutes: 5, max_trips: 2 }, overtime: { after_minutes: 60 } }],
      stops: [
        stopAt(1, { window_end: '10:00', more_windows: [{ window_start: '09:00', window_end: '11:00' }] }),
        stopAt(2, { more_windows: [{ window_start: '09:00', window_end: '11:00' }] }),
      ],
    }),
  )
  assert.equal(status, 400)
  const text = JSON.stringify(answer)
  for (const field of ['vehicles.0.reload.lat', 'vehicles.0.reload.lng', 'vehicles.0.overtime.cost_per_hour'])
    assert.ok(text.includes(field), `${field} in ${text}`)
  const again = await ask(
    body({
      stops: [
        stopAt(1, { window_end: '10:00', more_windows: [{ window_start: '09:00', window_end: '11:00' }] }),
        stopAt(2, { more_windows: [{ window_start: '09:00', window_end: '11:00' }] }),
      ],
    }),
  )
  const named = JSON.stringify(again.body)
  for (const field of ['stops.0.more_windows.0.window_start', 'stops.1.window_end'])
    assert.ok(named.includes(field), `${field} in ${named}`)
})

test('locked stops stay on their vehicle and at their position', async () => {
  const answer = await solved({
    vehicles: [{ id: 'a' }, { id: 'b' }],
    stops: [
      stopAt(1),
      stopAt(2, { locked: { vehicle_id: 'b' } }),
      stopAt(39, { locked: { vehicle_id: 'b', sequence: 1 } }),
    ],
  })
  const onB = answer.routes.find(({ vehicle_id }) => vehicle_id === 'b')?.stops.map(({ id }) => id) ?? []
  assert.equal(onB[0], 's39')
  assert.ok(onB.includes('s2'))
})

test('the same body, seed and iterations give the same routes', async () => {
  const stops = Array.from({ length: 60 }, (_, i) => stopAt(i * 7))
  const options = { iterations: 500, seed: 42 }
  const vehicles = [
    { id: 'a', max_stops: 25 },
    { id: 'b', max_stops: 25 },
  ]
  const [one, two] = [await solved({ stops, vehicles, options }), await solved({ stops, vehicles, options })]
  assert.deepEqual(one.routes, two.routes)
  assert.deepEqual(one.unassigned, two.unassigned)
})

test('balance STOPS evens out the numbers of stops', async () => {
  const vehicles = [{ id: 'a' }, { id: 'b' }]
  const stops = Array.from({ length: 12 }, (_, i) => stopAt(i * 5))
  const { routes } = await solved({ vehicles, stops, options: { balance: 'STOPS', iterations: 2_000, seed: 1 } })
  assert.deepEqual(
    routes.map(({ stops }) => stops.length),
    [6, 6],
  )
})

test('on days of 23 and 25 hours the times are wall-clock times', async () => {
  for (const date of ['03/14/2027', '11/01/2026', '11/23/2026']) {
    const { routes } = await solved({
      date,
      vehicles: [{ id: 'van', shift_start: '00:00', shift_end: '17:00' }],
      stops: [
        stopAt(1, { window_start: '00:30', window_end: '01:00' }),
        stopAt(2, { window_start: '14:00', window_end: '14:05' }),
      ],
    })
    const times = routes[0]?.stops.map(({ service_start }) => service_start)
    assert.deepEqual(times, ['00:30', '14:00'], date)
  }
})

test('every arrival is on the planned day', async () => {
  const { routes } = await solved({
    vehicles: [{ id: 'van', shift_start: '23:00', end: null }],
    stops: Array.from({ length: 20 }, (_, i) => stopAt(i * 3, { service_minutes: 10 })),
  })
  const last = routes[0]?.stops.at(-1)
  assert.ok(minutes(last?.departure) <= 23 * 60 + 59 && minutes(last?.arrival) >= 23 * 60)
})

test('roads are used for up to 61 locations; the response marks estimates for more, or if the provider is down or missing', async () => {
  const server = await stubServer((request, response) => {
    const side =
      decodeURIComponent(request.url ?? '')
        .split('?')[0]
        ?.split('/')
        .at(-1)
        ?.split(';').length ?? 0
    const matrix = Array.from({ length: side }, (_, i) =>
      Array.from({ length: side }, (_, j) => (i === j ? 0 : 1_609.344 / 10)),
    )
    json({ code: 'Ok', durations: matrix, distances: matrix })(request, response)
  })
  const roads = await startService({ replaced: { distances: osrm(server.url) } })
  const client = await roads.business()
  const source = ({ distance_source, distances_estimated, estimate_reason }: OptimizeOut) => [
    distance_source,
    distances_estimated,
    estimate_reason,
  ]
  const stops = Array.from({ length: 60 }, (_, i) => stopAt(i))
  const exact = await solved({ stops }, client)
  assert.deepEqual(source(exact), ['osrm', false, null])
  assert.equal(exact.summary.distance_miles, 6.1)
  const same = [...stops, ...stops.map((stop) => ({ ...stop, id: `${stop.id} again` }))]
  assert.deepEqual(source(await solved({ stops: same }, client)), ['osrm', false, null], 'places count once')
  const larger = await solved({ stops: [...stops, stopAt(60)] }, client)
  assert.deepEqual(source(larger), ['straight_line', true, 'TABLE_TOO_LARGE'])
  server.answer(json({}, 500))
  assert.deepEqual(source(await solved({ stops }, client)), ['straight_line', true, 'PROVIDER_DOWN'])
  assert.deepEqual(source(await solved()), ['straight_line', true, 'NO_PROVIDER'])
})

test('a stop that no road reaches is unassigned as UNREACHABLE', async () => {
  const matrix = [
    [0, 100, null],
    [100, 0, null],
    [null, null, 0],
  ]
  const server = await stubServer(json({ code: 'Ok', durations: matrix, distances: matrix }))
  const roads = await startService({ replaced: { distances: osrm(server.url) } })
  assert.deepEqual(reasons(await solved({}, await roads.business())), { s2: 'UNREACHABLE' })
})

test('the largest body, 1,000 stops with IDs of 100 characters on 50 vehicles, is accepted and solved', async () => {
  const long = (i: number) => `${i}`.padStart(100, 'x')
  const vehicles = Array.from({ length: 50 }, (_, i) => ({
    id: long(i),
    capacity_lbs: 2_000,
    temperature_classes: ['DRY', 'REFRIGERATED', 'FROZEN'],
    shift_start: '08:00',
    shift_end: '18:00',
    max_stops: 40,
    start: depot,
    end: depot,
    fixed_cost: 10,
    cost_per_mile: 1,
    cost_per_hour: 20,
    breaks: [{ window_start: '11:00', window_end: '13:00', minutes: 30 }],
  }))
  const stops = Array.from({ length: 1_000 }, (_, i) =>
    stopAt(i, {
      id: long(i),
      window_start: '08:00',
      window_end: '18:00',
      service_minutes: 5,
      load_weight_lbs: 40,
      temperature_class: 'REFRIGERATED',
      priority: 50,
      locked: i < 50 ? { vehicle_id: long(i), sequence: 1 } : null,
    }),
  )
  const answer = await solved({ vehicles, stops, options: { iterations: 50, seed: 1 } })
  assert.equal(answer.summary.stops + answer.summary.unassigned, 1_000)
})

test('400: each fault is named by its path', async () => {
  const faults: [Record<string, unknown>, string[]][] = [
    [{ stops: [stopAt(1), stopAt(2), stopAt(1)] }, ['stops.2.id']],
    [{ vehicles: [van, van] }, ['vehicles.1.id']],
    [{ stops: [stopAt(1, { id: '' })] }, ['stops.0.id']],
    [{ stops: [stopAt(1, { id: 'x'.repeat(101) })] }, ['stops.0.id']],
    [{ stops: [stopAt(1, { id: 7 })] }, ['stops.0.id']],
    [{ stops: [] }, ['stops']],
    [{ vehicles: [] }, ['vehicles']],
    [{ vehicles: Array.from({ length: 51 }, (_, i) => ({ id: `v${i}` })) }, ['vehicles']],
    [{ stops: Array.from({ length: 1_001 }, (_, i) => stopAt(i)) }, ['stops']],
    [{ depot: undefined }, ['depot']],
    [{ depot: { lat: 91, lng: 0 } }, ['depot.lat']],
    [{ depot: { lat: 9 } }, ['depot.lng']],
    [{ date: '2026-11-23' }, ['date']],
    [{ date: '02/30/2026' }, ['date']],
    [{ extra: 1 }, ['extra']],
    [{ vehicles: [{ id: 'v', shift_start: '24:00' }] }, ['vehicles.0.shift_start']],
    [{ vehicles: [{ id: 'v', shift_start: '17:00', shift_end: '08:00' }] }, ['vehicles.0.shift_end']],
    [{ vehicles: [{ id: 'v', shift_start: '23:59' }] }, ['vehicles.0.shift_end']],
    [{ vehicles: [{ id: 'v', temperature_classes: ['HOT'] }] }, ['vehicles.0.temperature_classes.0']],
    [{ vehicles: [{ id: 'v', temperature_classes: [] }] }, ['vehicles.0.temperature_classes']],
    [{ vehicles: [{ id: 'v', capacity_lbs: -1 }] }, ['vehicles.0.capacity_lbs']],
    [{ vehicles: [{ id: 'v', max_stops: 0 }] }, ['vehicles.0.max_stops']],
    [{ vehicles: [{ id: 'v', end: { lat: 1 } }] }, ['vehicles.0.end.lng']],
    [
      { vehicles: [{ id: 'v', breaks: [{ window_start: '12:00', window_end: '11:00', minutes: 5 }] }] },
      ['vehicles.0.breaks.0.window_end'],
    ],
    [
      { vehicles: [{ id: 'v', breaks: [{ window_start: '12:00', window_end: '12:20', minutes: 30 }] }] },
      ['vehicles.0.breaks.0.minutes'],
    ],
    [{ stops: [stopAt(1, { window_start: '9:00', window_end: '10:00' })] }, ['stops.0.window_start']],
    [{ stops: [stopAt(1, { window_start: '10:00', window_end: '10:00' })] }, ['stops.0.window_end']],
    [{ stops: [stopAt(1, { service_minutes: -5 })] }, ['stops.0.service_minutes']],
    [{ stops: [stopAt(1, { priority: 101 })] }, ['stops.0.priority']],
    [{ stops: [stopAt(1, { lat: 'x' }), stopAt(2, { lng: 181 })] }, ['stops.0.lat', 'stops.1.lng']],
    [{ stops: [stopAt(1, { locked: { vehicle_id: 'nobody' } })] }, ['stops.0.locked.vehicle_id']],
    [{ stops: [stopAt(1, { locked: { vehicle_id: 'van', sequence: 0 } })] }, ['stops.0.locked.sequence']],
    [{ options: { time_limit_seconds: 31 } }, ['options.time_limit_seconds']],
    [{ options: { time_limit_seconds: 0 } }, ['options.time_limit_seconds']],
    [{ options: { iterations: 0 } }, ['options.iterations']],
    [{ options: { balance: 'EVEN' } }, ['options.balance']],
  ]
  for (const [members, fields] of faults) {
    const { status, body: answer } = await ask(body(members))
    assert.deepEqual([status, answer.details?.fields], [400, fields], JSON.stringify(members).slice(0, 200))
    assert.ok(answer.message.startsWith(fields[0] ?? ''), answer.message)
  }
  const { status } = await ask([])
  assert.equal(status, 400)
})

test('400: contradicting locks are named by the fields of the body', async () => {
  const locked = { vehicle_id: 'van', sequence: 1 }
  const { status, body: answer } = await ask(body({ stops: [stopAt(1, { locked }), stopAt(2), stopAt(3, { locked })] }))
  assert.deepEqual([status, answer.details.code], [400, 'CONTRADICTION'])
  assert.deepEqual(answer.details.fields, ['stops.0.locked.sequence', 'stops.2.locked.sequence'])
})

test('an Idempotency-Key is not needed, and is ignored if it is sent', async () => {
  const send = (sent: unknown, headers: Record<string, string>) =>
    fetch(`${service.url}/api/v1/optimize`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.apiKey}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(sent),
    })
  assert.equal((await send(body(), {})).status, 200)
  const key = { 'idempotency-key': 'the same' }
  assert.equal((await send(body(), key)).status, 200)
  const other = await send(body({ stops: [stopAt(3)] }), key)
  assert.equal(other.status, 200)
  assert.equal(other.headers.get('idempotent-replayed'), null)
})

test('401: without a key', async () => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${service.url}/api/v1/optimize`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body()),
  })
  assert.equal(response.status, 401)
})

test('429: more than 30 solves per minute, or a full queue', async () => {
  const instant: Solver = { solve: async (_owner, problem) => solve(problem, { iterations: 1 }) }
  const limited = await startService({ env: { RATE_LIMIT_SCALE: '1' }, replaced: { solver: instant } })
  const client = await limited.business()
  for (let i = 0; i < 30; i++) assert.equal((await ask(body(), client)).status, 200)
  const over = await ask(body(), client)
  assert.deepEqual([over.status, over.headers.get('ratelimit-limit')], [429, '30'])
  const full = await startService({ replaced: { solver: { solve: () => Promise.reject(new SolverBusy()) } } })
  const busy = await ask(body(), await full.business())
  assert.deepEqual([busy.status, busy.body.details.code, busy.headers.get('retry-after')], [429, 'SOLVER_BUSY', '5'])
})

test('503: the solver was ended before it had a result', async () => {
  const lost = await startService({ replaced: { solver: { solve: () => Promise.reject(new SolverLost()) } } })
  const { status, body: said, headers } = await ask(body(), await lost.business())
  assert.deepEqual([status, said.details.code, headers.get('retry-after')], [503, 'TIMED_OUT', '5'])
})

test('a solve has a time limit whatever its iterations, and a disconnecting caller cancels it', async () => {
  const begun = Promise.withResolvers<number | undefined>()
  const calledOff = Promise.withResolvers<void>()
  const patient: Solver = {
    solve: async (_owner, _problem, { seconds, signal }) => {
      const { promise, reject } = Promise.withResolvers<never>()
      signal?.addEventListener('abort', () => {
        calledOff.resolve()
        reject(signal.reason)
      })
      begun.resolve(seconds)
      return promise
    },
  }
  const slow = await startService({ replaced: { solver: patient } })
  const { apiKey } = await slow.business()
  const caller = new AbortController()
  const call = fetch(`${slow.url}/api/v1/optimize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body({ options: { iterations: 100_000_000 } })),
    signal: caller.signal,
  })
  assert.equal(await begun.promise, 30)
  caller.abort()
  await assert.rejects(call, { name: 'AbortError' })
  await calledOff.promise
})

test('500 instead of a plan that breaks a rule', async (t) => {
  const printed = t.mock.method(console, 'error', () => {})
  const lying: Solver = {
    solve: async (_owner, problem) => {
      const solution = solve(problem, { iterations: 1 })
      return { ...solution, routes: solution.routes.map((route) => ({ ...route, visits: route.visits.slice(1) })) }
    },
  }
  const broken = await startService({ replaced: { solver: lying } })
  const { status, body: answer } = await ask(body(), await broken.business())
  assert.deepEqual([status, answer.details.code], [500, 'INTERNAL'])
  assert.ok(printed.mock.callCount() > 0, 'it is logged')
})
