// Reads the files of migrations/. They are numbered from 0001 without a gap and never change after their release.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/**
 * First line of a migration that can't run in a transaction, for example because it builds an index during writes
 * (`create index concurrently if not exists`). Such a migration is one statement and has the same result if it runs
 * again.
 */
const OUTSIDE = '-- Outside a transaction.'

export const MIGRATIONS = new URL('../../migrations/', import.meta.url)

export interface Migration {
  name: string
  text: string
  /** Checksum of the text, independent of its line endings. */
  checksum: string
  outsideTransaction: boolean
}

/**
 * Returns the names of this version's migrations, oldest first. Throws if two have the same number or one is missing.
 */
export async function migrationNames(folder: URL = MIGRATIONS): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  names.forEach((name, i) => {
    const number = String(i + 1).padStart(4, '0')
    if (!name.startsWith(`${number}_`))
      throw new Error(`migrations/${name} must have the number ${number}: each number occurs once, without a gap.`)
  })
  return names
}

export async function readMigrations(folder: URL = MIGRATIONS): Promise<Migration[]> {
  const names = await migrationNames(folder)
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { name, text, checksum, outsideTransaction: text.startsWith(OUTSIDE) }
    }),
  )
}
