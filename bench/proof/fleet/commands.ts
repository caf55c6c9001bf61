// Runs the operator's commands on the installations, each in its own process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { loginOf } from '../../../test/helpers/database.ts'
import { PROOF_SECRET } from '../server-process.ts'
import { databaseVariable, type Installation, type Name, type Proxied } from './installations.ts'

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url))

export interface Ended {
  code: number | null
  out: string
  err: string
}

export interface Running {
  child: ChildProcess
  ended: Promise<Ended>
}

export interface FleetCommands {
  /** Runs `fleet` with these arguments. */
  fleet(...args: string[]): Running
  /** Runs `move` from one installation to the other. */
  move(businessId: string, from: Installation, to: Installation): Running
  /** Lets installations get businesses again after `fleet drain`, as an operator does: by editing the file. */
  undrain(): void
  /** Actions in the log of the command. */
  actions(): string[]
  remove(): void
}

/** `upgrade`: returns the shell command that upgrades an installation. */
export function openCommands({ installations, env }: Proxied, upgrade: (name: Name) => string): FleetCommands {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-fleet-file-'))
  const file = path.join(dir, 'installations.json')
  const write = (): void => {
    const entries = installations.map(({ name, directUrl, dataDir }) => ({
      name,
      url: directUrl,
      database: `$${databaseVariable(name)}`,
      files: dataDir,
      upgrade: upgrade(name),
    }))
    writeFileSync(file, JSON.stringify({ installations: entries }))
  }
  write()
  const run = (args: string[], more: Record<string, string>): Running => {
    const child = spawn(process.execPath, [MAIN, ...args, '--json'], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
      ([[code], out, err]) => ({ code: code as number | null, out, err }),
    )
    return { child, ended }
  }
  return {
    fleet: (...args) => run(['fleet', ...args, '--file', file], env),
    move: (businessId, from, to) =>
      run(['move', '--business', businessId, '--files', to.dataDir, '--to', to.database.url], {
        DATABASE_URL: loginOf(from.database.url),
        DATABASE_OWNER_URL: from.database.url,
        DATA_DIR: from.dataDir,
        APP_SECRET: PROOF_SECRET,
      }),
    undrain: write,
    actions: () =>
      readFileSync(`${file}.log`, { encoding: 'utf8', flag: 'a+' })
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { action: string }).action),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
