// Threads that create the road files of a region, and its map.
import { Worker } from 'node:worker_threads'
import type { RegionStage } from '../../domain/regions/stage.ts'
import { orAborted } from '../or-aborted.ts'
import type { RoadsMade, RoadsToMake } from './make-roads.ts'

export interface MapToMake {
  extract: string
  file: string
}

export type FilesToMake = { roads: RoadsToMake } | { map: MapToMake }

/** The result for a map is null. `code` is that of an error of the file system. */
export type FilesMessage =
  | { stage: RegionStage; part: number }
  | { made: RoadsMade | null }
  | { fault: string; code: string | undefined }

type Progress = (stage: RegionStage, part: number) => void

/** Creates the road files on a thread of their own. Rejects when the signal is aborted; the thread has then ended. */
export const makeRoadsOnThread = (roads: RoadsToMake, progress: Progress, signal: AbortSignal): Promise<RoadsMade> =>
  runThread({ roads }, progress, signal) as Promise<RoadsMade>

/** Creates the map on a thread of its own. Rejects when the signal is aborted; the thread has then ended. */
export async function makeMapOnThread(map: MapToMake, progress: Progress, signal: AbortSignal): Promise<void> {
  await runThread({ map }, progress, signal)
}

/**
 * Memory of a thread for new objects. Without this limit, it grows with the objects of the extract, and the thread needs 70 MB more in
 * a city of half a million crossings.
 */
const YOUNG_MB = 72

async function runThread(toMake: FilesToMake, progress: Progress, signal: AbortSignal): Promise<RoadsMade | null> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./region-files-worker.ts', import.meta.url), {
    workerData: toMake,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<RoadsMade | null>()
  worker.on('message', (said: FilesMessage) => {
    if ('stage' in said) progress(said.stage, said.part)
    else if ('made' in said) resolve(said.made)
    else reject(Object.assign(new Error(said.fault), { code: said.code }))
  })
  worker.once('error', (error) => reject(error instanceof Error ? error : new Error(String(error))))
  worker.once('exit', () => reject(new Error('the thread that prepares the region ended')))
  try {
    return await orAborted(promise, signal)
  } finally {
    await worker.terminate()
  }
}
