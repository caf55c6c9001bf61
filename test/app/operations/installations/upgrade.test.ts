// Tests the upgrade of several installations, with services that reply with their version.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { upgradeAll, type UpgradeTimes } from '../../../../src/app/operations/installations/upgrade.ts'

const TIMES: UpgradeTimes = { startWithinMs: 2000, checks: 5, pauseMs: 5 }

interface Reply {
  version: string
  status: 'ok' | 'degraded'
  failing_work: number
}

/** Starts a service whose replies are in the list, the last of them repeatedly. Null: it refuses the request. */
async function startFake(name: string, replies: (Reply | null)[], later: (Reply | null)[]) {
  const server = createServer((request, response) => {
    assert.equal(request.url, '/api/v1/health')
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    const { failing_work, ...data } = reply ?? old
    response.statusCode = reply ? 200 : 503
    response.end(JSON.stringify({ data: { ...data, checks: { jobs_tick: { failing_work } } } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return {
    name,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    upgrade: async () => void replies.splice(0, replies.length, ...later),
    recover: (healthy: Reply) => replies.splice(0, replies.length, healthy),
  }
}
const old: Reply = { version: '1.0.0', status: 'ok', failing_work: 0 }
const fresh: Reply = { ...old, version: '1.1.0' }

async function upgraded(installations: Parameters<typeof upgradeAll>[0]) {
  const log: string[] = []
  const record = async (action: string, detail: Readonly<Record<string, unknown>>): Promise<void> =>
    void log.push([action, detail['name'], detail['reason']].filter(Boolean).join(' '))
  const result = await upgradeAll(installations, '1.1.0', { record, progress: () => {} }, TIMES).catch(
    (error: Error) => error.message,
  )
  return { result, log }
}

test('installations are upgraded one after the other, and those with the version are skipped', async () => {
  const all = [
    await startFake('a', [old], [null, null, fresh]),
    await startFake('b', [fresh], []),
    await startFake(
      'c',
      [{ ...old, status: 'degraded', failing_work: 2 }],
      [{ ...fresh, status: 'degraded', failing_work: 2 }],
    ),
  ]
  const { result, log } = await upgraded(all)
  assert.deepEqual(result, ['a', 'c'])
  assert.deepEqual(log, ['upgrade.began a', 'upgrade.ended a', 'upgrade.began c', 'upgrade.ended c'])
})

const FAULTS: [string, (Reply | null)[], RegExp][] = [
  ['keeps its version', [old], /^a: Version 1.1.0 did not start in time. Last reply: 1.0.0$/],
  ['does not reply', [null], /^a: Version 1.1.0 did not start in time. Last reply: .* replied with status 503/],
  ['has two versions', [fresh, fresh, old], /^a: A process still has version 1.0.0.$/],
  ['is degraded', [fresh, { ...fresh, status: 'degraded' }], /^a: The service is degraded.$/],
  ['fails a check later', [fresh, fresh, null], /^a: .* replied with status 503/],
  [
    'has work that fails',
    [fresh, { ...fresh, failing_work: 3 }],
    /^a: Background jobs fail on 3 items, and on 0 before.$/,
  ],
]
for (const [fault, replies, reason] of FAULTS)
  test(`the upgrade ends if the first installation ${fault}, and the others keep their version`, async () => {
    const { result, log } = await upgraded([await startFake('a', [old], replies), await startFake('b', [old], [fresh])])
    assert.match(String(result), reason)
    assert.deepEqual(log.length, 2)
    assert.match(log[1] ?? '', /^upgrade.failed a /)
  })

test('the upgrade ends if its command fails', async () => {
  const failing = { ...(await startFake('a', [old], [])), upgrade: () => Promise.reject(new Error('exit code 1')) }
  const { result, log } = await upgraded([failing])
  assert.equal(result, 'a: exit code 1')
  assert.deepEqual(log, ['upgrade.began a', 'upgrade.failed a exit code 1'])
})

test('a second run upgrades no other installation while the failed one is degraded', async () => {
  const degraded: Reply = { ...fresh, status: 'degraded' }
  const all = [await startFake('a', [old], [degraded]), await startFake('b', [old], [fresh])]
  assert.equal((await upgraded(all)).result, 'a: The service is degraded.')
  assert.deepEqual(await upgraded(all), { result: 'a: The service is degraded.', log: [] })
  all[0]!.recover(fresh)
  assert.deepEqual((await upgraded(all)).result, ['b'])
  assert.deepEqual((await upgraded(all)).result, [])
})

test('a run begins with the installation that is down, although its version is unknown', async () => {
  const all = [
    await startFake('a', [null], [{ ...fresh, failing_work: 2 }]),
    await startFake('b', [old], [fresh]),
    await startFake('c', [null], [{ ...fresh, status: 'degraded' }]),
  ]
  const { result, log } = await upgraded(all)
  assert.equal(result, 'c: The service is degraded.')
  assert.deepEqual(log.slice(0, 4), ['upgrade.began a', 'upgrade.ended a', 'upgrade.began b', 'upgrade.ended b'])
})
