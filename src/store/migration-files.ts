// The files of migrations/: numbered from 0001 without a gap, and never changed once they are released.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/**
 * The first line of a migration that no transaction may hold, such as one that builds an index while writes go on
 * (`create index concurrently if not exists`). It is one statement, which has the same result when it runs again.
 */
const OUTSIDE = '-- Outside a transaction.'

export const MIGRATIONS = new URL('../../migrations/', import.meta.url)

export interface Migration {
  name: string
  text: string
  /** Of the text, however its lines end. */
  checksum: string
  outsideTransaction: boolean
}

/** The migrations of this version by name, oldest first. Throws when two have the same number, or one is missing. */
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
