// A migrated database for each test file, on the server that the test run started.
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { prepareLogin } from '../../src/store/login.ts'
import { migrate, migrationNames } from '../../src/store/migrate.ts'

const MIGRATIONS = new URL('../../migrations/', import.meta.url)

/** Creates a database with every migration applied. `drop` removes it even if connections are open. */
export async function testDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `roundsman_test_${randomBytes(6).toString('hex')}`
  await onServer(async (server) => {
    const template = await migratedTemplate(server)
    await server.query(`create database ${name} template ${template} strategy file_copy`)
  })
  return {
    url: urlOf(name),
    drop: () => onServer(async (server) => void (await server.query(`drop database if exists ${name} with (force)`))),
  }
}

/** Returns the URL of the same database for the server's login, which owns nothing. */
export const loginOf = (url: string): string => url.replace(/^(\w+:\/\/)([^:@/]+)/, '$1$2_login')

/** Creates an empty database. */
export async function emptyDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `roundsman_test_${randomBytes(6).toString('hex')}`
  await onServer(async (server) => void (await server.query(`create database ${name} template template0`)))
  return {
    url: urlOf(name),
    drop: () => onServer(async (server) => void (await server.query(`drop database if exists ${name} with (force)`))),
  }
}

// Returns the name of the template database, which is created once for each state of migrations/. It gets its final
// name only when it is complete.
async function migratedTemplate(server: pg.Client): Promise<string> {
  const template = `roundsman_template_${await migrationsHash()}`
  await server.query('select pg_advisory_lock(hashtext($1))', [template])
  const { rowCount } = await server.query('select from pg_database where datname = $1', [template])
  if (!rowCount) {
    await server.query(`drop database if exists ${template}_new`)
    await server.query(`create database ${template}_new template template0`)
    await migrate(urlOf(`${template}_new`))
    await prepareLogin(urlOf(`${template}_new`), loginOf(urlOf(`${template}_new`)))
    await server.query(`alter database ${template}_new rename to ${template}`)
  }
  await server.query('select pg_advisory_unlock(hashtext($1))', [template])
  return template
}

async function migrationsHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of await migrationNames()) hash.update(name).update(await readFile(new URL(name, MIGRATIONS)))
  return hash.digest('hex').slice(0, 12)
}

async function onServer<T>(work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: serverUrl() })
  await server.connect()
  try {
    return await work(server)
  } finally {
    await server.end()
  }
}

const urlOf = (database: string): string => serverUrl().replace(/\/[^/?]*(?=\?|$)/, `/${database}`)

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('These tests need a database: run them by "npm test", with a part of the file name')
  return url
}
