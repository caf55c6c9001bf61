// Builds every folder of web/ that holds an index.html into dist/web: hashed assets, no inline script.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = import.meta.dirname

const pages = readdirSync(root)
  .map((name) => [name, path.join(root, name, 'index.html')] as const)
  .filter(([, page]) => existsSync(page))

/** Publishes the license of the office's typeface with it. */
const fontLicence = (): Plugin => ({
  name: 'font-licence',
  generateBundle() {
    const source = readFileSync(path.join(root, '../node_modules/@fontsource-variable/inter/LICENSE'), 'utf8')
    this.emitFile({ type: 'asset', fileName: 'assets/inter-OFL.txt', source })
  },
})

export default defineConfig({
  root,
  plugins: [react(), fontLicence()],
  build: {
    outDir: path.join(root, '../dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // No asset is inlined as a data: URL, because the content security policy forbids scripts and styles from such URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The map library is a large chunk. The limit is higher because the chunk is loaded after the page.
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: { input: Object.fromEntries(pages) },
  },
})
