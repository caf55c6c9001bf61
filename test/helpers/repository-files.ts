// Lists the files of the repository: those that Git lists, or all files of an unpacked archive.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

export const ROOT = path.join(import.meta.dirname, '../..')
/** Folders that a run of the project creates. */
const MADE = new Set(['node_modules', 'dist', 'data', '.git'])

/** Paths relative to the root. */
export function repositoryFiles(): string[] {
  if (existsSync(path.join(ROOT, '.git')))
    return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((file) => file !== '' && existsSync(path.join(ROOT, file)))
  return readdirSync(ROOT)
    .filter((name) => !MADE.has(name))
    .flatMap((name) =>
      statSync(path.join(ROOT, name)).isDirectory()
        ? readdirSync(path.join(ROOT, name), { recursive: true, encoding: 'utf8' }).map((file) => path.join(name, file))
        : [name],
    )
    .filter((file) => statSync(path.join(ROOT, file)).isFile())
}

/** The text files with their content. */
export const repositoryTexts = (): { file: string; text: string }[] =>
  repositoryFiles().flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    return text.includes('\0') ? [] : [{ file, text }]
  })
