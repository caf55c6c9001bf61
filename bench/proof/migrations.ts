// Runs `prove migrations` for each of the last migrations.
import pg from 'pg'
import { lastMigrations, runMigrationProof } from './migrations-run.ts'
import { hasHistory } from './old-code.ts'
import type { ProofResult } from './proofs.ts'

interface Options {
  last: number
  clients: number
  seconds: number
}

export async function migrationsProof(
  databaseUrl: string,
  { last, ...options }: Options,
  say: (line: string) => void,
): Promise<ProofResult> {
  if (!hasHistory()) throw new Error('This needs the whole history of the repository.')
  const server = new pg.Client(databaseUrl)
  // The connection ends with the database. Its error must not hide the real fault.
  server.on('error', () => {})
  await server.connect()
  const all: string[] = []
  for (const [i, migration] of (await lastMigrations(last)).entries()) {
    const name = `side_by_side_${i}`
    await server.query(`create database ${name} template template0`)
    const { faults, ...figures } = await runMigrationProof(migration, {
      databaseUrl: databaseUrl.replace(/\/roundsman\?/, `/${name}?`),
      ...options,
    })
    say(JSON.stringify({ ...figures, faults: faults.length }))
    all.push(...faults.map((fault) => `${migration.name}: ${fault}`))
  }
  await server.end()
  return { faults: all }
}
