import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberAlongChain } from '../../src/engine/numbering.ts'
import { openSession, type Run } from '../../src/engine/session.ts'
import { plane, stop, vehicle } from './problems.ts'

const AT = [0, 9000, 1000, 8000, 2000, 7000]
const scattered = plane(
  AT.map((x) => [x, 0] as const),
  AT.map((_, i) => stop(`s${i}`)),
  [vehicle('v'), vehicle('w')],
)

test('stops are numbered along a chain of neighbors, and routes are converted in both directions', () => {
  const initial = { routes: [[1, 3], [4]] }
  const { problem, inward, outward } = numberAlongChain({ ...scattered, initial })
  assert.deepEqual(
    problem.stops.map(({ id }) => id),
    ['s0', 's2', 's4', 's5', 's3', 's1'],
  )
  assert.deepEqual(problem.initial, { routes: [[5, 4], [2]] })
  assert.deepEqual(inward([[0, 1, 2, 3, 4, 5]]), [[0, 5, 1, 4, 2, 3]])
  assert.deepEqual(outward(inward(initial.routes)), initial.routes)
})

test('unreachable stops are numbered last, each once', () => {
  const cut = structuredClone(scattered)
  for (const lost of [2, 5])
    for (let from = 0; from < cut.locations; from++) cut.distances[from * cut.locations + lost] = Infinity
  const { problem } = numberAlongChain(cut)
  const ids = problem.stops.map(({ id }) => id)
  assert.deepEqual(ids.slice(-2).sort(), ['s1', 's4'])
  assert.equal(new Set(ids).size, AT.length)
})

test('a session accepts the routes of a part and returns its own in the problem’s numbers', () => {
  const session = openSession(scattered, 1)
  const seen: number[][][] = []
  const run: Run = {
    part: { routes: [[5, 3, 1], [2]], vehicles: [0], unserved: [4] },
    from: 0,
    to: 1,
    seconds: Infinity,
    iterations: 50,
    now: () => 0,
    stop: () => false,
    onBest: (_, plan) => seen.push(plan()),
  }
  const { best, current } = session.run(run)
  for (const routes of [best, current, seen.at(-1)!]) {
    assert.deepEqual(
      routes[0]!.toSorted((a, b) => a - b),
      [1, 3, 4, 5],
    )
    assert.deepEqual(routes[1], [])
  }
})
