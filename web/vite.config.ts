// Builds every folder of web/ that holds an index.html into dist/web: hashed assets, no inline script.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = import.meta.dirname

const pages = readdirSync(root)
  .map((name) => [name, path.join(root, name, 'index.html')] as const)
  .filter(([, page]) => existsSync(page))

export default defineConfig({
  root,
  plugins: [react()],
  build: {
    outDir: path.join(root, '../dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy lets no data: scripts or styles in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The map is one chunk of its own, loaded after the page.
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: { input: Object.fromEntries(pages) },
  },
})
