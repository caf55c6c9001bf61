import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PARAMS } from '../../../src/engine/search/default-params.ts'
import { openSession } from '../../../src/engine/session.ts'
import { plane, stop, vehicle } from '../problems.ts'

test('a registered move is tried after each step as often as its parameters say if it applies', () => {
  let attempts = 0
  const counting = { name: 'counting', applies: () => true, attempt: () => ++attempts < 0 }
  const never = {
    name: 'never',
    applies: () => false,
    attempt: () => assert.fail('a move that does not apply was tried'),
  }
  const problem = plane(
    [1, 2, 3].map((i) => [1000 * i, 0] as const),
    [1, 2, 3].map((i) => stop(`s${i}`)),
    [vehicle('v')],
  )
  const session = openSession(problem, 1, {
    ...DEFAULT_PARAMS,
    moves: [
      { move: counting, tries: 3, generalTries: 3 },
      { move: never, tries: 1, generalTries: 1 },
    ],
  })
  const { iterations } = session.run({
    part: null,
    from: 0,
    to: 1,
    seconds: Infinity,
    iterations: 50,
    now: () => 0,
    stop: () => false,
    onBest: () => {},
  })
  assert.equal(iterations, 50)
  assert.equal(attempts, 150)
})
