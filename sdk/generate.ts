// Writes the generated part of the SDKs from openapi.json. Runs at `npm ci`, before each build of the pages, type check
// and test run, and after `npm run openapi`. Needs no package.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GENERATED } from './generated-files.ts'
import { type Description, readSdk } from './operations.ts'
import { pythonResources, pythonTypes } from './write-python.ts'
import { typescriptResources, typescriptTypes } from './write-typescript.ts'

/** Writes the generated files that are missing or differ from openapi.json. */
export function generateSdks(): void {
  const description = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as Description
  const sdk = readSdk(description)
  const texts: Record<(typeof GENERATED)[number], string> = {
    'typescript/src/generated/types.ts': typescriptTypes(sdk),
    'typescript/src/generated/resources.ts': typescriptResources(sdk),
    'python/src/roundsman/types.py': pythonTypes(sdk),
    'python/src/roundsman/resources.py': pythonResources(sdk),
  }
  for (const [name, text] of Object.entries(texts)) {
    const file = fileURLToPath(new URL(name, import.meta.url))
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

if (import.meta.main) generateSdks()
