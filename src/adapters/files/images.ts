// Pictures made safe in processes of their own: what is hostile can end such a process, and the memory that decoding
// takes goes back with it.
import { type ChildProcess, fork } from 'node:child_process'
import { type CleanImage, type ImageFault, type Images, ImagesBusy } from '../../app/ports/images.ts'
import type { PictureJob, PictureResult } from './images-process.ts'
import { openTurns } from '../turns.ts'

const LONGEST_SIDE = 2_048
/** Decoding takes up to 350 megabytes each. */
const AT_ONCE = 2
const MOST_MS = 30_000
const IDLE_MS = 30_000
const PROGRAM = new URL('./images-process.ts', import.meta.url)

/** `program` makes pictures safe, in a process of its own. */
export function openImages(program = PROGRAM): Images {
  // The receiver of the pictures bounds how many wait.
  const turn = openTurns(AT_ONCE)
  const idle = new Set<ChildProcess>()
  const take = (): ChildProcess => {
    const [kept] = idle
    if (!kept) return start(program, (child) => idle.delete(child))
    idle.delete(kept)
    kept.ref()
    kept.channel?.ref()
    return kept
  }
  /** Kept for the next for a while; nothing waits for it to end. */
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
    clean: async (from, to, longestSide = LONGEST_SIDE) => {
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

/** Without the environment: a compromised decoder must not see the secrets in it. */
function start(program: URL, onEnd: (child: ChildProcess) => void): ChildProcess {
  const child = fork(program, {
    execArgv: [],
    // One arena: each thread's own would keep what the largest picture took.
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
    // Only the system kills, for want of memory; anything else is the picture's doing.
    const ended = (_code: number | null, signal: NodeJS.Signals | null): void =>
      signal === 'SIGKILL' ? failed() : answered({ fault: 'is damaged' })
    const timer = setTimeout(failed, MOST_MS)
    child.on('message', answered).on('exit', ended).on('error', failed)
    child.send(job, (error) => error && failed())
  })
}

function resultOf(result: PictureResult, path: string): CleanImage | ImageFault {
  if ('fault' in result) return result
  if ('code' in result) throw Object.assign(new Error(`a picture could not be written: ${result.code}`), result)
  return { path, contentType: result.contentType, sha256: Buffer.from(result.sha256, 'hex') }
}
