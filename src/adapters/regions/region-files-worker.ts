// The code of the threads of region-files-thread.ts.
import { parentPort, workerData } from 'node:worker_threads'
import type { RegionStage } from '../../domain/regions/stage.ts'
import { buildMap } from './map/build-map.ts'
import { makeRoads, type RoadsMade } from './make-roads.ts'
import type { FilesMessage, FilesToMake } from './region-files-thread.ts'

const port = parentPort!
const say = (said: FilesMessage): void => port.postMessage(said)
const progress = (stage: RegionStage, part: number): void => say({ stage, part })

try {
  say({ made: await make(workerData as FilesToMake) })
} catch (error) {
  const code = (error as NodeJS.ErrnoException | null)?.code
  say({ fault: error instanceof Error ? error.message : String(error), code })
}

async function make(toMake: FilesToMake): Promise<RoadsMade | null> {
  if ('roads' in toMake) return makeRoads(toMake.roads, progress)
  await buildMap(toMake.map.extract, toMake.map.file, (part) => progress('MAP', part))
  progress('MAP', 1)
  return null
}
