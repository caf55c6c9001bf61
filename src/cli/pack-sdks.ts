// Packs the SDKs as archives that npm and pip can install. They are built together with the pages, served under /docs,
// and have the version of the service.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PYTHON_SDK, TYPESCRIPT_SDK } from '../http/web.ts'
import { VERSION } from '../version.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const TYPESCRIPT = path.join(ROOT, 'sdk/typescript')
const PYTHON = path.join(ROOT, 'sdk/python')
const LICENSE = path.join(ROOT, 'LICENSE')

/** Writes both archives into the folder. */
export function packSdks(folder: string): void {
  const work = mkdtempSync(path.join(tmpdir(), 'roundsman-sdk-'))
  const pack = (name: string, top: string) => execFileSync('tar', ['-czf', path.join(folder, name), '-C', work, top])
  try {
    pack(TYPESCRIPT_SDK, buildTypescript(work))
    pack(PYTHON_SDK, copyPython(work))
  } finally {
    rmSync(work, { recursive: true })
  }
}

/** Compiles the SDK with its declarations and examples, because Node 20 can't run the TypeScript sources. */
function buildTypescript(work: string): string {
  const top = path.join(work, 'package')
  mkdirSync(top)
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
  const config = path.join(TYPESCRIPT, 'tsconfig.build.json')
  execFileSync(process.execPath, [tsc, '-p', config, '--outDir', path.join(top, 'dist')])
  const manifest = JSON.parse(readFileSync(path.join(TYPESCRIPT, 'package.json'), 'utf8')) as object
  writeFileSync(path.join(top, 'package.json'), JSON.stringify({ ...manifest, version: VERSION }, null, 2))
  cpSync(path.join(TYPESCRIPT, 'README.md'), path.join(top, 'README.md'))
  cpSync(LICENSE, path.join(top, 'LICENSE'))
  return 'package'
}

/** Copies the sources, because pip builds them. */
function copyPython(work: string): string {
  const top = path.join(work, `roundsman-${VERSION}`)
  cpSync(PYTHON, top, { recursive: true, filter: (from) => !/__pycache__|\.egg-info|\/(build|tests)$/.test(from) })
  cpSync(LICENSE, path.join(top, 'LICENSE'))
  const manifest = path.join(top, 'pyproject.toml')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/^version = .+$/m, `version = "${VERSION}"`))
  return path.basename(top)
}
