#!/usr/bin/env node
// Starts the program. Runs on any Node from 20 on: below 24, it starts the Node 24 that npm installed in this folder,
// or explains what to do.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const main = `${root}src/main.ts`
const args = process.argv.slice(2)

if (Number(process.versions.node.split('.')[0]) >= 24) {
  process.argv[1] = main
  await import(main)
} else {
  const bundled = `${root}node_modules/.bin/node`
  if (!existsSync(bundled)) {
    console.error(
      `Roundsman needs Node 24 and this is ${process.version}. Run "npm ci" here (it brings Node 24), or install Node 24.`,
    )
    process.exit(1)
  }
  // The child watches this process ID, because this process can't forward a SIGKILL.
  const env = { ...process.env, ROUNDSMAN_LAUNCHER: String(process.pid) }
  const child = spawn(bundled, [main, ...args], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
