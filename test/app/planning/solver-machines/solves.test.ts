// Tests solves that processes without solver threads hand to processes with ROLE=solver, also if a solver process dies,
// is late or stops.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createSolverPool } from '../../../../src/adapters/solver/solver-pool.ts'
import type { Solver } from '../../../../src/app/ports/solver.ts'
import { SOLVE_TIMES, type SolveTimeouts } from '../../../../src/app/planning/solver-machines/solve-messages.ts'
import { takeSolves } from '../../../../src/app/planning/solver-machines/run-solver-process.ts'
import { pack } from '../../../../src/app/packed.ts'
import type { OptimizeOut } from '../../../../src/contract/optimize.ts'
import { answerSolve, requestSolve, extendLeases, takeSolve } from '../../../../src/store/jobs/solves.ts'
import { type Client, startService } from '../../../helpers/service.ts'
import { until } from '../../../helpers/until.ts'

const service = await startService({ env: { SOLVER_THREADS: '0' } })
const { app } = service
const shop = await service.business()
const pool = createSolverPool({ threads: 1 })
service.besides.push(() => pool.close())

/** Time limits like in production, but shorter. */
const HASTY = { ...SOLVE_TIMES, lease: 0.4, poll: 0.02, heartbeat: 0.05 } satisfies SolveTimeouts
const dead = randomUUID()

const body = (options: Record<string, unknown> = { iterations: 200, seed: 1 }) => ({
  depot: { lat: 38.9072, lng: -77.0369 },
  vehicles: [{ id: 'van' }],
  stops: Array.from({ length: 30 }, (_, i) => ({ id: `s${i}`, lat: 38.9 + i / 1_000, lng: -77 - (i % 7) / 1_000 })),
  options,
})
const ask = (client: Client = shop, options?: Record<string, unknown>) =>
  client.post<OptimizeOut>('/optimize', body(options))

/** Runs until it is aborted. */
const endless: Solver['solve'] = async (_owner, _problem, { signal }) => {
  if (signal && !signal.aborted) await once(signal, 'abort')
  throw new Error('ended')
}

function machine(t: TestContext, solver: Solver = pool, threads = 1) {
  const started = takeSolves(app, solver, threads, HASTY)
  t.after(() => started.stop())
  return started
}

const rows = () =>
  app.db.query<{ solve_id: string; takes: number; answered: boolean; taken: boolean }>(
    'select solve_uuid as solve_id, takes, answer is not null as answered, solver is not null as taken from solves order by asked_at',
    [],
  )
const asked = (count: number) => until(`${count} solves are waited for`, async () => (await rows()).length === count)
const takeAs = (name: string, lease: number, most = Infinity) =>
  app.db.asSystem((tx) => takeSolve(tx, name, lease, most))

test("the result is the same as from the process's own threads, and no row is left behind", async (t) => {
  const alone = await startService({ beside: service, env: { SOLVER_THREADS: '1' } })
  machine(t)
  const there = await ask()
  const here = await ask(shop.by(alone))
  assert.equal(there.status, 200)
  assert.deepEqual(there.body.data.routes, here.body.data.routes)
  assert.deepEqual(await rows(), [])
})

test('the solves of a dead process are taken over, and its late result changes nothing', async (t) => {
  const answer = ask()
  await asked(1)
  const taken = await takeAs(dead, 0.3)
  assert.ok(taken)
  machine(t, {
    solve: (...call) =>
      until('it is taken again', async () => (await rows())[0]?.takes === 2).then(() => pool.solve(...call)),
  })
  await until('it is taken again', async () => (await rows())[0]?.takes === 2)
  const late = await pack({ failed: { kind: 'other', message: 'late', fields: [] } })
  assert.equal(await app.db.asSystem((tx) => answerSolve(tx, dead, taken, late)), false)
  assert.deepEqual(await app.db.asSystem((tx) => extendLeases(tx, dead, 60)), [])
  assert.equal((await answer).status, 200)
})

test('a solve that ended three processes ends no fourth', async (t) => {
  const answer = ask()
  await asked(1)
  for (let i = 0; i < 3; i++) {
    await until('the lease has ended', async () => (await takeAs(dead, 0.01)) !== null)
  }
  machine(t, { solve: () => assert.fail('it is not tried again') })
  const { status, headers } = await answer
  assert.equal(status, 503)
  assert.ok(headers.get('retry-after'))
})

