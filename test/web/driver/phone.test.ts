// Tests which waiting taps the phone shows, and which photo is deleted if the driver deleted it during its upload.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DriverRoute } from '../../../src/contract/driver.ts'
import type { QueuedAction } from '../../../web/driver/doing.ts'
import { newPhoto } from '../../../web/driver/exchange.ts'
import { LINK_ENDED } from '../../../web/driver/outbox.ts'
import { type Phone, stateOf } from '../../../web/driver/phone.ts'

const waits = (key: string, more: Partial<QueuedAction> = {}): QueuedAction =>
  ({ key, token: 'own', route: 'r1', refused: null, tap: { kind: 'START' }, ...more }) as QueuedAction

const stateWith = (queue: readonly QueuedAction[], ended: Phone['ended'] = null) =>
  stateOf({
    token: 'own',
    outbox: { run: () => null, isKept: () => true },
    queue,
    isOwn: ({ token, route }: QueuedAction) => token === 'own' || route === 'r1',
    ended,
  } as unknown as Phone)

test('taps of the route’s ended link wait for the valid link, and taps of other routes are listed separately', () => {
  const queue = [
    waits('own'),
    waits('left', { token: 'old', refused: LINK_ENDED }),
    waits('no', { refused: 'ROUTE_CHANGED' }),
    waits('other', { token: 'b', route: 'r2' }),
    waits('other, ended', { token: 'b', route: 'r2', refused: LINK_ENDED }),
  ]
  const keys = (list: readonly QueuedAction[]) => list.map(({ key }) => key)
  const works = stateWith(queue)
  assert.deepEqual(
    [keys(works.waiting), keys(works.elsewhere), keys(works.refused)],
    [['own', 'left'], ['other'], ['no', 'other, ended']],
  )
  const ended = stateWith(queue, { why: null, phone: null, languages: null })
  assert.deepEqual([keys(ended.waiting), keys(ended.refused)], [['own'], ['left', 'no', 'other, ended']])
})

test('an uploaded photo is identified if it is the only new one at its stop', () => {
  const sent = waits('photo', { tap: undefined, proof: { stop_uuid: 's1' } } as Partial<QueuedAction>)
  const run = (...photos: string[]): DriverRoute =>
    ({ stops: [{ stop_uuid: 's1', photo_links: photos.map((id) => ({ proof_uuid: id })) }] }) as unknown as DriverRoute
  assert.equal(newPhoto(sent, run('a'), run('a', 'b')), 'b')
  assert.equal(newPhoto(sent, run('a'), run('a', 'b', 'c')), null)
  assert.equal(newPhoto(sent, undefined, run('b')), null)
  assert.equal(newPhoto(waits('tap'), run(), run('b')), null)
})
