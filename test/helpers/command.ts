// The command line as an operator uses it: a process of its own.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** What a process of the service is given beside its own settings: it need not compile the sources again. */
export const BARE = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

export interface Ran {
  code: number | null
  out: string
  err: string
}

export type Run = (args: string[], input?: string) => Promise<Ran>

/** Runs commands under this environment and no other settings. */
export const commandLine =
  (env: Record<string, string>): Run =>
  async (args, input = '') => {
    const child = spawn(process.execPath, [MAIN, ...args], { env: { ...BARE, ...env } })
    child.stdin.end(input)
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await ended, out, err }
  }

/** What a command that must succeed printed. */
export async function printed(run: Run, args: string[], input?: string): Promise<Record<string, unknown>> {
  const { code, out, err } = await run([...args, '--json'], input)
  assert.equal(code, 0, err)
  assert.match(out, /^\{.*\}\n$/, 'one line, one document')
  return JSON.parse(out)
}
