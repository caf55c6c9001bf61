// roundsman verify checks receipts without the server (docs/spec/receipts.md#check).
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, mock, test } from 'node:test'
import { verifyReceipts } from '../../src/cli/verify.ts'
import { exportChain } from '../../src/app/customers/receipts/export-chain.ts'
import { publicReceiptKeys, rotateReceiptKey } from '../../src/app/customers/receipts/receipt-key.ts'
import { testClock } from '../helpers/clock.ts'
import { commandLine, type Ran } from '../helpers/command.ts'
import { fileOf, onTheRoad, receiptsOf } from '../helpers/receipts.ts'
import { startService } from '../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const dir = mkdtempSync(path.join(tmpdir(), 'receipts-'))
after(() => rmSync(dir, { recursive: true }))
const at = (name: string): string => path.join(dir, name)
const write = (name: string, content: string | Buffer): string => {
  writeFileSync(at(name), content)
  return at(name)
}
/** Runs the command in a separate process without settings, so without a database or a secret. */
const apart = commandLine({})
/** Runs the command in this process. */
const run = async ([, ...args]: string[]): Promise<Ran> => {
  const said = { out: '', err: '' }
  const log = mock.method(console, 'log', (text: string) => void (said.out += `${text}\n`))
  const error = mock.method(console, 'error', (text: string) => void (said.err += `${text}\n`))
  try {
    await verifyReceipts(args)
    return { code: Number(process.exitCode), ...said }
  } catch (fault) {
    return { code: 1, out: said.out, err: String(fault) }
  } finally {
    log.mock.restore()
    error.mock.restore()
    process.exitCode = 0
  }
}

const { shop, outcome, settle, route } = await onTheRoad(service, clock, 3)
for (const index of [0, 1]) {
  await outcome(index)
  await settle()
}
await rotateReceiptKey(service.app)
clock.advance(1)
await outcome(2)
await settle()
const receipts = await receiptsOf(shop)
const [first, second] = receipts
assert.ok(first && second)
const keys = write('keys.json', JSON.stringify(await publicReceiptKeys(service.app)))
const one = write('one.json', fileOf([first]))
const kid = (JSON.parse(first.file) as { signed: { kid: string } }).signed.kid

test('a receipt is valid with the saved keys, or with one whose ID is known', async () => {
  for (const trust of [
    ['--keys', keys],
    ['--key', kid],
  ]) {
    const { code, out } = await run(['verify', one, ...trust])
    assert.equal(code, 0, out)
    assert.match(out, /HOLDS/)
    assert.match(out, new RegExp(`reference ${route.stops[0]?.external_ref}`))
    assert.match(out, /Place: 38\.9126, -77\.0286, within 12 m/)
  }
})

test('a receipt is unchanged by the key in its file, which does not prove who signed it', async () => {
  const { code, out } = await apart(['verify', one])
  assert.equal(code, 2)
  assert.match(out, /the signer is unknown/)
  assert.match(out, new RegExp(kid))
  assert.match(out, /http:\/\/roundsman\.test\/\.well-known\/roundsman-receipts\.json/)
})

test('a changed file and an unknown key are refused', async () => {
  const changed = write('changed.json', readFileSync(one, 'utf8').replace('"DELIVERED"', '"FAILED"'))
  const refused = await run(['verify', changed, '--keys', keys])
  assert.equal(refused.code, 1)
  assert.match(refused.err, /changed\.json: Line 1: the signature does not match the content/)
  assert.doesNotMatch(refused.out, /HOLDS/)
  const unknown = await run(['verify', one, '--key', 'x'.repeat(43)])
  assert.deepEqual([unknown.code, /is not among the given keys/.test(unknown.err)], [1, true])
  assert.equal((await run(['verify', at('none.json')])).code, 1)
  assert.equal((await run(['verify', one, '--keys', one])).code, 1)
})

test('an exported chain is valid, names no customer, and shows what was removed', async () => {
  const chain = at('chain.jsonl')
  assert.equal(await exportChain(service.app, shop.businessId, chain), 3)
  const content = readFileSync(chain, 'utf8')
  for (const { external_ref } of route.stops) assert.ok(!content.includes(external_ref))
  const { code, out } = await run(['verify', chain, one, '--keys', keys, '--json'])
  assert.equal(code, 0)
  const found = JSON.parse(out) as { holds: boolean; key_known: boolean; receipts: unknown[] }
  assert.deepEqual([found.holds, found.key_known, found.receipts.length], [true, true, 4])
  const lines = content.split('\n')
  const shortened = write('shortened.jsonl', [lines[0], lines[2], ''].join('\n'))
  const { code: refused, err } = await run(['verify', shortened, '--keys', keys])
  assert.equal(refused, 1)
  assert.match(err, /number 3 follows number 1/)
})
