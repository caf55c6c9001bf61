// Reads and writes files off the event loop: a thread a file, with bounds on what a hostile one can take.
import { Worker } from 'node:worker_threads'
import {
  type SheetFault,
  type SheetReading,
  type Sheets,
  SheetsBusy,
  type WrittenSheet,
} from '../../app/ports/sheets.ts'
import { openTurns } from '../turns.ts'

const AT_ONCE = 1
const MOST_WAITING = 20
const MOST_MEGABYTES = 512
const MOST_MS = 60_000

/** What the thread is asked. */
export type SheetTask =
  | ({ content: Uint8Array } & ({ work: 'open' } | { work: 'preview' | 'orders'; reading: SheetReading }))
  | { work: 'write'; sheet: WrittenSheet }

export function openSheets(): Sheets {
  const turn = openTurns(AT_ONCE, MOST_WAITING, () => new SheetsBusy())
  const run = async <T>(task: SheetTask): Promise<T | SheetFault> => {
    const end = await turn()
    try {
      return await inThread(task)
    } finally {
      end()
    }
  }
  return {
    open: (content) => run({ work: 'open', content }),
    preview: (content, reading) => run({ work: 'preview', content, reading }),
    orders: (content, reading) => run({ work: 'orders', content, reading }),
    write: (sheet) => run({ work: 'write', sheet }),
  }
}

/** A file that takes too much is at fault itself; any other error of the thread is one of ours. */
const inThread = <T>(task: SheetTask): Promise<T | SheetFault> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    })
    const end = (answer: T | SheetFault): void => {
      clearTimeout(timer)
      void worker.terminate().then(() => resolve(answer))
    }
    const tooMuch = (): void => end({ fault: 'The file is too large to be read. Split it, or remove columns.' })
    const timer = setTimeout(tooMuch, MOST_MS)
    worker.once('message', end)
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuch()
      clearTimeout(timer)
      reject(error)
    })
  })
