// npm run bench distances -- --seen FILE --asked FILE [--extract FILE.osm.pbf] [--vehicles 4] [--seeds 3]
// Learns a calibration from one reference table and estimates another table, without the points of the first if the
// second is larger. Reports the error of the estimates, and the extra cost of routes planned with them on the reference
// roads. With an extract, does the same for the roads of a region created from it.
import { readExtract } from '../../src/adapters/regions/read-extract.ts'
import { bandsOf, calibrationOf } from '../../src/domain/planning/calibration.ts'
import { buildRoadFile } from '../../src/roads/build.ts'
import { openDrives } from '../../src/roads/drives.ts'
import { requirePathOption } from '../path-given.ts'
import { estimatedTable, legErrors, planAndDrive } from './measure.ts'
import { readRoadTable, tableAmong } from './road-table.ts'
import { parseOptions } from '../given-options.ts'

const options = parseOptions({ seen: '', asked: '', extract: '', vehicles: 4, seeds: 3 })
const asked = readRoadTable(requirePathOption('asked', options.asked, 'a JSON file with a road table'))
const own = new Set(asked.points.map(({ lat, lng }) => `${lat},${lng}`))
const all = readRoadTable(requirePathOption('seen', options.seen, 'a JSON file with a road table'))
const others = tableAmong(all, ({ lat, lng }) => !own.has(`${lat},${lng}`))
const seen = others.points.length > 0 ? others : all
const calibration = calibrationOf(bandsOf(seen.points, seen))
console.log(`learned from ${seen.points.length} points, estimated ${asked.points.length}\n`)

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
console.log('| table | time: median error | 90 % within | distance: median error | 90 % within |')
console.log('|---|---|---|---|---|')
const kinds = {
  ...(options.extract && { 'own roads': await ownTable(options.extract) }),
  calibrated: estimatedTable(asked.points, calibration),
  default: estimatedTable(asked.points, null),
}
for (const [name, table] of Object.entries(kinds)) {
  const time = legErrors(table.durations, asked.durations)
  const way = legErrors(table.distances, asked.distances)
  const cells = [time.median, time.ninetieth, way.median, way.ninetieth].map(percent)
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}

console.log(
  '\n| planned on | minutes as planned | minutes on the roads | miles on the roads | more than planned on the reference |',
)
console.log('|---|---|---|---|---|')
let best = 0
for (const [name, table] of Object.entries({ 'the reference': asked, ...kinds })) {
  const seeds = Array.from({ length: options.seeds }, (_, i) => i + 1)
  const runs = seeds.map((seed) => planAndDrive(table, asked, options.vehicles, seed))
  const mean = (read: (run: (typeof runs)[number]) => number) =>
    runs.reduce((sum, run) => sum + read(run), 0) / runs.length
  const minutes = mean((run) => run.realMinutes)
  if (best === 0) best = minutes
  const cells = [mean((run) => run.plannedMinutes), minutes, mean((run) => run.realMiles)].map((value) =>
    value.toFixed(1),
  )
  console.log(`| ${[name, ...cells, percent(minutes / best - 1)].join(' | ')} |`)
}

/** Returns the table of a region created from the extract. */
async function ownTable(extract: string) {
  const { roads, segments } = await readExtract(extract)
  const file = Buffer.concat(buildRoadFile(roads, segments, 'CAR'))
  return { ...openDrives(new Uint8Array(file).buffer).table(asked.points), points: asked.points }
}
