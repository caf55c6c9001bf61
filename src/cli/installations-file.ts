// The operator's file with all installations, and the log of what the fleet command did, next to it.
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { filesOnDisk } from '../adapters/files/files-on-disk.ts'
import type { Installation } from '../app/operations/installations/balance.ts'
import type { RecordLine } from '../app/operations/installations/recorded.ts'
import { namedVariable } from '../config.ts'
import { INSTALLATION_NAME } from '../domain/installations.ts'

const ProcessAddress = z.string().refine(isProcessAddress, 'must be an address such as http://10.0.0.1:8080')

const Entry = z.strictObject({
  name: z
    .string()
    .regex(
      INSTALLATION_NAME,
      'must be 1 to 32 lower-case letters, digits and hyphens, and must not begin with a hyphen',
    ),
  url: z.url({ protocol: /^https?$/, error: 'must be the address of the service' }),
  /** Address of the database as the owner of the tables, or `$NAME` for the environment variable with the address. */
  database: z.string().min(1),
  /** Address by which the database servers of the other installations reach this one. Default: `database`. */
  reached_by: z.string().min(1).optional(),
  /** `DATA_DIR` of the installation, or `shared` if all installations store their files in the same bucket. */
  files: z.string().min(1),
  /** Addresses of the `web` processes at their `PORT`, for the proxy. Default: `url`. */
  web: z.array(ProcessAddress).min(1, 'must have an address').optional(),
  /** Addresses of the `web` processes at their `DIRECTORY_PORT`, for the proxy. */
  directory: z.array(ProcessAddress).min(1, 'must have an address').optional(),
  drained: z.boolean().optional(),
  /** Shell command that upgrades the processes of the installation. */
  upgrade: z.string().min(1).optional(),
})
export type InstallationEntry = z.output<typeof Entry>

const File = z.strictObject({
  installations: z.array(Entry).min(1).refine(areNamesUnique, 'must have different names'),
})

/** Whether this is an address without TLS, a path or a password. */
export function isProcessAddress(text: string): boolean {
  const url = URL.parse(text)
  return (
    url?.href === `http://${url?.host}/` && /^([a-z0-9._-]+|\[[0-9a-f:]+\])$/.test(url.hostname) && url.port !== '0'
  )
}

function areNamesUnique(entries: readonly { name: string }[]): boolean {
  return new Set(entries.map(({ name }) => name)).size === entries.length
}

export async function readInstallations(file: string): Promise<InstallationEntry[]> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${file} can't be read. It lists the installations (docs/operating.md#several-installations).`, {
      cause: error,
    })
  })
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    throw new Error(`${file} is not valid JSON.`)
  }
  const parsed = File.safeParse(value)
  if (parsed.success) return parsed.data.installations
  throw new Error(parsed.error.issues.map(({ path: at, message }) => `${file}: ${at.join('.')} ${message}`).join('\n'))
}

/** Checks an entry that is added to others. Throws if it is not valid, or if its name is taken. */
export function checkedEntry(entry: unknown, others: readonly InstallationEntry[]): InstallationEntry {
  const parsed = Entry.safeParse(entry)
  if (!parsed.success)
    throw new Error(
      parsed.error.issues
        .map(({ path: at, message }) => `--${at.join('.').replaceAll('_', '-')} ${message}`)
        .join('\n'),
    )
  if (others.some(({ name }) => name === parsed.data.name))
    throw new Error('--name is the name of another installation.')
  return parsed.data
}

/** Replaces the file. A crash leaves the old or the new one. */
export async function writeInstallations(file: string, installations: readonly InstallationEntry[]): Promise<void> {
  const part = `${file}.${process.pid}`
  await writeFile(part, `${JSON.stringify({ installations }, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(part, file)
}

/** Returns the installation of an entry, with the values of environment variables. */
export function installationOf({ name, url, database, reached_by, files, drained }: InstallationEntry): Installation {
  return {
    name,
    url,
    database: valueOf(database, name),
    reachedBy: valueOf(reached_by ?? database, name),
    files: files === 'shared' ? null : filesOnDisk(path.join(files, 'files')),
    isDrained: drained ?? false,
  }
}

function valueOf(text: string, name: string): string {
  if (!text.startsWith('$')) return text
  const value = namedVariable(text.slice(1))
  if (value === undefined) throw new Error(`${name}: the environment variable ${text.slice(1)} is not set.`)
  return value
}

/** Returns a function that appends a line to the log of the file. */
export const recordIn =
  (file: string): RecordLine =>
  async (action, detail) => {
    const line = { at: new Date().toISOString(), by: os.userInfo().username, on: os.hostname(), action, ...detail }
    await appendFile(`${file}.log`, `${JSON.stringify(line)}\n`, { mode: 0o600, flush: true })
  }
