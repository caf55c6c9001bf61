// npm run sdk: writes the generated part of the SDKs from openapi.json.
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { type Description, readSdk } from './operations.ts'
import { pythonResources, pythonTypes } from './write-python.ts'
import { typescriptResources, typescriptTypes } from './write-typescript.ts'

/** Every generated file, below sdk/, and what it holds. */
export function generatedFiles(): Record<string, string> {
  const description = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as Description
  const sdk = readSdk(description)
  return {
    'typescript/src/generated/types.ts': typescriptTypes(sdk),
    'typescript/src/generated/resources.ts': typescriptResources(sdk),
    'python/src/roundsman/types.py': pythonTypes(sdk),
    'python/src/roundsman/resources.py': pythonResources(sdk),
  }
}

if (import.meta.main)
  for (const [file, text] of Object.entries(generatedFiles())) await writeFile(new URL(file, import.meta.url), text)
