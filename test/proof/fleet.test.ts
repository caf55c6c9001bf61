// A short run of the proof `npm run prove fleet` (docs/reliability.md): keys and links, and a move by the command `fleet`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runFleetProof } from '../../bench/proof/fleet/fleet-run.ts'
import { absent } from '../helpers/programs.ts'

test('three installations behind one host name lead every key and link to its business, also after a move', {
  skip: absent('nginx'),
}, async () => {
  const { faults, links, moves, linksAfterMoves } = await runFleetProof({
    businesses: 3,
    complete: 1,
    moves: 1,
    kills: 0,
    seconds: 1,
    blocked: 1,
    perSecond: 1,
    seed: 1,
    parts: ['links', 'moves'],
    say: () => {},
  })
  assert.deepEqual(faults, [])
  assert.ok(Number(links?.requests) >= 20)
  assert.equal(linksAfterMoves?.requests, links?.requests)
  assert.ok(Number(moves?.acknowledged) > 3)
})
