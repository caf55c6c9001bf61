// npm run package: writes dist/roundsman-VERSION.tar.gz with only the files that a server needs, including the built
// pages. After unpacking, `npm ci --omit=dev && npm start` runs it without building pages.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { VERSION } from '../version.ts'
import { GENERATED } from '../../sdk/generated-files.ts'
import { buildWebIfStale, WEB_ROOT } from './web-build.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const HELD =
  'README.md LICENSE CHANGELOG.md SECURITY.md compose.yaml package.json package-lock.json openapi.json bin deploy docs :!docs/screens example migrations sdk src'

const name = `roundsman-${VERSION}`
await buildWebIfStale(console.log)
mkdirSync(path.join(ROOT, 'dist'), { recursive: true })
const work = mkdtempSync(path.join(ROOT, 'dist/.package-'))
try {
  const files = execFileSync('git', ['ls-files', '-z', '--', ...HELD.split(' ')], { cwd: ROOT, encoding: 'utf8' })
  const made = GENERATED.map((file) => path.join('sdk', file))
  for (const file of [...files.split('\0').filter(Boolean), ...made])
    cpSync(path.join(ROOT, file), path.join(work, name, file))
  cpSync(WEB_ROOT, path.join(work, name, 'dist/web'), { recursive: true })
  const archive = path.join(ROOT, 'dist', `${name}.tar.gz`)
  execFileSync('tar', ['-czf', archive, '-C', work, name])
  console.log(path.relative(ROOT, archive))
} finally {
  rmSync(work, { recursive: true })
}
