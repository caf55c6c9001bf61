import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import {
  borrowEmbedded,
  type Connection,
  type Embedded,
  type Log,
  openEmbedded,
} from '../../../src/adapters/embedded/embedded-postgres.ts'
import { until } from '../../helpers/until.ts'

// Without fsync, these databases write less to the disk, which other tests use at the same time.
const unsynced: Record<string, string> = { fsync: 'off' }
const quiet: Log = { info: () => {}, error: () => {} }
const ownerScript = fileURLToPath(new URL('../../helpers/embedded-owner.ts', import.meta.url))

describe('the embedded database', () => {
  let made = ''
  let dir = ''
  let stops: (() => Promise<unknown>)[] = []

  // Creating a database takes longer than everything else here, so most tests start from a copy.
  before(async () => {
    made = fs.mkdtempSync(path.join(os.tmpdir(), 'rm-pg-made-'))
    await (await openEmbedded(made, { log: quiet, settings: unsynced })).stop()
  })
  after(() => fs.rmSync(made, { recursive: true }))
  beforeEach(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), 'rm-pg-'))
    fs.cpSync(path.join(made, 'postgres'), path.join(dir, 'postgres'), { recursive: true })
    fs.chmodSync(path.join(dir, 'postgres'), 0o700)
    stops = []
  })
  afterEach(async () => {
    for (const stop of stops.reverse()) await stop()
    assert.deepEqual(processesOf(dir), [], 'no process of the database is left')
    fs.rmSync(dir, { recursive: true, force: true })
  })

  async function open(dataDir = dir, log = quiet, settings = unsynced): Promise<Embedded> {
    const embedded = await openEmbedded(dataDir, { log, settings })
    stops.push(embedded.stop)
    return embedded
  }

  async function ownerProcess(dataDir = dir, options: Parameters<typeof spawn>[2] = {}) {
    const child = spawn(process.execPath, [ownerScript, dataDir], { ...options, stdio: 'pipe' })
    stops.push(async () => {
      if (child.exitCode === null && child.signalCode === null) await end(child)
    })
    return { child, ...(await firstLine(child)) }
  }

  it('analyzes new rows within seconds, so that plans made for empty tables are replaced', async () => {
    const { connection } = await open()
    await query(connection, 'create table filled as select generate_series(1, 1000) as n')
    const analyzed = `select last_autoanalyze is not null as yes from pg_stat_user_tables where relname = 'filled'`
    await until('the table is analyzed', async () => (await query(connection, analyzed))[0]?.yes === true)
  })

  it('takes no processor time from the server that it wakes up for', async (t) => {
    if (process.platform !== 'linux' || spawnSync('chrt', ['--version']).error) return t.skip('chrt is not installed')
    const { connection } = await open()
    // The text after the process name starts with field 3 (see proc(5)). Field 41 is the scheduling policy, and its
    // value 3 means SCHED_BATCH.
    const [row] = await query(connection, `select split_part(pg_read_file('/proc/self/stat'), ') ', 2) as fields`)
    assert.equal(String(row?.fields).split(' ')[41 - 3], '3')
  })

  it('creates the database once and keeps its data across a restart', async () => {
    const fresh = path.join(dir, 'fresh')
    const first = await open(fresh)
    assert.equal(first.started, 'initialised')
    await query(first.connection, 'create table kept as select 42 as answer')
    await first.stop()
    assert.deepEqual(processesOf(dir), [])

    const second = await open(fresh)
    assert.equal(second.started, 'started')
    assert.deepEqual(await query(second.connection, 'select answer from kept'), [{ answer: 42 }])
  })

  it('is durable, checks its pages, supports every letter and listens on no network', async () => {
    const { connection } = await open(dir, quiet, {})
    assert.deepEqual(
      await query(
        connection,
        `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
                current_setting('listen_addresses') as network, current_setting('server_encoding') as encoding`,
      ),
      [{ fsync: 'on', checksums: 'on', network: '', encoding: 'UTF8' }],
    )
    assert.deepEqual(await query(connection, `select upper('é') as letter`), [{ letter: 'É' }])
    assert.equal(fs.statSync(connection.host).mode & 0o077, 0)
  })

  it('takes over the server that a killed process left running', async () => {
    const owner = await ownerProcess()
    await query(owner.connection, 'create table kept as select 1 as answer')
    owner.child.kill('SIGKILL')
    await once(owner.child, 'exit')
    assert.notDeepEqual(processesOf(dir), [], 'PostgreSQL outlived its owner')

    const next = await open()
    assert.equal(next.started, 'adopted')
    assert.deepEqual(await query(next.connection, 'select answer from kept'), [{ answer: 1 }])
  })

  it('refuses a second owner and names the first one', async () => {
    const owner = await ownerProcess()
    await assert.rejects(open(), new RegExp(`server with process number ${owner.child.pid}`))
    assert.equal((await query(owner.connection, 'select 1')).length, 1)
  })

  it('is owned by exactly one of several processes that start concurrently', async () => {
    const outcomes = await Promise.allSettled([ownerProcess(), ownerProcess(), ownerProcess()])
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  it('starts over after a crash while creating the database', async () => {
    fs.rmSync(path.join(dir, 'postgres'), { recursive: true })
    const half = path.join(dir, 'postgres.new-crashed')
    fs.mkdirSync(path.join(half, 'base'), { recursive: true })
    fs.writeFileSync(path.join(half, 'PG_VERSION'), '18\n')
    assert.equal((await open()).started, 'initialised')
    assert.equal(fs.existsSync(half), false)
  })

  it('starts although the process ID in a stale pid file belongs to another program', async () => {
    const first = await open()
    await first.stop()
    const others = String(process.pid)
    fs.writeFileSync(
      path.join(dir, 'postgres', 'postmaster.pid'),
      `${others}\n${dir}/postgres\n1\n5432\n${dir}\n\n\nready\n`,
    )
    fs.writeFileSync(path.join(first.connection.host, '.s.PGSQL.5432.lock'), `${others}\n`)
    assert.equal((await open()).started, 'started')
  })

  it('restarts PostgreSQL if it is killed', async () => {
    const { connection } = await open()
    await query(connection, 'create table kept as select 7 as answer')
    const pid = postmasterPid(dir)
    process.kill(pid, 'SIGKILL')
    const rows = await eventually(() => query(connection, 'select answer from kept'))
    assert.deepEqual(rows, [{ answer: 7 }])
    assert.notEqual(postmasterPid(dir), pid)
  })

  it('restarts an adopted PostgreSQL if it is killed', async () => {
    const owner = await ownerProcess()
    owner.child.kill('SIGKILL')
    await once(owner.child, 'exit')
    const { connection } = await open()
    const pid = postmasterPid(dir)
    process.kill(pid, 'SIGKILL')
    await eventually(async () => assert.notEqual(postmasterPid(dir), pid))
    await eventually(() => query(connection, 'select 1'))
  })

  it('works in a directory too deep for a socket', async () => {
    const deep = path.join(dir, 'd'.repeat(100), 'e'.repeat(100))
    const { connection } = await open(deep)
    assert.ok(connection.host.length < 100)
    assert.equal((await query(connection, 'select 1')).length, 1)
  })

  it('works in a directory whose name needs quoting', async () => {
    const { connection } = await open(path.join(dir, `it's, "my" data`))
    assert.equal((await query(connection, 'select 1')).length, 1)
    assert.ok(connection.host.startsWith(dir))
  })

  it('refuses a directory created by another version', async () => {
    await (await open()).stop()
    fs.writeFileSync(path.join(dir, 'postgres', 'PG_VERSION'), '17\n')
    await assert.rejects(open(), /made by PostgreSQL 17 and this is 18/)
  })

  it('is shared with a command while a server owns it', async () => {
    const owner = await ownerProcess()
    const borrowed = await borrowEmbedded(dir, { log: quiet, settings: unsynced })
    await query(borrowed.connection, 'create table written_by_command ()')
    await borrowed.stop()
    assert.deepEqual(await query(owner.connection, 'table written_by_command'), [])
  })

  it('is started and stopped by a command if no server runs', async () => {
    const borrowed = await borrowEmbedded(dir, { log: quiet, settings: unsynced })
    assert.equal((await query(borrowed.connection, 'select 1')).length, 1)
    await borrowed.stop()
    assert.deepEqual(processesOf(dir), [])
  })

  it('makes a server wait while a command uses it alone', async () => {
    const borrowed = await borrowEmbedded(dir, { log: quiet, settings: unsynced })
    const told: string[] = []
    const opening = open(dir, { ...quiet, info: (message) => void told.push(message) })
    await eventually(async () => assert.match(told.join(), /Waiting for the Roundsman command/))
    await borrowed.stop()
    assert.equal((await opening).started, 'started')
  })

  it('runs for an ordinary user', async (t) => {
    if (process.getuid?.() !== 0) return t.skip('the other tests ran as one')
    if (!readableByNobody()) return t.skip('this directory is closed to other users')
    fs.rmSync(path.join(dir, 'postgres'), { recursive: true })
    fs.chownSync(dir, 65534, 65534)
    const owner = await ownerProcess(dir, { uid: 65534, gid: 65534, cwd: '/' })
    assert.equal(owner.started, 'initialised')
    assert.equal(fs.statSync(path.join(dir, 'postgres')).uid, 65534)
  })

  it('runs for root if namespaces are forbidden', async (t) => {
    if (process.getuid?.() !== 0) return t.skip('only root needs a namespace')
    if (!readableByNobody()) return t.skip('this directory is closed to other users')
    fs.chmodSync(dir, 0o711)
    const bin = path.join(dir, 'bin')
    fs.mkdirSync(bin)
    fs.symlinkSync('/bin/false', path.join(bin, 'unshare'))
    const data = path.join(dir, 'data')
    const owner = await ownerProcess(data, { env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } })
    assert.equal((await query(owner.connection, 'select 1')).length, 1)
    assert.equal(fs.statSync(path.join(data, 'postgres')).uid, 65534)
    await end(owner.child)

    const again = await ownerProcess(data)
    assert.equal(again.started, 'started', 'the same directory works if namespaces are allowed')
    assert.equal(fs.statSync(path.join(data, 'postgres')).uid, 0)
  })
})

async function firstLine(child: ChildProcess): Promise<Pick<Embedded, 'started' | 'connection'>> {
  if (!child.stdout || !child.stderr) throw new Error('no output to read')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line)
  throw new Error(await text(child.stderr))
}

async function end(child: ChildProcess) {
  child.stdin?.end()
  await once(child, 'exit')
}

async function query(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries > 200) throw error
      await sleep(100)
    }
  }
}

const postmasterPid = (dir: string) =>
  Number.parseInt(fs.readFileSync(path.join(dir, 'postgres/postmaster.pid'), 'utf8'))

// Returns the /proc entries of the processes with this directory on their command line. Empty on systems other than
// Linux.
const processesOf = (dir: string) =>
  fs.globSync('/proc/[0-9]*/cmdline').filter((file) => {
    try {
      return fs.readFileSync(file, 'utf8').includes(`postgres\0-D\0${dir}/`)
    } catch {
      return false // the process has ended since it was listed
    }
  })

const readableByNobody = () =>
  spawnSync(process.execPath, ['-e', `require('fs').accessSync(${JSON.stringify(ownerScript)})`], {
    uid: 65534,
    gid: 65534,
    cwd: '/',
  }).status === 0
