// Pictures made safe in processes of their own: what is hostile can end such a process, and the memory that decoding
// takes goes back with it.
import { type ChildProcess, fork } from 'node:child_process'
import type { CleanImage, ImageFault, Images } from '../app/ports.ts'
import type { PictureJob, PictureResult } from './images-process.ts'

const LONGEST_SIDE = 2_048
/** Decoding takes up to some 150 megabytes each. */
const AT_ONCE = 2
const MOST_MS = 30_000
const IDLE_MS = 30_000
const PROCESS = new URL('./images-process.ts', import.meta.url)

export function openImages(): Images {
  const waiting: (() => void)[] = []
  const idle: ChildProcess[] = []
  let running = 0
  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
  const leave = (child: ChildProcess): void => {
    const at = idle.indexOf(child)
    if (at >= 0) idle.splice(at, 1)
  }
  const take = (): ChildProcess => {
    const child = idle.pop() ?? start()
    child.ref()
    child.channel?.ref()
    return child
  }
  /** Kept for the next for a while; nothing waits for it to end. */
  const give = (child: ChildProcess): void => {
    child.unref()
    child.channel?.unref()
    idle.push(child)
    setTimeout(() => {
      if (idle.includes(child)) child.kill()
    }, IDLE_MS).unref()
    child.once('exit', () => leave(child))
  }
  return {
    clean: (from, to, longestSide = LONGEST_SIDE) =>
      turn(async () => {
        const child = take()
        const result = await ask(child, { from, to, longestSide })
        if (child.connected && !child.killed) give(child)
        return resultOf(result, to)
      }),
  }
}

/** Without the environment: the secrets in it are not for whoever breaks a decoder. */
const start = (): ChildProcess =>
  fork(PROCESS, {
    execArgv: [],
    // One arena: each thread's own would keep what the largest picture took.
    env: { MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

function ask(child: ChildProcess, job: PictureJob): Promise<PictureResult> {
  return new Promise((resolve) => {
    const end = (result: PictureResult): void => {
      clearTimeout(timer)
      child.off('message', end)
      child.off('exit', ended)
      child.off('error', ended)
      resolve(result)
    }
    const ended = (): void => end({ fault: 'is damaged' })
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      end({ fault: 'takes too long to read' })
    }, MOST_MS)
    child.on('message', end)
    child.on('exit', ended)
    child.on('error', ended)
    child.send(job, (error) => error && ended())
  })
}

function resultOf(result: PictureResult, path: string): CleanImage | ImageFault {
  if ('fault' in result) return result
  if ('code' in result) throw Object.assign(new Error(`a picture could not be written: ${result.code}`), result)
  return { path, contentType: result.contentType, sha256: Buffer.from(result.sha256, 'hex') }
}
