// Several installations behind one host name, each with its own database, whose directories ask each other on loopback.
import type pg from 'pg'
import type { App } from '../../src/app/context.ts'
import { createUser } from '../../src/app/people/users/create-user.ts'
import type { Directory } from '../../src/app/operations/installations/directory.ts'
import type { DirectoryServer } from '../../src/http/installations/directory-server.ts'
import { setMoveStatus } from '../../src/store/moves/move-status.ts'
import { PASSWORD_HASH } from './office.ts'
import { type Service, startService } from './service.ts'
import { freePort } from '../../bench/free-port.ts'

export interface Place {
  status: number
  /** Name of the installation. Null if there is none in the response. */
  installation: string | null
  retryAfter: string | null
}

export interface Installation extends Service {
  name: string
  directory: Directory
  directoryUrl: string
  directoryPort: number
  /** Asks the directory like a proxy, about a request with this path and these headers. */
  where(path: string, headers?: Record<string, string>): Promise<Place>
  startDirectory(): Promise<void>
  stopDirectory(): Promise<void>
}

/** Starts an installation for each name. They end with the test file. */
export async function startInstallations(
  names: readonly string[],
  replaced: Partial<App> = {},
  env: Record<string, string> = {},
): Promise<Installation[]> {
  const ports = await Promise.all(names.map(freePort))
  const addresses = names.map((name, i) => `${name}=http://127.0.0.1:${ports[i]}`).join()
  const installations: Installation[] = []
  for (const [i, name] of names.entries()) {
    const port = ports[i] ?? 0
    const service = await startService({
      replaced,
      env: { ...env, INSTALLATION: name, INSTALLATIONS: addresses, DIRECTORY_PORT: String(port) },
    })
    const { directory } = service.running.app
    if (!directory) throw new Error('the service has no directory')
    const url = `http://127.0.0.1:${port}`
    let server: DirectoryServer | null = null
    const installation: Installation = {
      ...service,
      name,
      directory,
      directoryUrl: url,
      directoryPort: port,
      where: (path, headers = {}) => ask(url, path, headers),
      startDirectory: async () => {
        if (server) return
        server = await service.running.directoryServer()
        await server?.listen(port, '127.0.0.1')
      },
      stopDirectory: async () => {
        await server?.close()
        server = null
      },
    }
    await installation.startDirectory()
    // The directory uses the database until it is stopped.
    const ends = service.besides.splice(0)
    service.besides.push(async () => {
      await installation.stopDirectory()
      await Promise.all(ends.map((end) => end()))
    })
    installations.push(installation)
  }
  return installations
}

async function ask(url: string, path: string, headers: Record<string, string>): Promise<Place> {
  const response = await fetch(`${url}/where`, { headers: { ...headers, 'x-forwarded-uri': path } })
  await response.body?.cancel()
  return {
    status: response.status,
    installation: response.headers.get('x-installation'),
    retryAfter: response.headers.get('retry-after'),
  }
}

/** Copies the business and its keys, as a move does. The target does not serve the business yet. */
export async function moveRows(from: pg.Client, to: pg.Client, businessId: string): Promise<void> {
  await setMoveStatus(to, [businessId], 'COMING')
  for (const table of ['businesses', 'api_keys']) {
    const { rows } = await from.query<{ all: unknown }>(
      `select jsonb_agg(to_jsonb(t)) as all from ${table} t where business_uuid = $1`,
      [businessId],
    )
    await to.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
      JSON.stringify(rows[0]?.all),
    ])
  }
}

let people = 0
export const newEmail = (): string => `person-${++people}@office.test`

/** Name of the business of an account that `accountAt` creates. */
export const businessNameOf = (email: string, at: Pick<Installation, 'name'>): string => `${email} at ${at.name}`

/** Creates a business with an owner at the installation. */
export async function accountAt(
  at: Installation,
  { email = newEmail(), password = PASSWORD_HASH }: { email?: string; password?: string | { hash: string } } = {},
) {
  const { businessId } = await at.business()
  const { userId } = await createUser(at.app, businessId, { email, name: 'Test person', role: 'OWNER', password })
  const name = businessNameOf(email, at)
  await at.app.db.query('update businesses set name = $2 where business_uuid = $1', [businessId, name])
  return { email, businessId, userId }
}
