// Tests the start of the program: its memory settings, and the signals that it passes on.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { BARE, MAIN } from './helpers/command.ts'

const SAY =
  'process.on("exit", () => console.log(JSON.stringify([process.pid, process.env.MALLOC_ARENA_MAX ?? null, process.env.MALLOC_MMAP_THRESHOLD_ ?? null, process.execArgv.includes("--max-semi-space-size=16")])))'

/**
 * Starts the program with an invalid PORT, so that it ends at once. Returns the memory settings that its process had at
 * the end, and whether it was still the process that was started.
 */
async function endOf(args: readonly string[], env: Record<string, string> = {}) {
  const say = `data:text/javascript,${encodeURIComponent(SAY)}`
  const child = spawn(process.execPath, ['--import', say, MAIN, ...args], { env: { ...BARE, PORT: 'none', ...env } })
  const [pid, areas, mappedFrom, isSparing] = JSON.parse(
    (await text(child.stdout)).trim().split('\n').at(-1) ?? '',
  ) as [number, string | null, string | null, boolean]
  return { isSame: pid === child.pid, areas, mappedFrom, isSparing }
}

test('a server limits its memory use, in the process that was started', {
  skip: process.platform !== 'linux',
}, async () => {
  for (const args of [[], ['serve'], ['demo']])
    assert.deepEqual(await endOf(args), { isSame: true, areas: '2', mappedFrom: '1048576', isSparing: true })
})

test('the operator’s memory settings are kept, and commands set none', async () => {
  const own = { MALLOC_ARENA_MAX: '4', MALLOC_MMAP_THRESHOLD_: '65536' }
  assert.deepEqual(await endOf(['serve'], own), { isSame: true, areas: '4', mappedFrom: '65536', isSparing: true })
  assert.deepEqual(await endOf(['help']), { isSame: true, areas: null, mappedFrom: null, isSparing: false })
})

test('a server ends when the process that launched it is killed', { skip: process.platform === 'win32' }, async () => {
  // Waits endlessly like a server does for requests, and prints a line when it gets SIGTERM.
  const stays = `data:text/javascript,${encodeURIComponent('setInterval(() => {}, 1000); process.on("SIGTERM", () => { console.log("asked to stop"); process.exit() }); console.log("up")')}`
  const launch = `
    const { spawn } = require('node:child_process')
    const env = { ...process.env, ROUNDSMAN_LAUNCHER: String(process.pid) }
    spawn(process.execPath, ['--import', ${JSON.stringify(stays)}, ${JSON.stringify(MAIN)}, '--version'], { stdio: 'inherit', env })
    setInterval(() => {}, 1000)`
  const launcher = spawn(process.execPath, ['-e', launch], { env: BARE, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of launcher.stdout) {
    said += String(chunk)
    // The version is printed after the program has started.
    if (/\d+\.\d+\.\d+/.test(said)) launcher.kill('SIGKILL')
  }
  assert.match(said, /up\n\d+\.\d+\.\d+\nasked to stop\n$/)
})
