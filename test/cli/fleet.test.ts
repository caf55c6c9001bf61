// Tests the command for several installations: its output, plans, moves, refusals and log.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { VERSION } from '../../src/version.ts'
import { setMoveStatus } from '../../src/store/moves/move-status.ts'
import { replicationOf } from '../../src/store/moves/replication.ts'
import { commandLine, printed } from '../helpers/command.ts'
import { testDatabase } from '../helpers/database.ts'
import { orderBody } from '../helpers/orders.ts'
import { replicationLack } from '../helpers/replication.ts'
import { type Client, startService } from '../helpers/service.ts'

const skip = (await replicationLack()) ?? false
const dir = await mkdtemp(path.join(tmpdir(), 'roundsman-fleet-'))
after(() => rm(dir, { recursive: true, force: true }))
const file = path.join(dir, 'installations.json')
const [a, b] = [
  await startService({ env: { DATA_DIR: path.join(dir, 'a') } }),
  await startService({ env: { DATA_DIR: path.join(dir, 'b') } }),
]
const clients = [a, b].map(({ databaseUrl }) => new pg.Client({ connectionString: databaseUrl }))
for (const [i, client] of clients.entries()) {
  await client.connect()
  await client.query(`insert into secret_check (signature) values ('the same') on conflict do nothing`)
  ;[a, b][i]?.besides.push(() => client.end())
}
const [atA] = clients as [pg.Client, pg.Client]
const third = await testDatabase()
after(third.drop)
const run = commandLine({ A_DATABASE: a.databaseUrl, B_DATABASE: b.databaseUrl, C_DATABASE: third.url })
const fleet = (...args: string[]) => printed(run, ['fleet', ...args, '--file', file])
const refusal = async (...args: string[]): Promise<string> => {
  const { code, err } = await run(['fleet', ...args, '--file', file])
  assert.equal(code, 1)
  return err
}
const entry = (name: 'a' | 'b') => ({
  name,
  url: (name === 'a' ? a : b).url,
  database: `$${name.toUpperCase()}_DATABASE`,
  files: path.join(dir, name),
})
const list = (...installations: object[]): Promise<void> => writeFile(file, JSON.stringify({ installations }))
const log = async (): Promise<Record<string, unknown>[]> =>
  (await readFile(`${file}.log`, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** Creates a business with this number of orders, which are its load in addition to its set-up. */
async function business(orders: number): Promise<Client> {
  const shop = await a.business()
  for (let i = 0; i < orders; i++) assert.equal((await shop.post('/orders', orderBody())).status, 201)
  return shop
}
const idsOf = (moves: unknown): string[] => (moves as { business_uuid: string }[]).map(({ business_uuid: id }) => id)

test('installations are added, shown, balanced, drained and cleared, and each step is in the log', {
  skip,
}, async () => {
  await list(entry('a'))
  const [small, middle, large] = [await business(1), await business(4), await business(9)]
  const { name, url, database, files } = entry('b')
  const directory = ['http://10.0.0.2:8090', 'http://10.0.0.3:8090']
  const required = ['--name', name, '--url', url, '--database', database, '--files', files]
  const shownAtFirst = await fleet('add', ...required, '--directory', directory.join())
  assert.deepEqual([shownAtFirst['version'], shownAtFirst['businesses']], [VERSION, 0])
  const kept = { installations: [entry('a'), { ...entry('b'), directory }] }
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), kept)

  const shown = (await fleet('status'))['installations'] as Record<string, unknown>[]
  assert.deepEqual(
    shown.map((one) => [one['name'], one['businesses'], one['standby_lag_seconds'], one['faults']]),
    [
      ['a', 3, null, []],
      ['b', 0, null, []],
    ],
  )
  assert.ok(Number(shown[0]?.['writes_of_24_hours']) >= 14)
  assert.ok(Number(shown[0]?.['database_bytes']) > 1e6)

  const planned = await fleet('balance')
  assert.deepEqual([idsOf(planned['planned_moves'])[0], planned['moved']], [middle.businessId, null])
  assert.equal((await middle.get('/orders')).status, 200, 'a plan moves nothing')
  const moved = await fleet('balance', '--go', '--most', '1')
  assert.deepEqual(idsOf(moved['moved']), [middle.businessId])
  assert.equal((await middle.get('/orders')).status, 503)
  assert.equal((await middle.by(b).get('/orders')).body.data.length, 4)
  await fleet('drain', '--name', 'b', '--go')
  assert.equal((await middle.get('/orders')).body.data.length, 4, 'it returns, although a has its old data')
  await list(entry('a'), entry('b'))

  const all = [large, middle, small].map(({ businessId }) => businessId)
  assert.deepEqual(idsOf((await fleet('drain', '--name', 'a'))['planned_moves']), all)
  assert.equal((JSON.parse(await readFile(file, 'utf8')) as { installations: object[] }).installations.length, 2)
  await fleet('drain', '--name', 'a', '--go')
  for (const shop of [small, middle, large]) assert.equal((await shop.by(b).get('/orders')).status, 200)
  const after = (await fleet('status'))['installations'] as Record<string, unknown>[]
  assert.deepEqual(
    after.map((one) => [one['businesses'], one['drained'], one['moved_away']]),
    [
      [0, true, 3],
      [3, false, 0],
    ],
  )
  assert.deepEqual((await fleet('balance'))['planned_moves'], [], 'a drained installation gets nothing back')

  assert.equal(((await fleet('forget', '--name', 'a'))['forgotten'] as string[]).length, 3)
  const { rows } = await atA.query('select from businesses')
  assert.equal(rows.length, 0)
  const actions = (await log()).map(({ action }) => action)
  const move = ['move.began', 'move.ended']
  const forgotten = ['business.forgetting', 'business.forgotten']
  const back = [...forgotten, ...move]
  const drained = ['installation.draining', 'installation.drained']
  const added = ['installation.adding', 'installation.added']
  const steps = [...added, ...move, ...drained, ...back, ...drained, ...move, ...back, ...move]
  assert.deepEqual(actions, [...steps, ...forgotten, ...forgotten, ...forgotten])
})

