// Reads and writes files off the event loop. Each file has its own thread with limits, in case the file is hostile.
import { text } from '../../texts/text.ts'
import { Worker } from 'node:worker_threads'
import {
  MAX_SHEET_CPU_SECONDS,
  MAX_SHEET_SECONDS,
  type SheetFault,
  type SheetReading,
  type Sheets,
  SheetsBusy,
  type WrittenSheet,
} from '../../app/ports/sheets.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'

const MAX_CONCURRENT = 1
const MAX_WAITING = 20
/** Heap limits in MB for long-lived and new values. The largest files fit, and the server stays below 600 MiB. */
const HEAP = { maxOldGenerationSizeMb: 200, maxYoungGenerationSizeMb: 32 }
const LOOK_MS = 250

/** Task for the thread. */
export type SheetTask =
  | ({ content: Uint8Array } & (
      | { work: 'open'; sheet: number | null }
      | { work: 'preview' | 'orders'; reading: SheetReading }
    ))
  | { work: 'write'; sheet: WrittenSheet }

export function openSheets(): Sheets {
  const turn = createConcurrencyLimit(MAX_CONCURRENT, MAX_WAITING, () => new SheetsBusy())
  const run = async <T>(task: SheetTask): Promise<T | SheetFault> => {
    const end = await turn()
    try {
      return await runInThread(task)
    } finally {
      end()
    }
  }
  return {
    open: (content, sheet) => run({ work: 'open', content, sheet }),
    preview: (content, reading) => run({ work: 'preview', content, reading }),
    orders: (content, reading) => run({ work: 'orders', content, reading }),
    write: (sheet) => run({ work: 'write', sheet }),
  }
}

/**
 * Passes one copy of the file to the thread. If it were cloned with the task, a second copy would exist while the
 * thread starts.
 */
function taskTransferOptions(task: SheetTask): { workerData: SheetTask; transferList: ArrayBuffer[] } {
  if (task.work === 'write') return { workerData: task, transferList: [] }
  const content = new Uint8Array(task.content)
  return { workerData: { ...task, content }, transferList: [content.buffer] }
}

/**
 * Runs a task in a thread. If the file needs too much memory or time, the result is a fault of the file. Any other
 * error of the thread is ours.
 */
const runInThread = <T>(task: SheetTask): Promise<T | SheetFault> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
      ...taskTransferOptions(task),
      resourceLimits: HEAP,
    })
    const began = performance.now()
    const end = (answer: T | SheetFault): void => {
      clearInterval(look)
      void worker.terminate().then(() => resolve(answer))
    }
    const tooMuch = (): void => end({ fault: text('The file is too large to be read. Split it, or remove columns.') })
    const tooLong = async (): Promise<void> => {
      // Checks the clock first, because a thread that is too busy to report its processor time must also end.
      if (performance.now() - began > MAX_SHEET_SECONDS * 1000) return tooMuch()
      const { user, system } = await worker.cpuUsage()
      if (user + system > MAX_SHEET_CPU_SECONDS * 1e6) tooMuch()
    }
    // Ignores errors, because the usage of a thread that has just ended can't be read.
    const look = setInterval(() => void tooLong().catch(() => {}), LOOK_MS)
    worker.once('message', end)
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuch()
      clearInterval(look)
      reject(error)
    })
  })
