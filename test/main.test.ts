// How the program starts.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { BARE, MAIN } from './helpers/command.ts'

const SAY = 'process.on("exit", () => console.log(JSON.stringify([process.pid, process.env.MALLOC_ARENA_MAX ?? null])))'

/** Its number and areas of memory as it ends, at once, and its number as it was started. */
async function endOf(args: readonly string[], env: Record<string, string> = {}) {
  const say = `data:text/javascript,${encodeURIComponent(SAY)}`
  const child = spawn(process.execPath, ['--import', say, MAIN, ...args], { env: { ...BARE, PORT: 'none', ...env } })
  const [pid, areas] = JSON.parse((await text(child.stdout)).trim().split('\n').at(-1) ?? '') as [number, string | null]
  return { isSame: pid === child.pid, areas }
}

test('a server has few areas of memory, as the process that was started', {
  skip: process.platform !== 'linux',
}, async () => {
  for (const args of [[], ['serve'], ['demo']]) assert.deepEqual(await endOf(args), { isSame: true, areas: '2' })
})

test('as many as the operator wants, and commands as they are', async () => {
  assert.deepEqual(await endOf(['serve'], { MALLOC_ARENA_MAX: '4' }), { isSame: true, areas: '4' })
  assert.deepEqual(await endOf(['help']), { isSame: true, areas: null })
})
