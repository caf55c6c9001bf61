// The regions under DATA_DIR/regions, one folder per region. Its region.json lists the files that are in use and is
// replaced last. A region therefore exists completely or not at all.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/** Pattern for the name of a region, which is also the name of its folder. */
export const REGION_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/

const Region = z.object({
  name: z.string().regex(REGION_NAME),
  /**
   * File name of the extract.
   * `sha256`: digest of its content.
   */
  source: z.string(),
  sha256: z.string(),
  added_at: z.string(),
  /** Version of the layout of its road files. */
  version: z.number(),
  junctions: z.number(),
  /** File names in the region's folder. A region that was added before cargo bikes existed has no roads for them. */
  roads: z.object({ CAR: z.string(), TRUCK: z.string(), BICYCLE: z.string().optional() }),
  /** Null for a region that was added before maps existed. */
  map: z.string().nullable().default(null),
  /** Number of addresses that were imported with it. */
  addresses: z.number().default(0),
  /**
   * Report on the conditions about access, such as hours. It is null if an older version, which read no hours, added the
   * region.
   */
  conditions: z
    .object({
      /** Number of conditions on hours. */
      hours: z.number(),
      /** Number of conditions on hours that are not the same each week. */
      seasonal: z.number(),
      /** Number of conditions that can't be read. `unread_texts` has the most frequent ones. */
      unread: z.number(),
      unread_texts: z.array(z.object({ text: z.string(), count: z.number() })),
    })
    .nullable()
    .default(null),
  /** Date of the extract's data or, if it has none, of the file. */
  file_date: z.string().nullable().default(null),
})
export type Region = z.output<typeof Region>

const REGION_FILE = 'region.json'
const LOOK_EVERY_MS = 2_000

export const regionsDir = (dataDir: string): string => path.join(dataDir, 'regions')

/** Returns the regions by name. Skips folders without a complete region. */
export function readRegions(dataDir: string): Region[] {
  const dir = regionsDir(dataDir)
  if (!existsSync(dir)) return []
  return namesAmong(readdirSync(dir)).flatMap((name) => readRegion(dataDir, name) ?? [])
}

export interface WatchedRegions {
  /** Returns the regions by name, as of some seconds ago. Returns the same array until a region changes. */
  (): readonly Region[]
  close(): void
}

/** Watches for regions that are added, replaced or removed. Only the first read blocks the caller. */
export function watchRegions(dataDir: string): WatchedRegions {
  let regions: readonly Region[] = readRegions(dataDir)
  let seen = ''
  let looking: Promise<void> | null = null
  const look = async (): Promise<void> => {
    const names = namesAmong(await readdir(regionsDir(dataDir)).catch(() => []))
    const states = await Promise.all(names.map((name) => stateOf(fileOf(dataDir, name))))
    const now = names.map((name, i) => `${name} ${states[i]}`).join()
    if (now === seen) return
    const texts = await Promise.all(names.map((name) => readFile(fileOf(dataDir, name), 'utf8').catch(() => '')))
    regions = texts.flatMap((text) => parsed(text) ?? [])
    seen = now
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = null))
  }, LOOK_EVERY_MS)
  timer.unref()
  return Object.assign(() => regions, { close: () => clearInterval(timer) })
}

/** Returns a text that changes when the file is replaced. */
const stateOf = (file: string): Promise<string> =>
  stat(file).then(
    ({ ino, mtimeMs }) => `${ino} ${mtimeMs}`,
    () => '',
  )

const namesAmong = (names: readonly string[]): string[] => names.filter((name) => REGION_NAME.test(name)).sort()

const fileOf = (dataDir: string, name: string): string => path.join(regionsDir(dataDir), name, REGION_FILE)

/** Returns a region. Null if there is no complete region. */
export function readRegion(dataDir: string, name: string): Region | null {
  const file = fileOf(dataDir, name)
  return existsSync(file) ? parsed(readFileSync(file, 'utf8')) : null
}

function parsed(text: string): Region | null {
  try {
    return Region.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Returns the names of the region's files, which are in its folder. */
export const filesOf = ({ roads, map }: Region): string[] => [...Object.values(roads), ...(map === null ? [] : [map])]

/** Returns the path of a file of the region. */
export const pathOf = (dataDir: string, { name }: Region, file: string): string =>
  path.join(regionsDir(dataDir), name, file)

/**
 * Moves the region's files from the folder where they were created, replaces the previous version of the region, and
 * removes files that only the previous version had.
 */
export async function putRegion(dataDir: string, region: Region, making: string): Promise<void> {
  const dir = path.join(regionsDir(dataDir), region.name)
  const before = readRegion(dataDir, region.name)
  await mkdir(dir, { recursive: true })
  for (const name of await readdir(making)) await rename(path.join(making, name), path.join(dir, name))
  await writeWhole(path.join(dir, REGION_FILE), `${JSON.stringify(region, null, 2)}\n`)
  const gone = before ? filesOf(before).filter((name) => !filesOf(region).includes(name)) : []
  // A process that has not noticed the change yet may open the previous files.
  if (gone.length > 0) await sleep(2 * LOOK_EVERY_MS)
  for (const name of gone) await rm(path.join(dir, name), { force: true })
}

/** Removes a region. Returns false if it doesn't exist. */
export async function removeRegion(dataDir: string, name: string): Promise<boolean> {
  if (!REGION_NAME.test(name) || !existsSync(path.join(regionsDir(dataDir), name))) return false
  const dir = path.join(regionsDir(dataDir), name)
  // Deleting this file ends the region. Its other files follow.
  await rm(path.join(dir, REGION_FILE), { force: true })
  await rm(dir, { recursive: true, force: true })
  return true
}

async function writeWhole(file: string, text: string): Promise<void> {
  const making = `${file}.making-${process.pid}`
  try {
    await writeFile(making, text, { flush: true })
    await rename(making, file)
  } finally {
    await rm(making, { force: true })
  }
}
