import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSearch } from '../../../src/engine/search/anneal.ts'
import * as arena from '../../../src/engine/search/arena.ts'
import { latestBeforeBreak, leaveAfterBreak } from '../../../src/engine/search/breaks.ts'
import { DEFAULT_PARAMS } from '../../../src/engine/search/default-params.ts'
import { clearRoutes, refresh, removeString, setSequence, recomputeRoute } from '../../../src/engine/search/route.ts'
import { beginStep } from '../../../src/engine/search/step.ts'
import type { Problem, Vehicle } from '../../../src/engine/problem.ts'
import { HOUR, plane, stop, vehicle } from '../problems.ts'

const COUNT = 9
const rest = { windowStart: 9.2 * HOUR, windowEnd: 10 * HOUR, seconds: 900 }

/** Stops along a line, every third one with a late window, on one vehicle. */
function line(over: Partial<Vehicle>): Problem {
  const points = Array.from({ length: COUNT }, (_, i) => [1000 * i, (i % 3) * 700] as const)
  const opens = (i: number) => (8 + i / 2) * HOUR
  const stops = points.map((_, i) =>
    stop(`s${i}`, {
      load: [i + 1],
      windows: i % 3 === 1 ? [{ start: opens(i), end: opens(i) + 4 * HOUR }] : [],
    }),
  )
  return plane(points, stops, [vehicle('v', over)])
}

/** Returns all values that the arena stores for the only route. */
function kept(): unknown {
  const { leave, latest, headMeters, headSpan, headIdle, headTo, tailSpan, tailFrom } = arena
  const { next, stops, tracksDuration, tracksBreaks } = arena
  const nodes = [stops]
  for (let node = stops; node !== stops + 1; node = next[node]!) nodes.push(next[node]!)
  const byNode = [
    leave,
    latest,
    ...(tracksDuration ? [headMeters] : []),
    ...(tracksDuration && !tracksBreaks ? [headSpan, headIdle, headTo, tailSpan, tailFrom] : []),
    ...(tracksBreaks ? [leaveAfterBreak, latestBeforeBreak] : []),
  ]
  const { load, count, routeCost, waiting, tickRate } = arena
  const byRoute = [load, count, routeCost, ...(tracksDuration ? [waiting, tickRate] : [])]
  return [nodes, byNode.map((values) => nodes.map((node) => values[node])), byRoute.map((values) => values[0])]
}

for (const [name, over] of Object.entries<Partial<Vehicle>>({
  'distance alone': {},
  'time costs': { costPerSecond: 0.001 },
  'a break': { breaks: [rest] },
  'a break and time costs': { breaks: [rest], costPerSecond: 0.001 },
})) {
  test(`the stored values of a route without a string equal recomputed ones: ${name}`, () => {
    arena.loadArena(line(over))
    startSearch(1, DEFAULT_PARAMS)
    const all = Array.from({ length: COUNT }, (_, i) => i)
    for (let first = 0; first < COUNT; first++) {
      for (let size = 1; first + size <= COUNT; size++) {
        for (let skip = 1; skip <= size; skip++) {
          clearRoutes()
          setSequence(0, all, 0, COUNT)
          assert.equal(arena.count[0], COUNT)
          beginStep()
          const taken = removeString(first, size, skip, skip < size ? 1 : 0, new Int32Array(COUNT), 0)
          recomputeRoute(0)
          assert.equal(arena.count[0], COUNT - taken)
          const then = kept()
          refresh(0)
          assert.deepEqual(kept(), then)
        }
      }
    }
  })
}
