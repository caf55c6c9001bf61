// Tests both file stores, the disk and a bucket: they return stored files, return null for a missing file, and throw if
// the store refuses a request.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { filesInS3 } from '../../src/adapters/files/files-in-s3.ts'
import { filesOnDisk } from '../../src/adapters/files/files-on-disk.ts'
import type { Files } from '../../src/app/ports/files.ts'
import { bucketServer } from '../helpers/bucket-server.ts'
import { stubServer } from '../helpers/stub-server.ts'

const directory = await mkdtemp(path.join(tmpdir(), 'roundsman-files-'))
after(() => rm(directory, { recursive: true }))

let sources = 0
/** Writes a file with this content, which the test then stores. Returns its path. */
async function source(content: Buffer): Promise<string> {
  const file = path.join(directory, `source-${++sources}`)
  await writeFile(file, content)
  return file
}

async function all(names: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const name of names) found.push(name)
  return found
}

const bucket = await bucketServer({ key: 'key', secret: 'secret' })
const inBucket = filesInS3({ url: bucket.url, bucket: 'proofs', key: 'key', secret: 'secret' })

const stores: Record<string, Files> = { 'on disk': filesOnDisk(directory), 'in a bucket': inBucket }
for (const [where, files] of Object.entries(stores))
  test(`${where}: files are stored, read and removed`, async () => {
    const content = Buffer.from([0, 1, 2, 255])
    assert.equal(await files.get('019ab3f4-picture'), null)
    await files.put('019ab3f4-picture', await source(content), 'image/png')
    assert.deepEqual(await files.get('019ab3f4-picture'), content)
    assert.deepEqual(await buffer((await files.read('019ab3f4-picture')) ?? assert.fail()), content)
    assert.equal(await files.read('019ab3f4-nothing'), null)
    await files.remove('019ab3f4-picture')
    await files.remove('019ab3f4-picture')
    assert.equal(await files.get('019ab3f4-picture'), null)
  })

for (const [where, files] of Object.entries(stores))
  test(`${where}: the list has the names of exactly the stored files`, async () => {
    assert.deepEqual(await all(files.names()), [])
    const names = ['a ü', 'a+b', 'a', 'b', 'c&d', 'e', 'f%20g']
    for (const name of names) await files.put(name, await source(Buffer.alloc(1)), 'image/png')
    assert.deepEqual((await all(files.names())).toSorted(), names.toSorted())
    for (const name of names) await files.remove(name)
    assert.deepEqual(await all(files.names()), [])
  })

test('an incomplete file is removed from the disk', async () => {
  const files = filesOnDisk(path.join(directory, 'whole'))
  await files.put('a-picture', await source(Buffer.alloc(1000)), 'image/png')
  // A file can't replace a folder, so the last step fails.
  await mkdir(path.join(directory, 'whole', 're', 'another-picture-re'), { recursive: true })
  await assert.rejects(files.put('another-picture-re', await source(Buffer.alloc(1000)), 'image/png'))
  const names = await readdir(path.join(directory, 'whole'), { recursive: true })
  assert.deepEqual(
    names.filter((name) => name.endsWith('.part')),
    [],
  )
  assert.equal((await files.get('a-picture'))?.length, 1000)
})

test('a bucket accepts only requests signed with its secret, including the body', async () => {
  const content = Buffer.from('a picture')
  await inBucket.put('signed', await source(content), 'image/png')
  assert.deepEqual(bucket.objects.get('/proofs/signed'), { content, type: 'image/png' })
  const stranger = filesInS3({ url: bucket.url, bucket: 'proofs', key: 'key', secret: 'another secret' })
  await assert.rejects(stranger.get('signed'), /answered 403/)
  await assert.rejects(stranger.put('signed', await source(Buffer.from('another')), 'image/png'), /answered 403/)
  assert.deepEqual(await inBucket.get('signed'), content)
})

test('a bucket that refuses is an error, and not a missing file', async () => {
  bucket.fail(403)
  await assert.rejects(inBucket.get('a-picture'), /answered 403/)
  await assert.rejects(inBucket.put('a-picture', await source(Buffer.alloc(1)), 'image/png'), /answered 403/)
  await assert.rejects(inBucket.read('a-picture'), /answered 403/)
  await assert.rejects(all(inBucket.names()), /answered 403/)
  bucket.fail(null)
})

test('the listing ends if a bucket repeats the same names', async () => {
  let lists = 0
  const { url } = await stubServer((_, response) =>
    response.end(++lists > 9 ? '' : '<ListBucketResult><Contents><Key>a</Key></Contents></ListBucketResult>'),
  )
  const repeating = filesInS3({ url, bucket: 'proofs', key: 'key', secret: 'secret' })
  await assert.rejects(all(repeating.names()), /repeats its list/)
  assert.equal(lists, 2)
})
