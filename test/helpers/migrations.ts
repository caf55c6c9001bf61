// Creates a folder of migrations for a test: those of the service, with some added or replaced.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { pathToFileURL } from 'node:url'
import { MIGRATIONS } from '../../src/store/migration-files.ts'

const made: string[] = []
after(() => made.forEach((dir) => rmSync(dir, { recursive: true, force: true })))

export function migrationsWith(files: Record<string, string>): URL {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-migrations-'))
  made.push(dir)
  cpSync(MIGRATIONS, dir, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, name), text)
  return pathToFileURL(`${dir}/`)
}
