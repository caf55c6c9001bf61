// Makes a region's road files and its map of an extract, and puts the region in place.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { COSTINGS, type Costing } from '../../domain/planning/costing.ts'
import { buildRoadFile } from '../../roads/build.ts'
import { ROAD_FILE_VERSION } from '../../roads/file/road-file.ts'
import { buildMap, MAP_VERSION } from './map/build-map.ts'
import { type Preparing, type Teller, tellProgress } from './preparing.ts'
import { dateOf, readExtract } from './read-extract.ts'
import { putRegion, readRegion, REGION_NAME, type Region, regionsDir } from './region-folder.ts'

export interface ToAdd {
  dataDir: string
  /** The .osm.pbf file. */
  file: string
  /** The file's own name where it is absent. */
  name?: string | undefined
  clock: () => Date
  /** Hears how far it is, now and then. */
  progress: (preparing: Preparing) => void
  /** Imports the addresses, and tells how many there are. */
  importAddresses?: () => Promise<number>
}

/** Changes nothing where the same file is there already. Throws in words for the operator. */
export async function addRegion(toAdd: ToAdd): Promise<{ region: Region; changed: boolean }> {
  const { dataDir, file, clock, progress } = toAdd
  const name = toAdd.name ?? nameOf(file)
  if (!REGION_NAME.test(name)) throw new Error(`--name must be lower-case letters, digits and hyphens, not "${name}".`)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const sha256 = await sha256Of(file)
  const mark = sha256.slice(0, 12)
  const map = `map-${mark}-v${MAP_VERSION}.pmtiles`
  const there = readRegion(dataDir, name)
  if (there?.sha256 === sha256 && there.version === ROAD_FILE_VERSION && there.map === map)
    return { region: there, changed: false }

  const tell = tellProgress(dataDir, { name, source: path.basename(file) }, clock, progress)
  await mkdir(regionsDir(dataDir), { recursive: true })
  const making = await mkdtemp(path.join(regionsDir(dataDir), '.making-'))
  try {
    const region = await make(toAdd, { name, sha256, mark, map }, making, tell)
    tell.ready()
    return { region, changed: true }
  } catch (error) {
    tell.failed(error instanceof Error ? error.message : String(error))
    throw error
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}

interface Made {
  name: string
  sha256: string
  mark: string
  map: string
}

async function make(toAdd: ToAdd, { name, sha256, mark, map }: Made, making: string, tell: Teller): Promise<Region> {
  const { dataDir, file, clock } = toAdd
  tell.at('READ', null)
  const { roads, segments } = await readExtract(file).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${file} is not a whole OpenStreetMap extract (.osm.pbf): ${why}.`, { cause: error })
  })
  if (segments.count === 0) throw new Error(`${file} has no roads.`)
  const fileOf = (costing: Costing): string => `${costing.toLowerCase()}-${mark}-v${ROAD_FILE_VERSION}.roads`
  let junctions = 0
  const files: Record<string, Uint8Array[]> = {}
  for (const costing of COSTINGS)
    files[fileOf(costing)] = buildRoadFile(roads, segments, costing, {}, ({ done, of }) => {
      junctions = Math.max(junctions, of)
      tell.at(`ROADS_${costing}`, of === 0 ? null : done / of)
    })
  tell.at('MAP', null)
  const made = path.join(making, map)
  await buildMap(file, made, (part) => tell.at('MAP', part))
  tell.at('ADDRESSES', null)
  const region: Region = {
    name,
    source: path.basename(file),
    sha256,
    added_at: clock().toISOString(),
    version: ROAD_FILE_VERSION,
    junctions,
    roads: { CAR: fileOf('CAR'), TRUCK: fileOf('TRUCK') },
    map,
    addresses: (await toAdd.importAddresses?.()) ?? 0,
    file_date: ((await dateOf(file)) ?? statSync(file).mtime).toISOString(),
  }
  await putRegion(dataDir, region, files, { [map]: made })
  return region
}

/** `new-york-latest.osm.pbf` is `new-york-latest`. */
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
