// Reads the roads of an OpenStreetMap extract (.osm.pbf) in two passes over the file.
import type { ExtractEntry, ExtractReader } from '../../app/ports/extracts.ts'
import type { Costing } from '../../domain/planning/costing.ts'
import { MOTOR_VEHICLES } from '../../roads/profile.ts'
import { readRoads, type Roads } from '../../roads/read/read-roads.ts'
import { cutIntoSegments, type Segments } from '../../roads/read/segments.ts'
import { blobsOf } from './extract-blobs.ts'
import { entriesOf, headOf } from './extract-block.ts'
import { errorWithFileName } from './extract-file.ts'
import { openingHoursReader } from './opening-hours.ts'

/** Reads the roads of these kinds of vehicles. Calls `progress` with the completed fraction. Seasons are those of the year from `now` on. */
export async function readExtract(
  file: string,
  progress: (part: number) => void = () => {},
  now = new Date(),
  costings: readonly Costing[] = MOTOR_VEHICLES,
): Promise<{ roads: Roads; segments: Segments }> {
  const wayPass = readRoads(await openingHoursReader(now), costings)
  for await (const block of extractEntries(file, ['way', 'relation'], (part) => progress(part / 2)))
    for (const entry of block) {
      const { tags } = entry
      if (!tags) continue
      if (entry.type === 'way') wayPass.way(entry.id, entry.refs, tags)
      else wayPass.relation({ members: entry.members, tags })
    }
  const nodePass = wayPass.done()
  for await (const block of extractEntries(file, ['node'], (part) => progress((1 + part) / 2)))
    for (const { id, lat, lon, tags } of block) nodePass.node(id, lat, lon, tags)
  const roads = nodePass.done()
  return { roads, segments: cutIntoSegments(roads) }
}

/** Returns the date of the extract's data. Null if the extract has none. */
export async function dateOf(file: string): Promise<Date | null> {
  for await (const block of extractEntries(file, ['head']))
    for (const { timestamp } of block) return timestamp === null ? null : new Date(timestamp * 1000)
  return null
}

export const extractEntries: ExtractReader = async function* <K extends ExtractEntry['type']>(
  file: string,
  kinds: readonly K[],
  progress?: (part: number) => void,
) {
  const wanted = new Set<string>(kinds)
  try {
    for await (const { type, content, part } of blobsOf(file)) {
      let entries: Iterable<ExtractEntry> = []
      if (type === 'OSMData') entries = entriesOf(content, wanted)
      else {
        // The head is always decoded, because it can require a feature that this reader lacks.
        const head = headOf(content)
        if (wanted.has('head')) entries = [head]
      }
      yield namedEntries(file, entries) as Iterable<Extract<ExtractEntry, { type: K }>>
      progress?.(part)
    }
  } catch (error) {
    throw errorWithFileName(file, error)
  }
}

function* namedEntries(file: string, entries: Iterable<ExtractEntry>): Generator<ExtractEntry> {
  try {
    yield* entries
  } catch (error) {
    throw errorWithFileName(file, error)
  }
}
