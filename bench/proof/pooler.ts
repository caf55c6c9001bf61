// Runs pgbouncer in transaction mode in front of a database, if it is installed.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startRelay } from './relay.ts'
import { freePort } from '../free-port.ts'

export interface Pooler {
  url: string
  stop(): Promise<void>
}

/** Maximum connections of pgbouncer to PostgreSQL. Far fewer than its clients open, so that they share connections. */
const SERVER_CONNECTIONS = 12

export function hasPooler(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const { searchParams, hostname, port: databasePort, username, pathname } = new URL(databaseUrl)
  const database = pathname.slice(1)
  const host = searchParams.get('host')
  const relay = host?.startsWith('/')
    ? await startRelay({ path: path.join(host, `.s.PGSQL.${databasePort || 5432}`) })
    : null
  const port = await freePort()
  const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-pooler-'))
  chmodSync(dir, 0o755)
  const ini = path.join(dir, 'pgbouncer.ini')
  writeFileSync(
    ini,
    `[databases]
${database} = host=${relay ? '127.0.0.1' : hostname} port=${relay ? relay.port : databasePort || 5432} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 500
`,
  )
  // pgbouncer refuses to run as root.
  const child = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), ini], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error('pgbouncer did not start')
    await sleep(50)
  }
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      child.kill('SIGKILL')
      await exited
      relay?.close()
      rmSync(dir, { recursive: true })
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
