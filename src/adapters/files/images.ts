// Sanitizes pictures in separate processes. A hostile picture can end only such a process, and the memory for decoding
// is freed with it.
import { type ChildProcess, fork } from 'node:child_process'
import { type CleanImage, type ImageFault, type Images, ImagesBusy } from '../../app/ports/images.ts'
import type { PictureJob, PictureResult } from './images-process.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'

const MAX_SIDE = 2_048
/** Maximum number of concurrent processes. Decoding takes up to 350 MB each. */
const MAX_CONCURRENT = 2
const MAX_MS = 30_000
const IDLE_MS = 30_000
const PROGRAM = new URL('./images-process.ts', import.meta.url)

/** Opens the port. `program` is the script of the separate process. */
export function openImages(program = PROGRAM): Images {
  // The number of waiting pictures isn't limited here, because the receiver of the uploads limits it.
  const turn = createConcurrencyLimit(MAX_CONCURRENT)
  const idle = new Set<ChildProcess>()
  const take = (): ChildProcess => {
    const [kept] = idle
    if (!kept) return start(program, (child) => idle.delete(child))
    idle.delete(kept)
    kept.ref()
    kept.channel?.ref()
    return kept
  }
  /**
   * Keeps an idle process for some time, for the next picture. The idle process doesn't prevent this process from
   * ending.
   */
  const give = (child: ChildProcess): void => {
    if (!child.connected || child.killed) return
    child.unref()
    child.channel?.unref()
    idle.add(child)
    setTimeout(() => {
      if (idle.delete(child)) child.kill()
    }, IDLE_MS).unref()
  }
  return {
    clean: async (from, to, longestSide = MAX_SIDE) => {
      const end = await turn()
      try {
        const child = take()
        const result = await ask(child, { from, to, longestSide })
        give(child)
        return resultOf(result, to)
      } finally {
        end()
      }
    },
  }
}

/** Starts a process without environment variables, so that a compromised decoder can't see secrets in them. */
function start(program: URL, onEnd: (child: ChildProcess) => void): ChildProcess {
  const child = fork(program, {
    execArgv: [],
    // One memory arena, because an arena per thread would keep the memory of the largest picture.
    env: { MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.once('exit', () => onEnd(child))
  return child
}

function ask(child: ChildProcess, job: PictureJob): Promise<PictureResult> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer)
      child.off('message', answered).off('exit', ended).off('error', failed)
    }
    const answered = (result: PictureResult): void => {
      settle()
      resolve(result)
    }
    const failed = (): void => {
      settle()
      child.kill('SIGKILL')
      reject(new ImagesBusy())
    }
    // If memory is short, the system kills the process with SIGKILL. Any other end is caused by a damaged picture.
    const ended = (_code: number | null, signal: NodeJS.Signals | null): void =>
      signal === 'SIGKILL' ? failed() : answered({ fault: 'is damaged' })
    const timer = setTimeout(failed, MAX_MS)
    child.on('message', answered).on('exit', ended).on('error', failed)
    child.send(job, (error) => error && failed())
  })
}

function resultOf(result: PictureResult, path: string): CleanImage | ImageFault {
  if ('fault' in result) return result
  if ('code' in result) throw Object.assign(new Error(`a picture could not be written: ${result.code}`), result)
  return { path, contentType: result.contentType, sha256: Buffer.from(result.sha256, 'hex') }
}
