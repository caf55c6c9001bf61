// Finds a PostgreSQL that is installed on this machine, to run the tests on another version than the bundled one.
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import type { Installation } from '../../src/adapters/embedded/installation.ts'

/** The installation with its programs in `binDir`. Default: the newest of a Debian-like system. */
export function installedPostgres(binDir = newestBinDir()): Installation {
  const postgres = path.join(binDir, 'postgres')
  const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' })
  console.log(version.trim())
  return {
    postgres,
    initdb: path.join(binDir, 'initdb'),
    localeArguments:
      majorIn(version) >= 17
        ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
        : ['--locale=C.UTF-8'],
  }
}

function newestBinDir(): string {
  const [newest] = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => majorIn(b) - majorIn(a))
  if (!newest) throw new Error('No PostgreSQL under /usr/lib/postgresql: set PG_BIN to the directory of its programs')
  return newest
}

const majorIn = (text: string) => Number(/\d+/.exec(text)?.[0])