test('an interrupted move is shown, and finished before others', { skip }, async () => {
  await list(entry('a'), entry('b'))
  const shop = await business(1)
  const other = await business(0)
  await setMoveStatus(atA, [shop.businessId], 'LEAVING')
  await setMoveStatus(clients[1]!, [shop.businessId], 'COMING')
  const unfinished = [{ business_uuid: shop.businessId, from: 'a', to: 'b' }]
  assert.deepEqual((await fleet('status'))['unfinished_moves'], unfinished)
  const plan = await fleet('drain', '--name', 'a')
  assert.deepEqual(plan['unfinished_moves'], unfinished)
  assert.deepEqual(idsOf(plan['planned_moves']), [other.businessId])
  assert.deepEqual(idsOf((await fleet('drain', '--name', 'a', '--go', '--most', '1'))['moved']), [shop.businessId])
  assert.equal((await shop.by(b).get('/orders')).body.data.length, 1)
  assert.equal((await other.get('/orders')).status, 200)
})

test('an interrupted second move is finished, although the first installation has old data', { skip }, async () => {
  await list(entry('a'), entry('b'))
  const { businessId } = await business(1)
  await fleet('drain', '--name', 'a', '--go')
  const c = new pg.Client({ connectionString: third.url })
  await c.connect()
  try {
    await c.query(`insert into secret_check (signature) values ('the same') on conflict do nothing`)
    await list(entry('a'), entry('b'), {
      ...entry('b'),
      name: 'c',
      database: '$C_DATABASE',
      files: path.join(dir, 'c'),
    })
    const unfinished = [{ business_uuid: businessId, from: 'b', to: 'c' }]
    await setMoveStatus(clients[1]!, [businessId], 'LEAVING')
    await setMoveStatus(c, [businessId], 'COMING')
    assert.deepEqual((await fleet('status'))['unfinished_moves'], unfinished)
    assert.deepEqual(idsOf((await fleet('balance', '--go', '--most', '1'))['moved']), [businessId])
    assert.equal((await c.query('select from orders where business_uuid = $1', [businessId])).rowCount, 1)

    // The state after a crash during the switch-over: a and b are GONE, and b still publishes the business.
    await setMoveStatus(c, [businessId], 'COMING')
    await clients[1]!.query(`create publication ${replicationOf(businessId)}`)
    assert.deepEqual((await fleet('status'))['unfinished_moves'], unfinished)
    await clients[1]!.query(`drop publication ${replicationOf(businessId)}`)
  } finally {
    await c.end()
  }
})

test('a failed move ends the run with its reason, which is in the log', { skip }, async () => {
  await list(entry('a'), entry('b'))
  await business(0)
  await clients[1]!.query(`update secret_check set signature = 'another'`)
  try {
    assert.match(await refusal('drain', '--name', 'a', '--go'), /different secrets/)
    const last = (await log()).at(-1)
    assert.equal(last?.['action'], 'move.failed')
    assert.match(String(last?.['reason']), /different secrets/)
    await list(entry('a'))
    const { name, url, database, files } = entry('b')
    const args = ['add', '--name', name, '--url', url, '--database', database, '--files', files]
    assert.match(await refusal(...args), /b and a: .*different secrets/)
  } finally {
    await clients[1]!.query(`update secret_check set signature = 'the same'`)
  }
})

