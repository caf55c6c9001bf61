// Tests the command roundsman mcp, as an assistant uses it through the official client over stdio.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { createKey } from '../../src/app/integrations/keys/create-key.ts'
import { NO_LIMITS } from '../../src/domain/users/key.ts'
import type { KeyScope } from '../../src/domain/users/permissions.ts'
import { testClock } from '../helpers/clock.ts'
import { BARE, commandLine, MAIN } from '../helpers/command.ts'
import { addDepot, addVehicle } from '../helpers/fleet.ts'
import { orderBody } from '../helpers/orders.ts'
import { everyRow } from '../helpers/rows.ts'
import { type Client as Shop, type Json, startService } from '../helpers/service.ts'
import { testSide } from '../helpers/test-side.ts'

const DAY = '11/23/2026'
const clock = testClock(new Date('2026-11-23T11:00:00.000Z'))
const service = await startService({ replaced: { clock: clock.now } })
const bare = Object.fromEntries(Object.entries(BARE).filter((pair): pair is [string, string] => pair[1] !== undefined))

interface Called {
  isError: boolean
  text: string
  answer: { data: Json & { [name: string]: unknown }; confirm: string; dry_run?: boolean; would_answer: { data: Json } }
}

/** An assistant with this key, which ends with the test file. */
async function assistant({ apiKey }: Pick<Shop, 'apiKey'>, ...args: string[]) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', ...args],
      env: { ...bare, ROUNDSMAN_URL: service.url, ROUNDSMAN_KEY: apiKey },
      stderr: 'inherit',
    }),
  )
  after(() => client.close())
  const call = async (name: string, given: Json = {}): Promise<Called> => {
    const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given })
    const [first] = content
    const text = first?.type === 'text' ? first.text : ''
    if (!isError) assert.deepEqual(JSON.parse(text), structuredContent)
    return { isError, text, answer: structuredContent as Called['answer'] }
  }
  return { client, call }
}

const withScopes = ({ businessId }: Shop, scopes: KeyScope[]) =>
  createKey(service.app, { businessId, name: 'assistant', limits: { ...NO_LIMITS, scopes } })

/** A test side with a depot, a van and three deliveries. */
async function readyDay() {
  const side = await testSide(service, await service.business())
  await addDepot(service.app, side.businessId)
  await addVehicle(service.app, side.businessId)
  for (const external_ref of ['M-1', 'M-2', 'M-3'])
    await side.post('/orders', orderBody({ external_ref, delivery_date: DAY }))
  return side
}

test('an assistant plans a day as a dry run without changing a row, and then for real', async () => {
  const side = await readyDay()
  const { client, call } = await assistant(side)
  assert.match(client.getInstructions() ?? '', /^Test data.*\n.*America\/New_York/)
  const { answer: day } = await call('readDay', { date: DAY })
  assert.equal((day.data.pool as unknown[]).length, 3)

  const before = await everyRow(service.databaseUrl, side.businessId)
  const plan = { body: { date: DAY } }
  const dry = await call('buildRoutes', plan)
  assert.deepEqual(await everyRow(service.databaseUrl, side.businessId), before)
  assert.equal(dry.answer.dry_run, true)
  const stops = ({ routes }: Json) => (routes as { stops: unknown[] }[]).flatMap((route) => route.stops).length
  assert.equal(stops(dry.answer.would_answer.data), 3)

  for (const wrong of [
    { ...plan, confirm: 'yes' },
    { body: { date: '11/24/2026' }, confirm: dry.answer.confirm },
  ])
    assert.match((await call('buildRoutes', wrong)).text, /confirm does not belong to this call/)
  assert.match(
    (await call('buildDays', { ...plan, confirm: dry.answer.confirm })).text,
    /confirm does not belong to this call/,
  )
  assert.deepEqual(await everyRow(service.databaseUrl, side.businessId), before)

  const real = await call('buildRoutes', { ...plan, confirm: dry.answer.confirm })
  assert.equal(stops(real.answer.data), 3)
  const { body } = await side.get<{ route_uuid: string }[]>(`/routes?date=${DAY}`)
  assert.equal(body.data.length, 1)
  const twice = await call('buildRoutes', { ...plan, confirm: dry.answer.confirm })
  assert.deepEqual(twice.answer, real.answer)

  const route_uuid = body.data[0]?.route_uuid
  const send = await call('dispatchRoute', { route_uuid })
  const sent = await call('dispatchRoute', { route_uuid, confirm: send.answer.confirm })
  assert.equal((sent.answer.data.route as Json).status, 'DISPATCHED')
  assert.equal((await side.get(`/routes/${route_uuid}`)).body.data.status, 'DISPATCHED')
})

test('a refusal of the service is returned with its code and fields, before a confirmation is needed', async () => {
  const { call } = await assistant(await readyDay())
  const wrong = await call('putOrder', { body: { external_ref: 'M-9' } })
  assert.ok(wrong.isError)
  assert.match(wrong.text, /"code":"INVALID".*customer_name/)
  assert.match((await call('getOrder', { external_ref: 'none' })).text, /NOT_FOUND/)
  assert.match((await call('getOrder', { reference: 'M-1' })).text, /takes no reference/)
  assert.match((await call('getOrder')).text, /needs external_ref/)
  assert.match((await call('readDay', { date: DAY, dry_run: true })).text, /takes no dry_run/)
  assert.match((await call('deleteEverything')).text, /no tool/)
  assert.equal((await call('optimize', { body: { stops: [] } })).isError, true)
})

test('a key has the tools of its scopes, with valid schemas and without those that return a secret', async () => {
  const side = await readyDay()
  const toolsOf = async (scopes: KeyScope[]) =>
    (await (await assistant(await withScopes(side, scopes))).client.listTools()).tools
  const reads = await toolsOf(['orders:read'])
  assert.ok(reads.length > 15)
  assert.deepEqual(
    reads.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name),
    [],
  )
  const plans = (await toolsOf(['orders:read', 'routes:plan'])).map(({ name }) => name)
  assert.ok(plans.includes('buildRoutes') && !plans.includes('dispatchRoute') && !plans.includes('putOrder'))
  const all = (await (await assistant(side)).client.listTools()).tools
  const names = all.map(({ name }) => name)
  assert.ok(names.includes('updateWebhookEndpoint') && names.length > 60)
  for (const left of ['createWebhookEndpoint', 'rotateWebhookSecret', 'addProof'])
    assert.ok(!names.includes(left), left)
  const ajv = new Ajv2020({ allowUnionTypes: true })
  formats.default(ajv)
  ajv.addVocabulary(['example'])
  for (const { name, inputSchema } of all) assert.equal(typeof ajv.compile(inputSchema), 'function', name)
  const build = ajv.compile(all.find(({ name }) => name === 'buildRoutes')?.inputSchema ?? {})
  assert.ok(build({ body: { date: DAY } }) && !build({ date: DAY }) && !build({ body: {} }))
})

test('a live key is accepted only with --live', async () => {
  const shop = await service.business()
  const run = commandLine({})
  const call = ['mcp', '--url', service.url, '--key']
  const refused = await run([...call, shop.apiKey])
  assert.deepEqual([refused.code, refused.out], [1, ''])
  assert.match(refused.err, /live key.*--live/)
  const unknown = await run([...call, `rk_test_${'x'.repeat(43)}`])
  assert.match(unknown.err, /401/)
  const { client, call: ask } = await assistant(shop, '--live')
  assert.match(client.getInstructions() ?? '', /^LIVE/)
  assert.deepEqual((await ask('listRoutes', { date: DAY })).answer.data, [])
})
