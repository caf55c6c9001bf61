// Progress of regions that are being prepared, one file per region under DATA_DIR/regions. Running servers read the
// files. A file is removed when its region is ready. After a failure, it stays until the region is added or removed.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { REGION_STAGES, type RegionStage } from '../../domain/regions/stage.ts'
import { REGION_NAME, regionsDir } from './region-folder.ts'

const Preparing = z.object({
  name: z.string(),
  source: z.string(),
  started_at: z.string(),
  updated_at: z.string(),
  stage: z.enum(REGION_STAGES),
  /** Fraction of this stage, between 0 and 1. Null if unknown. */
  part: z.number().nullable(),
  /** Seconds until the end of this stage. Null if unknown. */
  seconds_left: z.number().nullable(),
  /** Reason of the failure for the operator. Null if it has not failed. */
  fault: z.string().nullable(),
})
export type Preparing = z.output<typeof Preparing>

const WRITE_EVERY_MS = 500
/** Each stage reports more often. A stage without a report for this time has ended unexpectedly. */
const SILENT_MS = 10 * 60_000
const STOPPED = 'It was stopped before it was ready. Add the region again.'

const folder = (dataDir: string): string => path.join(regionsDir(dataDir), '.preparing')
const fileOf = (dataDir: string, name: string): string => path.join(folder(dataDir), `${name}.json`)

export interface ProgressReporter {
  /**
   * Records the completed part of a stage, between 0 and 1. Several stages may run at the same time. The file
   * shows the first stage that is not complete.
   */
  at(stage: RegionStage, part: number): void
  ready(): void
  failed(fault: string): void
}

/** Records progress. Calls `say` with each change that is worth a line of output. */
export function reportProgress(
  dataDir: string,
  region: { name: string; source: string },
  clock: () => Date,
  say: (preparing: Preparing) => void,
): ProgressReporter {
  const started_at = clock().toISOString()
  let state: Preparing = { ...region, started_at, updated_at: started_at, ...noProgress('READ'), fault: null }
  const parts = new Map<RegionStage, number>()
  let stageBegan = performance.now()
  let partAtBegin = 0
  let written = -Infinity
  let said = -1
  /** Progress that can't be written, for example on a full disk, stops nothing. */
  const write = (): void => {
    written = performance.now()
    const file = fileOf(dataDir, region.name)
    const making = `${file}.making-${process.pid}`
    try {
      mkdirSync(folder(dataDir), { recursive: true })
      writeFileSync(making, JSON.stringify(state))
      renameSync(making, file)
    } catch {
      rmSync(making, { force: true })
    }
  }
  const end = (): void => void process.off('exit', onExit)
  const onExit = (): void => {
    state = { ...state, fault: STOPPED }
    write()
  }
  process.once('exit', onExit)
  return {
    at(reported, completed) {
      parts.set(reported, completed)
      const stage = REGION_STAGES.find((one) => (parts.get(one) ?? 1) < 1) ?? reported
      const part = parts.get(stage)!
      const begins = stage !== state.stage || said < 0
      if (begins) {
        stageBegan = performance.now()
        partAtBegin = said = part
      }
      const seconds = (performance.now() - stageBegan) / 1000
      const seconds_left = part > partAtBegin ? Math.round((seconds * (1 - part)) / (part - partAtBegin)) : null
      state = { ...state, stage, part, seconds_left, updated_at: clock().toISOString() }
      if (begins || performance.now() - written >= WRITE_EVERY_MS) write()
      if (!begins && part < said + 0.1) return
      said = part
      say(state)
    },
    ready() {
      end()
      deleteProgress(dataDir, region.name)
    },
    failed(fault) {
      end()
      state = { ...state, fault }
      write()
    },
  }
}

const noProgress = (stage: RegionStage) => ({ stage, part: null, seconds_left: null })

/** Returns the progress of all regions, sorted by name. */
export function readPreparing(dataDir: string, now: Date): Preparing[] {
  if (!existsSync(folder(dataDir))) return []
  return readdirSync(folder(dataDir))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      try {
        const state = Preparing.parse(JSON.parse(readFileSync(path.join(folder(dataDir), name), 'utf8')))
        const silent = now.getTime() - Date.parse(state.updated_at) > SILENT_MS
        return [silent && state.fault === null ? { ...state, fault: STOPPED } : state]
      } catch {
        return []
      }
    })
}

/** Deletes the progress of a region. Returns false if there is none. */
export function deleteProgress(dataDir: string, name: string): boolean {
  const file = fileOf(dataDir, name)
  if (!REGION_NAME.test(name) || !existsSync(file)) return false
  rmSync(file, { force: true })
  return true
}
