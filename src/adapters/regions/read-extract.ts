// The roads of an OpenStreetMap extract (.osm.pbf), read in two passes over the file.
import { createReadStream } from 'node:fs'
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
}

export async function readExtract(file: string): Promise<{ roads: Roads; segments: Segments }> {
  const wayPass = readRoads()
  for await (const { type, id = 0, refs = [], members = [], tags } of entriesOf(file)) {
    if (type === 'way' && tags) wayPass.way(id, refs, tags)
    else if (type === 'relation' && tags) wayPass.relation({ members, tags })
  }
  const nodePass = wayPass.done()
  for await (const { type, id = 0, lat, lon, tags } of entriesOf(file))
    if (type === 'node' && lat !== undefined && lon !== undefined) nodePass.node(id, lat, lon, tags)
  const roads = nodePass.done()
  return { roads, segments: cutIntoSegments(roads) }
}

export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const blocks = pipeline(createReadStream(file), new OSMTransform({ withTags: true }), () => {})
  for await (const block of blocks) yield* block as Entry[]
}
