// Runs after npm has installed the packages. Removes files that this program never reads, and builds the pages if the
// build tools are installed. Runs on any Node from 20 on. Optional: without it, the installation is larger, and the
// first start builds the pages.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = path.join(root, 'node_modules')
/** Whether npm installed the development packages. Files for type checks and builds then stay. */
const forDevelopment = existsSync(path.join(modules, 'vite'))

removeNodeHeaders()
removeFonts()
removeUnread(modules)
run('sdk/generate.ts', 'The SDKs could not be generated.')
if (forDevelopment)
  run('src/cli/build-web.ts', 'The pages could not be built now; the first start tries again.', '--if-stale')

/** Removes headers for native add-ons, a third of each Node package, because nothing compiles add-ons. */
function removeNodeHeaders() {
  if (!existsSync(modules)) return
  for (const name of readdirSync(modules).filter((name) => /^node-(linux|darwin)-/.test(name)))
    for (const unused of ['include', 'share'])
      rmSync(path.join(modules, name, unused), { recursive: true, force: true })
}

/** Removes all fonts except the two DejaVu fonts of PDF documents. */
function removeFonts() {
  const fonts = path.join(modules, 'dejavu-fonts-ttf', 'ttf')
  if (!existsSync(fonts)) return
  for (const name of readdirSync(fonts)) if (!/^DejaVuSans(-Bold)?\.ttf$/.test(name)) rmSync(path.join(fonts, name))
}

/**
 * Removes source maps. Without development packages, also removes type declarations, static libraries, and the tests
 * and docs of packages.
 */
function removeUnread(directory) {
  if (!existsSync(directory)) return
  const unread = forDevelopment
    ? /\.(js|mjs|cjs|css)\.map$/
    : /\.(js|mjs|cjs|css)\.map$|\.d\.[mc]?ts(\.map)?$|\.a$|^(readme|changelog)\.md$/i
  const isPackage = !forDevelopment && existsSync(path.join(directory, 'package.json'))
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name)
    if (entry.isDirectory() && isPackage && /^(test|tests|benchmarks?|docs|\.github)$/.test(entry.name))
      rmSync(file, { recursive: true })
    else if (entry.isDirectory()) removeUnread(file)
    else if (unread.test(entry.name)) rmSync(file)
  }
}

/**
 * Runs a program of this folder on the installed Node. Does nothing if it doesn't exist, because images install
 * packages first.
 */
function run(program, failed, ...options) {
  const file = path.join(root, program)
  if (!existsSync(file)) return
  const { status } = spawnSync(path.join(modules, '.bin/node'), [file, ...options], { stdio: 'inherit' })
  if (status !== 0) console.error(failed)
}
