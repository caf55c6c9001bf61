// The roads of an OpenStreetMap extract (.osm.pbf), read in two passes over the file.
import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { OSMTransform } from 'osm-pbf-parser-node'
import { readRoads, type Roads } from '../../roads/read/read-roads.ts'
import type { Relation } from '../../roads/read/restriction.ts'
import { cutIntoSegments, type Segments } from '../../roads/read/segments.ts'

export interface Entry {
  type?: string
  id?: number
  lat?: number
  lon?: number
  refs?: number[]
  members?: Relation['members']
  tags?: Record<string, string>
  /** Of the head of the file. */
  osmosis_replication_timestamp?: number
  /** Of the head too, in billionths of a degree. */
  bbox?: { left: number; right: number; top: number; bottom: number } | null
}

/** `progress` hears which part is done. */
export async function readExtract(
  file: string,
  progress: (part: number) => void = () => {},
): Promise<{ roads: Roads; segments: Segments }> {
  const wayPass = readRoads()
  for await (const { type, id = 0, refs = [], members = [], tags } of entriesOf(file, (part) => progress(part / 2))) {
    if (type === 'way' && tags) wayPass.way(id, refs, tags)
    else if (type === 'relation' && tags) wayPass.relation({ members, tags })
  }
  const nodePass = wayPass.done()
  for await (const { type, id = 0, lat, lon, tags } of entriesOf(file, (part) => progress((1 + part) / 2)))
    if (type === 'node' && lat !== undefined && lon !== undefined) nodePass.node(id, lat, lon, tags)
  const roads = nodePass.done()
  return { roads, segments: cutIntoSegments(roads) }
}

/** When its data was taken, where the extract says so. */
export async function dateOf(file: string): Promise<Date | null> {
  for await (const { osmosis_replication_timestamp: seconds } of entriesOf(file))
    return seconds ? new Date(seconds * 1000) : null
  return null
}

/** `progress` hears which part of the file is read. */
export async function* entriesOf(file: string, progress?: (part: number) => void): AsyncGenerator<Entry> {
  const bytes = createReadStream(file)
  const blocks = pipeline(bytes, new OSMTransform({ withTags: true }), () => {})
  const size = statSync(file).size
  for await (const block of blocks) {
    yield* block as Entry[]
    progress?.(bytes.bytesRead / size)
  }
}
