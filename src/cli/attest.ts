// What stands beside an archive so that others can judge it: a bill of materials (CycloneDX), how it was made (an in-toto
// statement with SLSA provenance), checksums of all of it, and their signature (CONTRIBUTING.md#releasing).
import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export interface Attested {
  /** The checkout that it was made of. */
  root: string
  archive: string
  version: string
  startedAt: Date
  /** Who runs this, as a URI. */
  builder: string
  /** A private key, PEM, Ed25519; null where there is none. */
  keyFile: string | null
}

/** The paths of what it wrote, in the folder of the archive. */
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
              // It has the SHA-512 of every package that was installed.
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
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} is no Ed25519 key.`)
  return [...written, put(`roundsman-${version}.sha256.sig`, sign(null, readFileSync(checksums), key))]
}

/** Every package of the lock file; the pages are built of some that are needed for development only. */
function billOfMaterials(run: (command: string, ...args: string[]) => string): { metadata: { component: object } } {
  const bill = JSON.parse(
    run('npm', 'sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'),
  ) as { metadata: { component: { name: string } } }
  // npm calls it as the folder is called.
  bill.metadata.component.name = 'roundsman'
  return bill
}

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')
