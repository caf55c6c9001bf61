// The data folder of a proof's servers. Otherwise, they would use the regions and photos of the developer's own server.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

let folder: string | undefined

/** Returns an empty folder that all servers of this proof share. It is deleted when this process ends. */
export function dataFolder(): string {
  if (folder !== undefined) return folder
  const created = mkdtempSync(path.join(os.tmpdir(), 'proof-data-'))
  process.once('exit', () => rmSync(created, { recursive: true, force: true }))
  folder = created
  return created
}
