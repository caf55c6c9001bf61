// The changelog: one section per version, newest first, below the section of unreleased changes.

const UNRELEASED = '## Unreleased'

/** Returns whether the changelog has the changes of this version. */
export const hasSection = (changelog: string, version: string): boolean => changelog.includes(`\n## ${version} `)

/**
 * Returns the changelog in which the unreleased changes belong to `version` of `date` (YYYY-MM-DD). Throws if there are
 * no unreleased changes or the version already has a section.
 */
export function withRelease(changelog: string, version: string, date: string): string {
  if (hasSection(changelog, version)) throw new Error(`CHANGELOG.md already has a section ${version}.`)
  const [before, rest] = changelog.split(`${UNRELEASED}\n`)
  if (before === undefined || rest === undefined || /^\s*(## |$)/.test(rest))
    throw new Error(`CHANGELOG.md lists nothing under "${UNRELEASED}".`)
  return `${before}${UNRELEASED}\n\n## ${version} (${date})\n${rest}`
}
