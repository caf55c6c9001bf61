// The release package starts with the dependencies of a production install, and contains built pages.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { attest } from '../../src/cli/attest.ts'
import { VERSION } from '../../src/version.ts'
import { prepareServerProcess } from '../../bench/proof/server-process.ts'
import { testDatabase } from '../helpers/database.ts'
import { ROOT } from '../helpers/repository-files.ts'

const skip = existsSync(path.join(ROOT, '.git')) ? false : 'not a checkout'

const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-package-'))
after(() => rmSync(dir, { recursive: true }))

test('the package contains the built pages and the server, and starts', { skip }, async () => {
  const printed = execFileSync(process.execPath, ['src/cli/write-package.ts'], { cwd: ROOT, encoding: 'utf8' })
  const archive = printed.trim().split('\n').at(-1) ?? ''
  execFileSync('tar', ['-xzf', path.join(ROOT, archive), '-C', dir])
  copyFileSync(path.join(ROOT, archive), path.join(dir, path.basename(archive)))
  const root = path.join(dir, path.basename(archive, '.tar.gz'))
  for (const absent of ['web', 'test', 'bench', 'node_modules', '.git'])
    assert.ok(!existsSync(path.join(root, absent)), absent)

  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  const { url: databaseUrl, drop } = await testDatabase()
  after(drop)
  const server = await prepareServerProcess(databaseUrl, { root })
  await server.start()
  after(() => server.stop('SIGTERM'))
  const page = await fetch(`${server.url}/sign-in`)
  assert.equal(page.status, 200)
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1]
  assert.equal((await fetch(server.url + script)).status, 200)
})

test('the package comes with its contents, its provenance and checksums that detect changes', { skip }, () => {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, encoding: 'utf8', stdio: 'pipe' })
  openssl('genpkey', '-algorithm', 'ed25519', '-out', 'key.pem')
  openssl('pkey', '-in', 'key.pem', '-pubout', '-out', 'public.pem')
  const archive = path.join(dir, `roundsman-${VERSION}.tar.gz`)
  const [sbom = '', provenance = '', checksums = '', signature = ''] = attest({
    root: ROOT,
    archive,
    version: VERSION,
    startedAt: new Date('2026-11-25T12:00:00Z'),
    builder: 'https://builder.test/1',
    keyFile: path.join(dir, 'key.pem'),
  })
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown

  const bill = read(sbom) as {
    bomFormat: string
    metadata: { component: { name: string; version: string } }
    components: { purl: string; hashes: { alg: string; content: string }[] }[]
  }
  assert.equal(bill.bomFormat, 'CycloneDX')
  assert.deepEqual([bill.metadata.component.name, bill.metadata.component.version], ['roundsman', VERSION])
  const { packages } = read(path.join(ROOT, 'package-lock.json')) as {
    packages: Record<string, { version: string; integrity: string }>
  }
  const listed = new Map(bill.components.map(({ purl, hashes }) => [purl, hashes[0]?.content]))
  for (const [at, { version, integrity }] of Object.entries(packages)) {
    if (at === '') continue
    const name = at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length).replace('@', '%40')
    const sha512 = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    assert.equal(listed.get(`pkg:npm/${name}@${version}`), sha512, at)
  }

  const statement = read(provenance) as {
    subject: { name: string; digest: { sha256: string } }[]
    predicate: {
      buildDefinition: { resolvedDependencies: { digest: Record<string, string> }[] }
      runDetails: { builder: { id: string } }
    }
  }
  const { buildDefinition, runDetails } = statement.predicate
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
  assert.equal(buildDefinition.resolvedDependencies[0]?.digest.gitCommit, commit)
  assert.equal(runDetails.builder.id, 'https://builder.test/1')

  // Checks the checksums, which list two subjects, and their signature, like a person who downloads the package.
  const check = () => execFileSync('sha256sum', ['--check', checksums], { cwd: dir, encoding: 'utf8', stdio: 'pipe' })
  assert.equal(check().match(/: OK$/gm)?.length, 3)
  const sums = readFileSync(checksums, 'utf8')
  for (const { name, digest } of statement.subject) assert.ok(sums.includes(`${digest.sha256}  ${name}\n`), name)
  const verify = () =>
    openssl('pkeyutl', '-verify', '-pubin', '-inkey', 'public.pem', '-rawin', '-in', checksums, '-sigfile', signature)
  assert.match(verify(), /Verified Successfully/)
  appendFileSync(archive, 'x')
  assert.throws(check)
  appendFileSync(checksums, '\n')
  assert.throws(verify)
})
