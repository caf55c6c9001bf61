// Runs a measurement in its own process. Its arguments are JSON, and each result is one line of JSON.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Child<T> {
  /** Returns the next line that the process prints. */
  answer(): Promise<T>
  /** Closes the input of the process, which ends the process. */
  end(): Promise<void>
}

/** Starts a file of this folder in a new process, with `args` as JSON. */
export function startChild<T>(file: string, args: unknown): Child<T> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(process.execPath, [path, JSON.stringify(args)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    answer: async () => {
      const { value, done } = await lines.next()
      if (done) throw new Error(`${file} ended without an answer`)
      return JSON.parse(value) as T
    },
    end: async () => {
      child.stdin.end()
      await exited
    },
  }
}

/** Runs a file of this folder to its end and returns its result. */
export async function runChild<T>(file: string, args: unknown): Promise<T> {
  const child = startChild<T>(file, args)
  const answer = await child.answer()
  await child.end()
  return answer
}

export const readArguments = (): unknown => JSON.parse(process.argv[2] ?? '{}')
