// Suggestions of addresses are limited per user and session, so that they don't delay other work.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SESSION_LIMITS, WORK_LIMITS } from '../../../src/contract/limits.ts'
import { testClock } from '../../helpers/clock.ts'
import { signedIn } from '../../helpers/office.ts'
import { startService } from '../../helpers/service.ts'

const held: (() => void)[] = []
let isHeld = true
const address = { line1: 'Elm Street', city: 'Ashford', region: '', postalCode: '' }
const service = await startService({
  replaced: {
    clock: testClock().now,
    geocoder: {
      name: 'test',
      find: async () => ({ found: false, candidates: [] }),
      suggest: async () => {
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
        return [{ label: 'Elm Street, Ashford', address, completedLine1: '10 Elm Street' }]
      },
    },
  },
  env: { RATE_LIMIT_SCALE: '0.1' },
})

test('a user has at most two look-ups at the same time, and a session a limit per minute', async () => {
  const shop = await service.business()
  const [office, other] = [await signedIn(service, shop.businessId), await signedIn(service, shop.businessId)]
  const read = (who = office) => who.get('/address-suggestions?typed=10%20elm')
  const most = WORK_LIMITS.suggestions.sender
  const running = Array.from({ length: most }, () => read())
  while (held.length < most) await new Promise((again) => setTimeout(again, 5))
  const refused = await read()
  assert.deepEqual([refused.status, refused.body.details.code], [503, 'SUGGESTIONS_BUSY'])
  const others = read(other)
  while (held.length < most + 1) await new Promise((again) => setTimeout(again, 5))
  isHeld = false
  held.splice(0).forEach((go) => go())
  assert.deepEqual(
    [...(await Promise.all(running)), await others].map(({ status }) => status),
    [200, 200, 200],
  )
  const { body } = await read()
  assert.deepEqual(body.data, [
    {
      label: 'Elm Street, Ashford',
      completed_line1: '10 Elm Street',
      address: { line1: 'Elm Street', city: 'Ashford', region: null, postal_code: null },
    },
  ])
  const statuses = []
  for (let i = 0; i < SESSION_LIMITS.office_suggestions.calls / 10; i++) statuses.push((await read()).status)
  assert.deepEqual(
    statuses.filter((status) => status !== 200 && status !== 429),
    [],
  )
  assert.equal(statuses.at(-1), 429)
  assert.equal((await office.get('/settings')).status, 200, 'other reads have their own limit')
})
