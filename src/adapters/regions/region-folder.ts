// The regions under DATA_DIR/regions: a folder each, whose region.json names the files that are in use. It is replaced
// as the last step, so that a region is there whole or not at all.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

/** What names a region, and its folder. */
export const REGION_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/

const Region = z.object({
  name: z.string().regex(REGION_NAME),
  /** The extract's file name, and what it held. */
  source: z.string(),
  sha256: z.string(),
  added_at: z.string(),
  /** Of the layout of its road files. */
  version: z.number(),
  junctions: z.number(),
  /** File names in the region's folder. */
  roads: z.object({ CAR: z.string(), TRUCK: z.string() }),
  /** Absent in a region that was added before there were maps. */
  map: z.string().nullable().default(null),
  /** How many were imported with it. */
  addresses: z.number().default(0),
  /** Of what the extract holds, or of the file where it does not say. */
  file_date: z.string().nullable().default(null),
})
export type Region = z.output<typeof Region>

const REGION_FILE = 'region.json'
const LOOK_EVERY_MS = 2_000

export const regionsDir = (dataDir: string): string => path.join(dataDir, 'regions')

/** By name; a folder without a whole region is passed over. */
export function readRegions(dataDir: string): Region[] {
  const dir = regionsDir(dataDir)
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .filter((name) => REGION_NAME.test(name))
    .sort()
    .flatMap((name) => readRegion(dataDir, name) ?? [])
}

/** The regions as they were within the last seconds. */
export function watchRegions(dataDir: string): () => readonly Region[] {
  let looked = { at: -Infinity, regions: [] as readonly Region[] }
  return () => {
    if (performance.now() - looked.at >= LOOK_EVERY_MS)
      looked = { at: performance.now(), regions: readRegions(dataDir) }
    return looked.regions
  }
}

export function readRegion(dataDir: string, name: string): Region | null {
  try {
    return Region.parse(JSON.parse(readFileSync(path.join(regionsDir(dataDir), name, REGION_FILE), 'utf8')))
  } catch {
    return null
  }
}

/** The files of a region, which are in its folder. */
export const filesOf = ({ roads, map }: Region): string[] => [...Object.values(roads), ...(map === null ? [] : [map])]

/** Where a file of the region is. */
export const pathOf = (dataDir: string, { name }: Region, file: string): string =>
  path.join(regionsDir(dataDir), name, file)

/**
 * Writes the files, moves those there that are written already, puts the region in place of the one before, and removes
 * what that one had.
 */
export async function putRegion(
  dataDir: string,
  region: Region,
  files: Readonly<Record<string, readonly Uint8Array[]>>,
  written: Readonly<Record<string, string>> = {},
): Promise<void> {
  const dir = path.join(regionsDir(dataDir), region.name)
  const before = readRegion(dataDir, region.name)
  await mkdir(dir, { recursive: true })
  for (const [name, parts] of Object.entries(files)) await writeWhole(path.join(dir, name), parts)
  for (const [name, from] of Object.entries(written)) await rename(from, path.join(dir, name))
  await writeWhole(path.join(dir, REGION_FILE), [new TextEncoder().encode(`${JSON.stringify(region, null, 2)}\n`)])
  const used = filesOf(region)
  for (const name of before ? filesOf(before) : [])
    if (!used.includes(name)) await rm(path.join(dir, name), { force: true })
}

/** False where there is no such region. */
export async function removeRegion(dataDir: string, name: string): Promise<boolean> {
  if (!REGION_NAME.test(name) || !existsSync(path.join(regionsDir(dataDir), name))) return false
  const dir = path.join(regionsDir(dataDir), name)
  // First it is no region any more, then its files go.
  await rm(path.join(dir, REGION_FILE), { force: true })
  await rm(dir, { recursive: true, force: true })
  return true
}

async function writeWhole(file: string, parts: readonly Uint8Array[]): Promise<void> {
  const making = `${file}.making-${process.pid}`
  try {
    await writeFile(making, parts, { flush: true })
    await rename(making, file)
  } finally {
    await rm(making, { force: true })
  }
}
