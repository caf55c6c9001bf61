// Creates a region's road files and map from an extract, and installs the region.
import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { RegionAddresses } from '../../app/ports/region-addresses.ts'
import type { Costing } from '../../domain/planning/costing.ts'
import { REGION_STAGES, type RegionStage } from '../../domain/regions/stage.ts'
import { ROAD_FILE_VERSION } from '../../roads/file/road-file.ts'
import { MOTOR_VEHICLES, readTogetherWith } from '../../roads/profile.ts'
import { MAP_VERSION } from './map/build-map.ts'
import { refuseOtherFile } from './extract-file.ts'
import { type Preparing, type ProgressReporter, reportProgress } from './preparing.ts'
import { dateOf } from './read-extract.ts'
import { makeMapOnThread, makeRoadsOnThread } from './region-files-thread.ts'
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
  addresses: Pick<RegionAddresses, 'importedCount' | 'replace'>
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
  const hasFiles = there?.map === map && there.roads.BICYCLE !== undefined
  const isMade = there?.sha256 === sha256 && there.version === ROAD_FILE_VERSION && hasFiles
  if (isMade && (await toAdd.addresses.importedCount(name, sha256)) !== null) return { region: there, changed: false }

  const tell = reportProgress(dataDir, { name, source: path.basename(file) }, clock, progress)
  const making = path.join(regionsDir(dataDir), `.making-${name}-${process.pid}`)
  try {
    await mkdir(regionsDir(dataDir), { recursive: true })
    await removeLeftovers(dataDir, name)
    await mkdir(making)
    const region = await prepare(toAdd, { name, sha256, mark, map }, isMade ? there : null, making, tell)
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

/**
 * Creates the region's road files for motor vehicles on one thread, and its map and the roads for cargo bikes on another.
 * Imports its addresses meanwhile. `there` is the region if its files exist. If a part fails, ends the others and throws the first error.
 */
async function prepare(
  { file, clock, addresses }: RegionToAdd,
  { name, sha256, mark, map }: PreparedRegion,
  there: Region | null,
  making: string,
  tell: ProgressReporter,
): Promise<Region> {
  const imported = await addresses.importedCount(name, sha256)
  const stages = REGION_STAGES.filter((stage) => (stage === 'ADDRESSES' ? imported === null : there === null))
  for (const stage of stages) tell.at(stage, 0)
  const together = failTogether()
  const { signal } = together
  const fileOf = (costing: Costing): string => `${costing.toLowerCase()}-${mark}-v${ROAD_FILE_VERSION}.roads`
  const roads = { CAR: fileOf('CAR'), TRUCK: fileOf('TRUCK'), BICYCLE: fileOf('BICYCLE') }
  const inFolder = (name: string): string => path.join(making, name)
  const files = { CAR: inFolder(roads.CAR), TRUCK: inFolder(roads.TRUCK), BICYCLE: inFolder(roads.BICYCLE) }
  const at = (stage: RegionStage, done: number): void => tell.at(stage, done)
  const now = clock()
  const roadsFor = (costings: readonly Costing[]) =>
    makeRoadsOnThread({ extract: file, costings, files, now }, at, signal)
  const network = there ?? together.part(roadsFor(MOTOR_VEHICLES))
  // The roads of bicycles begin when the memory of the map is free.
  const others =
    there ??
    together.part(
      makeMapOnThread({ extract: file, file: path.join(making, map) }, at, signal).then(() =>
        roadsFor(readTogetherWith('BICYCLE')),
      ),
    )
  const filesMade = together.part(Promise.all([network, others]))
  const progress = (done: number): void => {
    signal.throwIfAborted()
    tell.at('ADDRESSES', done)
  }
  const houses = imported ?? together.part(addresses.replace(name, sha256, file, progress, filesMade))
  await together.end()
  const made = there ?? {
    name,
    source: path.basename(file),
    sha256,
    version: ROAD_FILE_VERSION,
    ...(await network),
    roads,
    map,
    file_date: ((await dateOf(file)) ?? statSync(file).mtime).toISOString(),
  }
  return { ...made, added_at: clock().toISOString(), addresses: await houses }
}

/**
 * Returns functions for work whose parts run at the same time. When the first part fails, the signal is aborted. `end`
 * waits for all parts, including those that the signal ends, and then throws the first error.
 */
function failTogether() {
  const failing = new AbortController()
  const parts: Promise<unknown>[] = []
  return {
    signal: failing.signal,
    part<T>(work: Promise<T>): Promise<T> {
      parts.push(work.catch((error: unknown) => failing.abort(error)))
      return work
    },
    async end(): Promise<void> {
      await Promise.all(parts)
      failing.signal.throwIfAborted()
    },
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
