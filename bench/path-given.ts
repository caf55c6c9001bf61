// Data to measure on comes from outside the repository, by a path on the command line.
import { existsSync } from 'node:fs'

/** The path given as this option. Where it is missing or nothing is there, says so and ends. */
export function pathGiven(option: string, value: string, what: string): string {
  if (existsSync(value)) return value
  console.error(
    value === ''
      ? `Name ${what}: --${option} PATH. The repository has none of this size; test/data has small ones.`
      : `--${option}: there is nothing at ${value}. It must name ${what}.`,
  )
  process.exit(1)
}
