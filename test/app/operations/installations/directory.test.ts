// Tests the directory without a database: which list it trusts, and its limits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSecrets } from '../../../../src/adapters/secrets.ts'
import { openDirectory } from '../../../../src/app/operations/installations/directory.ts'
import { MAX_SEARCHES } from '../../../../src/app/operations/installations/token-owners.ts'
import { Recent } from '../../../../src/app/operations/installations/recent.ts'
import type { BusinessList, Peers } from '../../../../src/app/ports/peers.ts'
import type { FoundBy, Subject } from '../../../../src/domain/installations.ts'
import { servedBusinesses } from '../../../../src/store/moves/directory.ts'
import type { Database } from '../../../../src/store/database.ts'
import { TEST_SECRET } from '../../../helpers/service.ts'

const secrets = openSecrets(TEST_SECRET)
const ID = '019ab3f0-8b1a-7a51-9d1e-6f6f0a1b2c3d'
const digest = secrets.businessDigest(ID)
/** A database without businesses and tokens. */
const empty = {
  asSystem: async (work: unknown) => (work === servedBusinesses ? [] : null),
} as unknown as Database
const log = { info: () => {}, warn: () => {}, error: () => {} }

interface FakePeer {
  list: () => BusinessList | Promise<BusinessList>
  owner: (foundBy: FoundBy) => Promise<string | null>
}

function directoryOf(fakes: Record<string, Partial<FakePeer>>) {
  const asked: string[] = []
  const peers: Peers = {
    names: Object.keys(fakes),
    listBusinesses: async (name, etag) => {
      const list = (await fakes[name]?.list?.()) ?? { etag: 'none', digests: [] }
      return list.etag === etag ? null : list
    },
    ownerOf: async (name, foundBy) => {
      asked.push(name)
      return (await fakes[name]?.owner?.(foundBy)) ?? null
    },
    ask: async () => null,
  }
  return { asked, directory: openDirectory({ name: 'a', db: empty, secrets, peers, log }) }
}

const listOf = (...digests: string[]): BusinessList => ({ etag: `of ${digests.join()}`, digests })
const tokenOf = (value: string, hint: string | null = null): Subject => ({ foundBy: { kind: 'KEY', value }, hint })
const byBusiness: Subject = { foundBy: null, hint: digest }
const down = () => {
  throw new Error('does not respond')
}

test('the newest of two lists is right, also if an older one is confirmed later', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let at = 'b'
  let [bDown, cDown] = [false, false]
  const { directory } = directoryOf({
    b: { list: () => (bDown ? down() : listOf(...(at === 'b' ? [digest] : []))) },
    c: { list: () => (cDown ? down() : listOf(...(at === 'c' ? [digest] : []))) },
  })
  const refresh = async () => {
    t.mock.timers.tick(5_000)
    await new Promise(setImmediate)
    await new Promise(setImmediate)
  }
  directory.start()
  await refresh()
  assert.equal(await directory.locate(byBusiness), 'b')
  bDown = true
  at = 'c'
  await refresh()
  assert.equal(await directory.locate(byBusiness), 'c', 'the list of b is older')
  bDown = false
  cDown = true
  at = 'b'
  await refresh()
  assert.equal(await directory.locate(byBusiness), 'b', 'it moved back')
  directory.stop()
})

test('a business that moves while the lists are read is found by one further read', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let at = 'b'
  let reads = 0
  const response = Promise.withResolvers<void>()
  const listAt = (name: string) => async () => {
    reads++
    const list = listOf(...(at === name ? [digest] : []))
    await response.promise
    return list
  }
  const { directory } = directoryOf({ b: { list: listAt('b') }, c: { list: listAt('c') } })
  directory.start()
  await new Promise(setImmediate)
  at = 'c'
  const located = Array.from({ length: 3 }, () => directory.locateMoved(byBusiness))
  response.resolve()
  assert.deepEqual(await Promise.all(located), ['c', 'c', 'c'])
  assert.equal(reads, 4, 'two reads of two lists')
  at = 'b'
  assert.equal(await directory.locateMoved(byBusiness), 'b', 'it moved back within a second')
  directory.stop()
})

test('searches at the hinted installation first, at the others only if it does not know the token', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { directory, asked } = directoryOf({
    b: { list: () => listOf(digest), owner: async ({ value }) => (value === 'known' ? digest : null) },
    c: {},
  })
  directory.start()
  await new Promise(setImmediate)
  assert.equal(await directory.locate(tokenOf('known', digest.slice(0, 6))), 'b')
  assert.deepEqual(asked, ['b'])
  assert.equal(await directory.locate(tokenOf('known', digest.slice(0, 6))), 'b')
  assert.deepEqual(asked, ['b'], 'a known token is not asked for again')
  assert.equal(await directory.locate(tokenOf('unknown', digest.slice(0, 6))), 'b')
  assert.deepEqual(asked.splice(0), ['b', 'b', 'c'])
  assert.equal(await directory.locate(tokenOf('unknown', digest.slice(0, 6))), 'b')
  assert.deepEqual(asked, [], 'an unknown token is not asked for again at once')
  directory.stop()
})

test('the first answer counts, and a silent installation matters only if no other knows the token', async () => {
  const { directory } = directoryOf({
    b: { owner: () => new Promise(() => {}) },
    c: { owner: async ({ value }) => (value === 'known' ? digest : null) },
    d: { owner: async () => down() },
  })
  assert.equal(await directory.locate(tokenOf('known')), 'c')
  const other = directoryOf({ b: {}, d: { owner: async () => down() } }).directory
  assert.equal(await other.locate(tokenOf('unknown')), null)
})

test('concurrent searches are limited, and equal ones are one', async () => {
  const waiting: (() => void)[] = []
  const { directory, asked } = directoryOf({
    b: { owner: () => new Promise((resolve) => waiting.push(() => resolve(null))) },
  })
  const searches = Array.from({ length: MAX_SEARCHES }, (_, i) => directory.locate(tokenOf(String(i))))
  const same = directory.locate(tokenOf('0'))
  assert.equal(await directory.locate(tokenOf('one more')), null)
  assert.equal(asked.length, MAX_SEARCHES)
  for (const end of waiting) end()
  assert.deepEqual(new Set(await Promise.all([...searches, same])), new Set(['a']))
  const later = directory.locate(tokenOf('one more'))
  await new Promise(setImmediate)
  waiting.at(-1)?.()
  assert.equal(await later, 'a')
})

test('the cache keeps the entries that were used last', () => {
  const recent = new Recent<number>(3)
  for (const [i, key] of ['a', 'b', 'c'].entries()) recent.set(key, i)
  recent.get('a')
  recent.set('d', 3)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => recent.get(key)),
    [0, undefined, 2, 3],
  )
})
