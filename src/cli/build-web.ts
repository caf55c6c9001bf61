// npm run build:web: builds the web pages, and the commands and SDKs for integrators, into dist/web, and compresses the
// pages.
//   --if-stale  only if they are missing or older than their sources
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { generateSdks } from '../../sdk/generate.ts'
import { packSdks } from './pack-sdks.ts'
import { BUILT_FROM, sourcesHash, WEB_ROOT, webIsCurrent } from './web-build.ts'

if (process.argv.includes('--if-stale') && webIsCurrent()) process.exit()

const hash = sourcesHash()
generateSdks()
await build({ configFile: fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url)), logLevel: 'warn' })
await build({
  configFile: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: fileURLToPath(new URL('developer-main.ts', import.meta.url)),
    outDir: path.join(WEB_ROOT, 'docs'),
    // The folder already contains the page of the documentation.
    emptyOutDir: false,
    target: 'node20',
    minify: true,
    rolldownOptions: { output: { entryFileNames: 'roundsman.mjs', codeSplitting: false } },
  },
})
packSdks(path.join(WEB_ROOT, 'docs'))

let scripts = 0
for (const name of globSync('**/*.{js,mjs,css,html,svg,json,wasm,webmanifest}', { cwd: WEB_ROOT })) {
  const file = path.join(WEB_ROOT, name)
  const content = readFileSync(file)
  const small = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: content.length < 400_000 ? 11 : 9 },
  })
  writeFileSync(`${file}.br`, small)
  writeFileSync(`${file}.gz`, gzipSync(content))
  if (name.endsWith('.js')) {
    scripts += small.length
    console.log(`${(small.length / 1024).toFixed(1).padStart(8)} KB  ${name}`)
  }
}
console.log(`${(scripts / 1024).toFixed(1).padStart(8)} KB  all scripts, compressed`)
writeFileSync(BUILT_FROM, hash)
