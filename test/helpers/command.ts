// Runs the command line as an operator does, in a separate process.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/**
 * Environment of each service process, in addition to its own settings. The compile cache saves compiling the sources again.
 */
export const BARE = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

export interface Ran {
  code: number | null
  out: string
  err: string
}

export type Run = (args: string[], input?: string) => Promise<Ran>

/** Returns a function that runs commands with this environment and no other settings. */
export const commandLine =
  (env: Record<string, string>): Run =>
  async (args, input = '') => {
    const child = spawn(process.execPath, [MAIN, ...args], { env: { ...BARE, ...env } })
    child.stdin.end(input)
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await ended, out, err }
  }

/** Asserts that the command succeeds, and returns the JSON that it printed. */
export async function printed(run: Run, args: string[], input?: string): Promise<Record<string, unknown>> {
  const { code, out, err } = await run([...args, '--json'], input)
  assert.equal(code, 0, err)
  assert.match(out, /^\{.*\}\n$/, 'the output is one JSON document in one line')
  return JSON.parse(out)
}
