// Writes the files next to an archive with which users can verify it: a bill of materials (CycloneDX), its provenance
// (an in-toto statement with SLSA provenance), checksums of all files, and their signature (CONTRIBUTING.md#releasing).
import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export interface Attested {
  /** The checkout that the archive was built from. */
  root: string
  archive: string
  version: string
  startedAt: Date
  /** URI of the builder. */
  builder: string
  /** File with an Ed25519 private key in PEM format. Null: no signature. */
  keyFile: string | null
}

/** Returns the paths of the written files, which are in the folder of the archive. */
export function attest({ root, archive, version, startedAt, builder, keyFile }: Attested): string[] {
  const run = (command: string, ...args: string[]): string =>
    execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim()
  const dir = path.dirname(archive)
  const put = (name: string, content: string | Buffer): string => {
    const file = path.join(dir, name)
    writeFileSync(file, content)
    return file
  }

  const sbom = put(`roundsman-${version}.cdx.json`, `${JSON.stringify(billOfMaterials(run), null, 2)}\n`)
  const provenance = put(
    `roundsman-${version}.intoto.json`,
    `${JSON.stringify(
      {
        _type: 'https://in-toto.io/Statement/v1',
        subject: [archive, sbom].map((file) => ({ name: path.basename(file), digest: { sha256: sha256(file) } })),
        predicateType: 'https://slsa.dev/provenance/v1',
        predicate: {
          buildDefinition: {
            buildType: 'urn:roundsman:release:v1',
            externalParameters: { version },
            internalParameters: { platform: process.platform, arch: process.arch },
            resolvedDependencies: [
              { name: 'source', digest: { gitCommit: run('git', 'rev-parse', 'HEAD') } },
              // Contains the SHA-512 of every installed package.
              { name: 'package-lock.json', digest: { sha256: sha256(path.join(root, 'package-lock.json')) } },
            ],
          },
          runDetails: {
            builder: { id: builder, version: { node: process.version, npm: run('npm', '--version') } },
            metadata: {
              invocationId: `urn:uuid:${randomUUID()}`,
              startedOn: startedAt.toISOString(),
              finishedOn: new Date().toISOString(),
            },
          },
        },
      },
      null,
      2,
    )}\n`,
  )
  const lines = [archive, sbom, provenance].map((file) => `${sha256(file)}  ${path.basename(file)}\n`)
  const checksums = put(`roundsman-${version}.sha256`, lines.join(''))
  const written = [sbom, provenance, checksums]
  if (keyFile === null) return written
  const key = createPrivateKey(readFileSync(keyFile))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} is not an Ed25519 key.`)
  return [...written, put(`roundsman-${version}.sha256.sig`, sign(null, readFileSync(checksums), key))]
}

/**
 * Lists every package of the lock file, including development packages, because the pages are built from some of them.
 */
function billOfMaterials(run: (command: string, ...args: string[]) => string): { metadata: { component: object } } {
  const bill = JSON.parse(
    run('npm', 'sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'),
  ) as { metadata: { component: { name: string } } }
  // npm uses the name of the folder.
  bill.metadata.component.name = 'roundsman'
  return bill
}

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')