test('a disconnecting caller ends the solve in its process', async (t) => {
  const ended = Promise.withResolvers<void>()
  machine(t, { solve: (...call) => endless(...call).finally(ended.resolve) })
  const hangUp = new AbortController()
  const call = fetch(`${service.url}/api/v1/optimize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body()),
    signal: hangUp.signal,
  })
  await until('it is taken', async () => (await rows())[0]?.taken === true)
  hangUp.abort()
  await assert.rejects(call)
  await ended.promise
  await asked(0)
})

test('a stopped search ends in its process, and one that no process has taken yet ends as soon as one does', async (t) => {
  const stop = new AbortController()
  const problem = { stops: [], vehicles: [] } as unknown as Parameters<Solver['solve']>[1]
  const solving = app.solver.solve(shop.businessId, problem, { seconds: 600, stop: stop.signal })
  const early = app.solver.solve(shop.businessId, problem, { seconds: 600, stop: AbortSignal.abort() })
  await asked(2)
  const stoppedBefore = new Set<boolean | undefined>()
  const plan = { routes: [], unassigned: [], cost: 0, iterations: 0 } as unknown as Awaited<ReturnType<Solver['solve']>>
  machine(
    t,
    {
      solve: async (_owner, _problem, { stop: told }) => {
        stoppedBefore.add(told?.aborted)
        if (told && !told.aborted) await once(told, 'abort')
        return plan
      },
    },
    2,
  )
  await early
  stop.abort()
  await solving
  assert.deepEqual(stoppedBefore, new Set([false, true]))
  await asked(0)
})

test('a stopping process releases its solves at once', async (t) => {
  const stuck = takeSolves(app, { solve: endless }, 1, { ...HASTY, lease: 600 })
  const answer = ask()
  await until('it is taken', async () => (await rows())[0]?.taken === true)
  await stuck.stop()
  assert.deepEqual(
    (await rows()).map(({ takes, taken }) => ({ takes, taken })),
    [{ takes: 0, taken: false }],
    'nor does it count against the solve',
  )
  machine(t)
  assert.equal((await answer).status, 200)
})

test("progress arrives, and the caller gets the solver's error", async (t) => {
  const seen: unknown[] = []
  const progress = { seconds: 1, iterations: 2, cost: 3, unassigned: 0, distance: 4, driveSeconds: 5 }
  const told = Promise.withResolvers<void>()
  machine(t, {
    solve: async (_owner, _problem, { onProgress }) => {
      onProgress?.(progress)
      await told.promise
      throw new Error('out of ideas')
    },
  })
  const problem = { stops: [], vehicles: [] } as unknown as Parameters<Solver['solve']>[1]
  const solving = app.solver.solve(shop.businessId, problem, {
    iterations: 1,
    onProgress: (heard) => {
      seen.push(heard)
      told.resolve()
    },
  })
  await assert.rejects(solving, /out of ideas/)
  assert.deepEqual(seen, [progress])
})

test('short solves go first, then those of the business with the fewest running', async () => {
  const other = await service.business()
  const wait = async (businessId: string, seconds: number): Promise<string> => {
    const solveId = app.newId()
    const problem = Buffer.from('x')
    assert.ok(await app.db.asBusiness(businessId, (tx) => requestSolve(tx, { solveId, seconds, problem }, 60, 20)))
    return solveId
  }
  const long = await wait(shop.businessId, 30)
  const short = await wait(shop.businessId, 0.5)
  const others = await wait(other.businessId, 20)
  const order: (string | undefined)[] = []
  for (let i = 0; i < 3; i++) order.push((await takeAs(dead, 60))?.solveId)
  assert.deepEqual(order, [short, others, long])
  assert.equal(await takeAs(dead, 60), null)
  const late = await wait(shop.businessId, 5)
  assert.equal(await takeAs(dead, 60, 1), null, 'a process with room for short ones only takes no long one')
  assert.equal((await takeAs(dead, 60, 5))?.solveId, late)
  await app.db.query(`update solves set leased_until = now() where solve_uuid = $1`, [long])
  assert.equal((await takeAs(dead, 60, 1))?.solveId, long, 'but what a dead one had, before all others')
  await app.db.query('delete from solves', [])
})

test('the 21st waiting solve of a business is refused, but not one of another business', async (t) => {
  const waiting = Array.from({ length: 20 }, () => ask())
  await asked(20)
  const { status, body: refusal } = await ask()
  assert.deepEqual([status, refusal.details.code], [429, 'SOLVER_BUSY'])
  const other = await service.business()
  const theirs = ask(other)
  await asked(21)
  machine(t)
  assert.equal((await theirs).status, 200)
  for (const answer of waiting) assert.equal((await answer).status, 200)
})

test('the health check is down when no process takes solves', async (t) => {
  const health = async () =>
    (await shop.get<{ checks: { solvers?: { status: string; detail?: string } } }>('/health')).body.data.checks.solvers
  const answer = ask()
  await asked(1)
  await app.db.query(`update solves set asked_at = asked_at - interval '40 seconds'`, [])
  const { status, detail } = (await health()) ?? {}
  assert.equal(status, 'down')
  assert.match(detail ?? '', /^A plan has waited 4\d seconds for a process with ROLE=solver\.$/)
  machine(t)
  assert.equal((await answer).status, 200)
})