test('a new business is created at the installation with the most room, which is in the log', async () => {
  await list(entry('a'), entry('b'))
  await business(3)
  const create = () => fleet('create-business', '--name', 'New', '--time-zone', 'Europe/Paris')
  const shown = (await fleet('status'))['installations'] as Record<string, unknown>[]
  const [load, otherLoad] = shown.map((one) => Number(one['writes_of_24_hours'])) as [number, number]
  const [name, client] = load < otherLoad ? (['a', atA] as const) : (['b', clients[1]!] as const)
  const made = await create()
  assert.equal(made['installation'], name)
  const { rows } = await client.query(
    'select name, time_zone, action from businesses join audit_log using (business_uuid) where business_uuid = $1',
    [made['business_uuid']],
  )
  assert.deepEqual(rows, [{ name: 'New', time_zone: 'Europe/Paris', action: 'business.created' }])
  const [creating, created] = (await log()).slice(-2)
  assert.deepEqual([creating?.['action'], creating?.['installation']], ['business.creating', name])
  assert.deepEqual([created?.['action'], created?.['business_uuid']], ['business.created', made['business_uuid']])
  for (const line of await log()) assert.ok(Date.parse(String(line['at'])), JSON.stringify(line))

  await list(entry('a'), { ...entry('b'), drained: true })
  assert.equal((await create())['installation'], 'a')
  await list(entry('a'), { ...entry('b'), url: 'http://127.0.0.1:1' })
  assert.equal((await create())['installation'], 'a', 'an installation that is down gets no business')
  await list({ ...entry('a'), drained: true }, { ...entry('b'), drained: true })
  assert.match(await refusal('create-business', '--name', 'New', '--time-zone', 'Europe/Paris'), /No installation can/)
  await list(entry('a'))
  assert.match(await refusal('create-business', '--name', 'New', '--time-zone', 'Mars/Base'), /IANA time zone/)
  const [begun, failed] = (await log()).slice(-2)
  assert.deepEqual([begun?.['action'], failed?.['action']], ['business.creating', 'business.create_failed'])
  assert.match(String(failed?.['reason']), /IANA time zone/)
  assert.match(await refusal('create-business', '--name', 'New'), /^Usage: /)
})

test('an upgrade runs the command of each installation with another version, and ends at the first failure', async () => {
  await list({ ...entry('a'), upgrade: 'exit 3' }, { ...entry('b'), upgrade: 'exit 4' })
  assert.deepEqual(await fleet('upgrade', '--to', VERSION), { to: VERSION, planned: [], upgraded: null })
  assert.deepEqual((await fleet('upgrade', '--to', '99.0.0'))['planned'], ['a', 'b'])
  assert.match(await refusal('upgrade', '--to', '99.0.0', '--go'), /^a: The upgrade command ended with exit code 3\.$/m)
  assert.equal((await log()).at(-1)?.['action'], 'upgrade.failed')
  await list(entry('a'), { ...entry('b'), upgrade: 'exit 4' })
  assert.match(await refusal('upgrade', '--to', '99.0.0'), /has no command "upgrade" for: a/)
})

test('an installation that does not reply is shown with the reason, and nothing is planned', { skip }, async () => {
  const gone = { ...entry('b'), url: 'http://127.0.0.1:1', database: 'postgres://nobody@127.0.0.1:1/none' }
  await list(entry('a'), gone)
  const { code, out } = await run(['fleet', 'status', '--file', file, '--json'])
  const { installations } = JSON.parse(out) as { installations: { status: string; faults: string[] }[] }
  assert.equal(code, 1)
  assert.notEqual(installations[0]?.status, 'unreachable')
  assert.equal(installations[1]?.status, 'unreachable')
  assert.deepEqual(
    installations.map(({ faults }) => faults.length),
    [0, 2],
  )
  assert.match(await refusal('balance', '--go'), /^b can't be measured: /)
})

test('a wrong file or wrong options are refused before anything is done', async () => {
  await rm(file, { force: true })
  assert.match(await refusal('status'), /can't be read/)
  await list({ ...entry('a'), port: 1 }, entry('a'))
  const faults = await refusal('status')
  assert.match(faults, /Unrecognized key: "port"/)
  await list(entry('a'), entry('a'))
  assert.match(await refusal('status'), /installations must have different names/)
  await list({ ...entry('a'), database: '$NOT_SET' })
  assert.match(await refusal('status'), /a: the environment variable NOT_SET is not set/)
  await list(entry('a'))
  assert.match(await refusal('drain', '--name', 'c'), /--name must be one of: a/)
  assert.match(await refusal('drain', '--name', 'a'), /No other installation/)
  assert.match(await refusal('balance', '--most', '0'), /--most must be from 1 to 1,000/)
  assert.match(await refusal('rebalance'), /^Usage: fleet status/)
  const { name, url, database, files } = entry('a')
  assert.match(
    await refusal('add', '--name', name, '--url', url, '--database', database, '--files', files),
    /--name is the name of another installation/,
  )
  assert.match(
    await refusal('add', '--name', 'd', '--url', url, '--database', database, '--files', files, '--web', 'here'),
    /^--web\.0 must be an address such as/m,
  )
})
