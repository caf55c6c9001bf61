// The release package: it starts with what a production install brings, and its pages are built already.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { serverProcess } from '../../bench/proof/server-process.ts'
import { testDatabase } from '../helpers/database.ts'
import { ROOT } from '../helpers/repository-files.ts'

const skip = existsSync(path.join(ROOT, '.git')) ? false : 'not a checkout'

test('the package holds the built pages and what serves them, and starts', { skip }, async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-package-'))
  after(() => rmSync(dir, { recursive: true }))
  const printed = execFileSync(process.execPath, ['src/cli/write-package.ts'], { cwd: ROOT, encoding: 'utf8' })
  const archive = printed.trim().split('\n').at(-1) ?? ''
  execFileSync('tar', ['-xzf', path.join(ROOT, archive), '-C', dir])
  const root = path.join(dir, path.basename(archive, '.tar.gz'))
  for (const absent of ['web', 'test', 'bench', 'node_modules', '.git'])
    assert.ok(!existsSync(path.join(root, absent)), absent)

  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  const { url: databaseUrl, drop } = await testDatabase()
  after(drop)
  const server = await serverProcess(databaseUrl, { root })
  await server.start()
  after(() => server.stop('SIGTERM'))
  const page = await fetch(`${server.url}/sign-in`)
  assert.equal(page.status, 200)
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1]
  assert.equal((await fetch(server.url + script)).status, 200)
})
