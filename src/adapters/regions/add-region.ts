// Creates a region's road files and map from an extract, and installs the region.
import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { COSTINGS, type Costing } from '../../domain/planning/costing.ts'
import { buildRoadFile } from '../../roads/build.ts'
import { ROAD_FILE_VERSION } from '../../roads/file/road-file.ts'
import type { Roads } from '../../roads/read/read-roads.ts'
import { buildMap, MAP_VERSION } from './map/build-map.ts'
import { refuseOtherFile } from './extract-file.ts'
import { type Preparing, type ProgressReporter, reportProgress } from './preparing.ts'
import { dateOf, readExtract } from './read-extract.ts'
import { putRegion, readRegion, REGION_NAME, type Region, regionsDir } from './region-folder.ts'

export interface RegionToAdd {
  dataDir: string
  /** The .osm.pbf file. */
  file: string
  /** Default: derived from the name of the file. */
  name?: string | undefined
  clock: () => Date
  /** Called repeatedly with the progress. */
  progress: (preparing: Preparing) => void
  addresses: Addresses
}

/** Addresses of regions in the database, which several machines may share. */
interface Addresses {
  /** Returns how many addresses this exact file added to the region. Null if it was not imported. */
  importedCount(name: string, sha256: string): Promise<number | null>
  /** Replaces the region's addresses with those in the file, in one transaction. Returns their number. */
  replace(name: string, sha256: string, file: string, progress: (part: number) => void): Promise<number>
}

/** Adds a region. Changes nothing if the same file was already added. Throws errors with messages for the operator. */
export async function addRegion(toAdd: RegionToAdd): Promise<{ region: Region; changed: boolean }> {
  const { dataDir, file, clock, progress } = toAdd
  const name = toAdd.name ?? nameOf(file)
  if (!REGION_NAME.test(name)) throw new Error(`--name must be lower-case letters, digits and hyphens, not "${name}".`)
  await refuseOtherFile(file)
  const sha256 = await sha256Of(file)
  const mark = sha256.slice(0, 12)
  const map = `map-${mark}-v${MAP_VERSION}.pmtiles`
  const there = readRegion(dataDir, name)
  const isMade = there?.sha256 === sha256 && there.version === ROAD_FILE_VERSION && there.map === map
  if (isMade && (await toAdd.addresses.importedCount(name, sha256)) !== null) return { region: there, changed: false }

  const tell = reportProgress(dataDir, { name, source: path.basename(file) }, clock, progress)
  const making = path.join(regionsDir(dataDir), `.making-${name}-${process.pid}`)
  try {
    await mkdir(regionsDir(dataDir), { recursive: true })
    await removeLeftovers(dataDir, name)
    await mkdir(making)
    const made = isMade ? there : await makeRegionFiles(toAdd, { name, sha256, mark, map }, making, tell)
    tell.at('ADDRESSES', 0)
    const known = await toAdd.addresses.importedCount(name, sha256)
    const addresses = known ?? (await toAdd.addresses.replace(name, sha256, file, (part) => tell.at('ADDRESSES', part)))
    const region = { ...made, added_at: clock().toISOString(), addresses }
    await putRegion(dataDir, region, making)
    await rm(making, { recursive: true, force: true })
    tell.ready()
    return { region, changed: true }
  } catch (error) {
    const fault = explainDiskError(error, dataDir)
    // On a full disk, this frees the space for the error report.
    await rm(making, { recursive: true, force: true })
    tell.failed(fault.message)
    throw fault
  }
}

interface PreparedRegion {
  name: string
  sha256: string
  mark: string
  map: string
}

/** Creates the region's road files and its map. */
async function makeRegionFiles(
  { file, clock }: RegionToAdd,
  { name, sha256, mark, map }: PreparedRegion,
  making: string,
  tell: ProgressReporter,
): Promise<Region> {
  const fileOf = (costing: Costing): string => `${costing.toLowerCase()}-${mark}-v${ROAD_FILE_VERSION}.roads`
  const { junctions, conditions } = await makeRoads(
    file,
    clock(),
    (costing) => path.join(making, fileOf(costing)),
    tell,
  )
  tell.at('MAP', 0)
  await buildMap(file, path.join(making, map), (part) => tell.at('MAP', part))
  return {
    name,
    source: path.basename(file),
    sha256,
    added_at: clock().toISOString(),
    version: ROAD_FILE_VERSION,
    junctions,
    conditions,
    roads: { CAR: fileOf('CAR'), TRUCK: fileOf('TRUCK') },
    map,
    addresses: 0,
    file_date: ((await dateOf(file)) ?? statSync(file).mtime).toISOString(),
  }
}

/**
 * Creates the road files. Returns the number of junctions in the larger network, and the report on conditions. The data that
 * was read is freed at the end, because the map needs the memory.
 */
async function makeRoads(
  file: string,
  now: Date,
  pathOf: (costing: Costing) => string,
  tell: ProgressReporter,
): Promise<{ junctions: number; conditions: Region['conditions'] }> {
  tell.at('READ', 0)
  const { roads, segments } = await readExtract(file, (part) => tell.at('READ', part), now)
  if (segments.count === 0)
    throw new Error(`${file} has no roads. It is incomplete, or an extract of other data. Download another extract.`)
  let junctions = 0
  for (const costing of COSTINGS) {
    tell.at(`ROADS_${costing}`, 0)
    const parts = buildRoadFile(roads, segments, costing, {}, ({ done, of }) => {
      junctions = Math.max(junctions, of)
      if (of > 0) tell.at(`ROADS_${costing}`, done / of)
    })
    await writeFile(pathOf(costing), parts, { flush: true })
  }
  return { junctions, conditions: conditionsOf(roads) }
}

/** Number of unread texts that are reported, the most frequent first. */
const MAX_UNREAD = 20

function conditionsOf({ conditions: { hours, seasonal, unread }, conditional }: Roads): Region['conditions'] {
  const counts = Object.values(unread)
  return {
    hours,
    seasonal,
    unread: counts.reduce((sum, count) => sum + count, 0) + conditional,
    unread_texts: Object.entries(unread)
      .map(([text, count]) => ({ text, count }))
      .sort((a, b) => b.count - a.count || a.text.localeCompare(b.text))
      .slice(0, MAX_UNREAD),
  }
}

/** Explains the error if the disk is full or not writable. */
function explainDiskError(error: unknown, dataDir: string): Error {
  const code = (error as NodeJS.ErrnoException | null)?.code
  const why =
    code === 'ENOSPC'
      ? `There is no room left on the disk of ${dataDir}. Free some, then add the region again.`
      : code === 'EACCES' || code === 'EROFS'
        ? `This user may not write to ${regionsDir(dataDir)}.`
        : null
  if (why !== null) return new Error(why, { cause: error })
  return error instanceof Error ? error : new Error(String(error))
}

/** Removes the folder of a process that was killed while it created the region. */
async function removeLeftovers(dataDir: string, name: string): Promise<void> {
  const start = `.making-${name}-`
  for (const entry of await readdir(regionsDir(dataDir)))
    if (entry.startsWith(start) && !isAlive(Number(entry.slice(start.length))))
      await rm(path.join(regionsDir(dataDir), entry), { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns `new-york-latest` for `new-york-latest.osm.pbf`. */
const nameOf = (file: string): string =>
  path
    .basename(file)
    .toLowerCase()
    .replace(/(\.osm)?\.pbf$/, '')
    .split(/[^a-z0-9]/)
    .filter((part) => part !== '')
    .join('-')
    .slice(0, 63)

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}
