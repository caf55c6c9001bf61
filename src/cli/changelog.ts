// The changelog: a section a version, newest first, above them what is not released yet.

const UNRELEASED = '## Unreleased'

/**
 * The changelog in which what was unreleased belongs to `version` of `date` (YYYY-MM-DD). Throws when nothing is listed
 * as unreleased, or when the version has a section already.
 */
export function withRelease(changelog: string, version: string, date: string): string {
  if (changelog.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has a section ${version} already.`)
  const [before, rest] = changelog.split(`${UNRELEASED}\n`)
  if (before === undefined || rest === undefined || /^\s*(## |$)/.test(rest))
    throw new Error(`CHANGELOG.md lists nothing under "${UNRELEASED}".`)
  return `${before}${UNRELEASED}\n\n## ${version} (${date})\n${rest}`
}
