// Plans queue fairly: a business with many plans waits for its own and gets a Retry-After, and no other business waits
// for it.
import assert from 'node:assert/strict'
import http from 'node:http'
import { after, test } from 'node:test'
import { createSolverPool } from '../../../../src/adapters/solver/solver-pool.ts'
import type { Solver } from '../../../../src/app/ports/solver.ts'
import { shopWithOrders } from '../../../helpers/routes.ts'
import { type Client, startService } from '../../../helpers/service.ts'

const pool = createSolverPool({ threads: 1, maxWaiting: 4, maxWaitingEach: 2 })
after(() => pool.close())

/** A solve without a time limit takes few iterations. */
const solve: Solver['solve'] = (owner, problem, options) =>
  pool.solve(owner, problem, options.seconds === undefined ? { ...options, iterations: 50 } : options)

const solves: Promise<unknown>[] = []
let onAsked = () => {}
const solver: Solver = {
  solve: (...call) => {
    const solution = solve(...call)
    solves.push(solution)
    onAsked()
    return solution
  },
}
const service = await startService({ replaced: { solver } })

/** Resolves when the pool has been called `count` times in total. */
const askedFor = (count: number): Promise<void> =>
  new Promise((resolve) => {
    onAsked = () => solves.length >= count && resolve()
    onAsked()
  })

const body = (options: Record<string, unknown>) => ({
  depot: { lat: 38.9, lng: -77.03 },
  vehicles: [{ id: 'van' }],
  stops: Array.from({ length: 40 }, (_, i) => ({ id: `s${i}`, lat: 38.9 + i / 1_000, lng: -77 - (i % 7) / 1_000 })),
  options,
})

/** Starts a solve that takes half a minute unless the caller disconnects. */
function begun({ apiKey }: Client): http.ClientRequest {
  const call = http.request(`${service.url}/api/v1/optimize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    agent: false,
  })
  call.on('error', () => {})
  call.on('response', ({ statusCode }) => assert.fail(`answered ${statusCode} before its time`))
  call.end(JSON.stringify(body({ time_limit_seconds: 30 })))
  return call
}

/** Disconnects all callers, and waits until no solve is running. */
async function hangUp(calls: readonly http.ClientRequest[]): Promise<void> {
  for (const call of calls) call.destroy()
  await Promise.allSettled(solves)
}

const refusal = ({ status, body: { details }, headers }: Awaited<ReturnType<Client['post']>>) => [
  status,
  details.code,
  headers.get('retry-after'),
]

test('a business that fills its part of the queue gets a Retry-After; others are planned before its next', async () => {
  const [hog, neighbor] = [await service.business(), (await shopWithOrders(service, 2)).shop]
  const own = []
  for (let i = 1; i <= 3; i++) {
    own.push(begun(hog))
    await askedFor(i)
  }
  assert.deepEqual(refusal(await hog.post('/optimize', body({}))), [429, 'SOLVER_BUSY', '5'])
  assert.equal((await hog.get('/orders')).status, 200, 'what needs no plan goes on')
  const before = solves.length
  const solved = neighbor.post('/optimize', body({}))
  await askedFor(before + 1)
  own[0]?.destroy()
  // The neighbor's solve goes before the next plan of the first business, which would take half a minute.
  assert.equal((await solved).status, 200)
  await hangUp(own)
})

test('while the queue is full, builds and solves of all businesses are refused', async () => {
  const { shop, date } = await shopWithOrders(service, 2)
  const before = solves.length
  const others = []
  for (let i = 1; i <= 5; i++) {
    others.push(begun(await service.business()))
    await askedFor(before + i)
  }
  assert.deepEqual(refusal(await shop.post('/optimize', body({}))), [429, 'SOLVER_BUSY', '5'])
  assert.deepEqual(refusal(await shop.post('/routes/build', { date })), [429, 'SOLVER_BUSY', '5'])
  await hangUp(others)
  assert.equal((await shop.post('/routes/build', { date })).status, 201)
})

test('refuses concurrent builds above the limit of a process with a Retry-After, and completes the others', async () => {
  const patient = { begun: 0, go: Promise.withResolvers<void>() }
  const held = await startService({
    replaced: {
      solver: {
        solve: async (...call) => {
          patient.begun++
          await patient.go.promise
          return solve(...call)
        },
      },
    },
  })
  const shops = []
  while (shops.length < 17) shops.push(await shopWithOrders(held, 1))
  const answers = shops.map(({ shop, date }) => shop.post('/routes/build', { date }))
  const first = await Promise.race(answers)
  assert.deepEqual(refusal(first), [429, 'SOLVER_BUSY', '5'])
  assert.equal(patient.begun, 16)
  patient.go.resolve()
  // The solver's queue is too short for all of them. Each request gets one of the two responses.
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([201, 429]))
})
