// Creates the road files of an extract.
import { writeFile } from 'node:fs/promises'
import type { Costing } from '../../domain/planning/costing.ts'
import type { RegionStage } from '../../domain/regions/stage.ts'
import { buildRoadFile } from '../../roads/build.ts'
import type { Roads } from '../../roads/read/read-roads.ts'
import { readExtract } from './read-extract.ts'
import type { Region } from './region-folder.ts'

export interface RoadsToMake {
  extract: string
  /** Kinds of vehicles whose roads are read together. */
  costings: readonly Costing[]
  files: Readonly<Record<Costing, string>>
  now: Date
}

/** Number of junctions in the larger network, and the report on conditions. */
export type RoadsMade = Pick<Region, 'junctions' | 'conditions'>

/** Creates the road files. `progress` is called with the completed part of each stage, 1 at its end. */
export async function makeRoads(
  { extract, costings, files, now }: RoadsToMake,
  progress: (stage: RegionStage, part: number) => void,
): Promise<RoadsMade> {
  // The reading for bicycles is the first half of the stage of their roads.
  const isForBicycles = costings.includes('BICYCLE')
  const readingProgress = (part: number): void =>
    isForBicycles ? progress('ROADS_BICYCLE', part / 2) : progress('READ', part)
  const { roads, segments } = await readExtract(extract, readingProgress, now, costings)
  readingProgress(1)
  if (segments.count === 0)
    throw new Error(`${extract} has no roads. It is incomplete, or an extract of other data. Download another extract.`)
  let junctions = 0
  for (const costing of costings) {
    const parts = buildRoadFile(roads, segments, costing, {}, ({ done, of }) => {
      junctions = Math.max(junctions, of)
      if (of > 0) progress(`ROADS_${costing}`, isForBicycles ? (1 + done / of) / 2 : done / of)
    })
    await writeFile(files[costing], parts, { flush: true })
    progress(`ROADS_${costing}`, 1)
  }
  return { junctions, conditions: conditionsOf(roads) }
}

/** Number of unread texts that are reported, the most frequent first. */
const MAX_UNREAD = 20

function conditionsOf({ conditions: { hours, seasonal, unread }, conditional }: Roads): Region['conditions'] {
  const counts = [...unread.values()]
  return {
    hours,
    seasonal,
    unread: counts.reduce((sum, count) => sum + count, 0) + conditional,
    unread_texts: [...unread]
      .map(([text, count]) => ({ text, count }))
      .sort((a, b) => b.count - a.count || a.text.localeCompare(b.text))
      .slice(0, MAX_UNREAD),
  }
}
