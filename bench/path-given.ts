// Finds measured data, which is outside the repository, by a path on the command line.
import { existsSync } from 'node:fs'

/** Returns the path given as this option. If it is missing or doesn't exist, prints the reason and ends the process. */
export function requirePathOption(option: string, value: string, what: string): string {
  if (existsSync(value)) return value
  console.error(
    value === ''
      ? `Name ${what}: --${option} PATH. The repository has none of this size; test/data has small ones.`
      : `--${option}: there is nothing at ${value}. It must name ${what}.`,
  )
  process.exit(1)
}
