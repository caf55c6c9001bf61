import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SolverThread } from '../../../src/adapters/solver/solver-thread.ts'
import { plane, stop, vehicle } from '../../engine/problems.ts'

const points = Array.from({ length: 40 }, (_, i) => [(i * 7919) % 9000, (i * 104729) % 9000] as const)
const problem = plane(
  points,
  points.map((_, i) => stop(`s${i}`)),
  [vehicle('v'), vehicle('w')],
)

test('a paused search stands still with its clock, until it is resumed or stopped', async (t) => {
  const thread = new SolverThread(false)
  t.after(() => thread.end())
  const member = thread.member(() => {})
  await member.open(problem, 1)
  for (const [seconds, iterations, onward] of [
    // Even a busy machine makes 100 steps in two seconds. If the pause counted as search time, the search would make no
    // step.
    [2, 100, () => thread.go()],
    [600, Infinity, () => thread.stop()],
  ] as const) {
    let ended = false
    thread.pause()
    const run = member.run({ part: null, from: 0, to: 1, seconds, iterations, readings: null }).then((ran) => {
      ended = true
      return ran
    })
    await sleep(2500)
    assert.equal(ended, false)
    onward()
    const { current, iterations: made } = await run
    assert.equal(current.flat().length, 40)
    if (iterations === 100) assert.equal(made, iterations, 'the pause did not count as search time')
    thread.go()
  }
})
