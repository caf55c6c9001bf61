// Tests a whole installation as an operator runs it: the server with its own database, commands at the same time, and a
// backup that is restored on another machine.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { BARE, commandLine, printed } from '../helpers/command.ts'
import { freePort } from '../../bench/free-port.ts'

const bin = fileURLToPath(new URL('../../bin/roundsman.mjs', import.meta.url))

describe('an installation on the embedded database', () => {
  let dir = ''
  let port = 0
  const running: ChildProcess[] = []

  before(async () => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), 'rm-op-'))
    port = await freePort()
  })
  after(async () => {
    for (const server of running.filter(({ exitCode }) => exitCode === null)) await stop(server)
    fs.rmSync(dir, { recursive: true, force: true })
  })

  const environment = (name: string) => ({ DATA_DIR: path.join(dir, name), PORT: String(port), LOG_LEVEL: 'error' })

  async function start(name: string, command = 'serve'): Promise<{ server: ChildProcess; said: string }> {
    const server = spawn(process.execPath, [bin, command], {
      env: { ...BARE, ...environment(name) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(server)
    let said = ''
    for await (const line of createInterface({ input: server.stdout })) {
      said += `${line}\n`
      if (line.includes('Stop with Ctrl-C')) break
    }
    return { server, said }
  }

  const orders = async (key: string): Promise<{ data: Record<string, unknown>[] }> => {
    const authorization = `Bearer ${key}`
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/orders?limit=200`, { headers: { authorization } })
    assert.equal(response.status, 200)
    return (await response.json()) as { data: Record<string, unknown>[] }
  }

  it('serves, runs commands concurrently, is backed up, stops, and is restored elsewhere', async () => {
    const run = commandLine(environment('first'))
    const { server, said } = await start('first', 'demo')
    const [apiKey = ''] = /rk_live_\S{43}/.exec(said) ?? []
    assert.match(said, /demo@roundsman\.example, password \S{16}\n/)
    const before = await orders(apiKey)
    assert.equal(before.data.length, 96)
    while ((await fetch(`http://127.0.0.1:${port}/map/style.json`)).status !== 200) await sleep(200)

    const again = await printed(run, ['load-demo'])
    assert.notEqual(again.api_key, apiKey)
    assert.equal(again.email, 'demo@roundsman.example')
    assert.deepEqual(await orders(String(again.api_key)), before, 'loading the demo again adds nothing')

    const second = await commandLine({ ...environment('first'), PORT: '0' })(['serve'])
    assert.equal(second.code, 1)
    assert.match(second.err, new RegExp(`in use by the Roundsman server with process number ${server.pid}`))

    const file = path.join(dir, 'whole.backup')
    const made = await printed(run, ['backup', '--to', file])
    assert.equal((made.rows as Record<string, number>).orders, 96)
    assert.equal(made.files, 1, 'the backup contains the secret')
    const refused = await run(['restore', '--from', file])
    assert.match(refused.err, /stop it before you restore/)
    assert.equal(await stop(server), 0)

    const elsewhere = commandLine(environment('second'))
    const restored = await printed(elsewhere, ['restore', '--from', file])
    assert.deepEqual(restored.rows, made.rows)
    const moved = await start('second')
    assert.deepEqual(await orders(apiKey), before, 'tracking links are the same, because the secret was restored')
    assert.equal(await stop(moved.server), 0)
    assert.deepEqual(
      fs.globSync('/proc/[0-9]*/cmdline').filter((file) => readOrEmpty(file).includes(dir)),
      [],
    )
  })

  it('stops during its start, and if it can’t listen, and leaves nothing behind', async () => {
    const starting = spawn(process.execPath, [bin, 'serve'], {
      env: { ...BARE, ...environment('third') },
      stdio: 'ignore',
    })
    while (!fs.existsSync(path.join(dir, 'third', 'postgres', 'postmaster.pid'))) await sleep(5)
    await stop(starting)
    assert.deepEqual(processesUnder(dir), [])

    const taken = createServer().listen(port, '127.0.0.1')
    await once(taken, 'listening')
    const { code, err } = await commandLine(environment('third'))(['serve'])
    taken.close()
    assert.equal(code, 1)
    assert.match(err, /EADDRINUSE/)
    assert.deepEqual(processesUnder(dir), [])
  })
})

async function stop(server: ChildProcess): Promise<number | null> {
  const exit = once(server, 'exit')
  server.kill('SIGTERM')
  await exit
  return server.exitCode
}

// Returns the /proc entries of the processes with this directory on their command line. Empty on systems other than
// Linux.
const processesUnder = (dir: string): string[] =>
  fs.globSync('/proc/[0-9]*/cmdline').filter((file) => readOrEmpty(file).includes(dir))

function readOrEmpty(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return '' // the process has ended since it was listed
  }
}
