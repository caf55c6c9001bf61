// Runs programs that may not be installed. Only an installed program can check its configuration file.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const has = (command: string): boolean => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

/** Returns the reason to skip a test of the program, or false if the program is installed. */
export const absent = (command: string): string | false => (has(command) ? false : `${command} is not installed`)

export async function inScratch(work: (dir: string) => void | Promise<void>): Promise<void> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-deploy-'))
  try {
    await work(dir)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** Asserts that the program exits with 0. */
export function accepts(command: string, args: string[], env: Record<string, string> = {}): void {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  assert.equal(status, 0, `${stdout}${stderr}`)
}

/** Writes a self-signed certificate for the name. `both`: file of the certificate followed by its key. */
export function writeCertificate(dir: string, name: string): { certificate: string; key: string; both: string } {
  const files = {
    certificate: path.join(dir, 'certificate.pem'),
    key: path.join(dir, 'key.pem'),
    both: path.join(dir, 'both.pem'),
  }
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`]
  accepts('openssl', [...made, '-keyout', files.key, '-out', files.certificate])
  writeFileSync(files.both, readFileSync(files.certificate, 'utf8') + readFileSync(files.key, 'utf8'))
  return files
}
