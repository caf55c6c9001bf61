// Files that state the version of the release, besides package.json. Their examples and images name it.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const STATING_FILES = [
  'deploy/kubernetes.yaml',
  'docs/guides/first-order.md',
  'sdk/python/README.md',
  'sdk/python/pyproject.toml',
  'sdk/typescript/README.md',
  'sdk/typescript/package.json',
] as const

/** Replaces the previous version in these files. Throws if a file doesn't state it. */
export function stateVersion(root: string, previous: string, version: string): void {
  for (const name of STATING_FILES) {
    const file = path.join(root, name)
    const before = readFileSync(file, 'utf8')
    if (!before.includes(previous)) throw new Error(`${name} doesn't state the version ${previous}.`)
    writeFileSync(file, before.replaceAll(previous, version))
  }
}
