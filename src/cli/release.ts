// npm run release -- 1.1.0 [--key release.pem] [--builder URI]: releases the committed state as a version. Creates a
// commit, a tag, the stored data for the test of upgrades, the archive in dist/, and the files of attest.ts next to it. Pushes nothing. Run `npm run verify`
// first.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { attest } from './attest.ts'
import { VERSION } from '../version.ts'
import { hasSection, withRelease } from './changelog.ts'
import { stateVersion } from './stated-version.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, builder: { type: 'string', default: 'urn:roundsman:release-by-hand' } },
  })
  const [version = ''] = positionals
  const keyFile = values.key === undefined ? null : path.resolve(values.key)
  const startedAt = new Date()
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('The version is missing: npm run release -- 1.1.0')
  if (run('git', 'status', '--porcelain') !== '') throw new Error('There are uncommitted changes.')
  if (run('git', 'tag', '--list', `v${version}`) !== '') throw new Error(`The tag v${version} already exists.`)
  const file = `${ROOT}CHANGELOG.md`
  const written = readFileSync(file, 'utf8')
  const isPrepared = version === VERSION && hasSection(written, version)
  const changelog = isPrepared ? written : withRelease(written, version, new Date().toISOString().slice(0, 10))
  if (version !== VERSION) stateVersion(ROOT, VERSION, version)
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version')
  writeFileSync(file, changelog)
  run(process.execPath, 'bench/release/write-data.ts')
  run('git', 'add', '--all')
  run('git', 'commit', '--message', `Release ${version}`)
  run('git', 'tag', '--annotate', `v${version}`, '--message', `Roundsman ${version}`)
  run('npm', 'run', 'package')
  const archive = path.join(ROOT, `dist/roundsman-${version}.tar.gz`)
  const beside = attest({ root: ROOT, archive, version, startedAt, builder: values.builder, keyFile })
  for (const file of [archive, ...beside]) console.log(path.relative(ROOT, file))
  console.log(`Tagged v${version}. To publish it: git push --follow-tags`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
