// npm runs this after it has installed: removes what nothing here reads, and builds the pages where their tools are.
// Runs on any Node from 20 on. Everything works without it too, only larger and with the pages built at first start.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = path.join(root, 'node_modules')
/** Installed without --omit=dev: what type-checks and builds stays. */
const forDevelopment = existsSync(path.join(modules, 'vite'))

removeNodeHeaders()
removeFonts()
removeUnread(modules)
run('sdk/generate.ts', 'The SDKs could not be generated.')
if (forDevelopment)
  run('src/cli/build-web.ts', 'The pages could not be built now; the first start tries again.', '--if-stale')

/** A third of each Node package are headers for native add-ons, which nothing here compiles. */
function removeNodeHeaders() {
  if (!existsSync(modules)) return
  for (const name of readdirSync(modules).filter((name) => /^node-(linux|darwin)-/.test(name)))
    for (const unused of ['include', 'share'])
      rmSync(path.join(modules, name, unused), { recursive: true, force: true })
}

/** Documents are set in two fonts of DejaVu. */
function removeFonts() {
  const fonts = path.join(modules, 'dejavu-fonts-ttf', 'ttf')
  if (!existsSync(fonts)) return
  for (const name of readdirSync(fonts)) if (!/^DejaVuSans(-Bold)?\.ttf$/.test(name)) rmSync(path.join(fonts, name))
}

/**
 * Source maps, which nothing here reads. Without development tools also type declarations, static libraries, packages' own tests
 * and docs.
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

/** Runs a program of this checkout on the Node that was installed; an image installs packages before it has the sources. */
function run(program, failed, ...options) {
  const file = path.join(root, program)
  if (!existsSync(file)) return
  const { status } = spawnSync(path.join(modules, '.bin/node'), [file, ...options], { stdio: 'inherit' })
  if (status !== 0) console.error(failed)
}
