// Makes a region's road files of an extract, and puts the region in place.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { COSTINGS, type Costing } from '../../domain/planning/costing.ts'
import { buildRoadFile } from '../../roads/build.ts'
import { ROAD_FILE_VERSION } from '../../roads/file/road-file.ts'
import { readExtract } from './read-extract.ts'
import { putRegion, readRegion, REGION_NAME, type Region } from './region-folder.ts'

export interface ToAdd {
  dataDir: string
  /** The .osm.pbf file. */
  file: string
  /** The file's own name where it is absent. */
  name?: string | undefined
  now: Date
  /** Hears a sentence now and then. */
  progress: (sentence: string) => void
  /** What else there is to do before the region is there. */
  before?: () => Promise<void>
}

const PROGRESS_STEP = 0.1

/** Changes nothing where the same file is there already. Throws in words for the operator. */
export async function addRegion({ dataDir, file, name, now, progress, before }: ToAdd) {
  const region = name ?? nameOf(file)
  if (!REGION_NAME.test(region))
    throw new Error(`--name must be lower-case letters, digits and hyphens, not "${region}".`)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const sha256 = await sha256Of(file)
  const there = readRegion(dataDir, region)
  if (there?.sha256 === sha256 && there.version === ROAD_FILE_VERSION) return { region: there, changed: false }

  progress('Reading the roads.')
  const { roads, segments } = await readExtract(file).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${file} is not a whole OpenStreetMap extract (.osm.pbf): ${why}.`, { cause: error })
  })
  if (segments.count === 0) throw new Error(`${file} has no roads.`)
  const mark = sha256.slice(0, 12)
  const fileOf = (costing: Costing): string => `${costing.toLowerCase()}-${mark}-v${ROAD_FILE_VERSION}.roads`
  let junctions = 0
  const files: Record<string, Uint8Array[]> = {}
  for (const costing of COSTINGS) {
    let said = 0
    files[fileOf(costing)] = buildRoadFile(roads, segments, costing, {}, ({ done, of }) => {
      junctions = Math.max(junctions, of)
      if (done / of < said) return
      progress(`Preparing the roads for ${costing === 'CAR' ? 'cars' : 'trucks'}: ${Math.floor((100 * done) / of)} %.`)
      said = done / of + PROGRESS_STEP
    })
  }
  await before?.()
  const added: Region = {
    name: region,
    source: path.basename(file),
    sha256,
    added_at: now.toISOString(),
    version: ROAD_FILE_VERSION,
    junctions,
    roads: { CAR: fileOf('CAR'), TRUCK: fileOf('TRUCK') },
  }
  await putRegion(dataDir, added, files)
  return { region: added, changed: true }
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
