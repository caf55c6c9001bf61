// verify-files with both file stores: finds missing, empty, changed, exchanged and orphaned files, and the API shows
// the faults.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { filesInS3 } from '../../../src/adapters/files/files-in-s3.ts'
import { filesOnDisk } from '../../../src/adapters/files/files-on-disk.ts'
import { type VerifiedFiles, verifyFiles } from '../../../src/app/operations/verify-files.ts'
import type { Files } from '../../../src/app/ports/files.ts'
import type { RouteWithStops } from '../../../src/contract/routes.ts'
import { settleOutcomesJob } from '../../../src/jobs/settle-outcomes.ts'
import { addUnnamedFile } from '../../../src/store/jobs/unreferenced-files.ts'
import { bucketServer } from '../../helpers/bucket-server.ts'
import { dispatchedRoute } from '../../helpers/routes.ts'
import { type Client, type Service, startService } from '../../helpers/service.ts'

const directory = await mkdtemp(path.join(tmpdir(), 'roundsman-verify-files-'))
after(() => rm(directory, { recursive: true }))
const account = { key: 'key', secret: 'secret' }
const { url } = await bucketServer(account)
const stores: Record<string, Files> = {
  'on disk': filesOnDisk(path.join(directory, 'files')),
  'in a bucket': filesInS3({ url, bucket: 'proofs', ...account }),
}

const NOTHING = { missing: 0, empty: 0, changed: 0, not_in_receipt: 0, orphaned: 0, faults: [] }
const picture = await sharp({ create: { width: 30, height: 10, channels: 3, background: '#123' } })
  .jpeg()
  .toBuffer()

async function deliver(shop: Client, service: Service, route: RouteWithStops): Promise<void> {
  for (const { stop_uuid } of route.stops) {
    const form = new FormData()
    form.append('photo', new Blob([new Uint8Array(picture)]), 'photo.jpg')
    const at = `/routes/${route.route_uuid}/stops/${stop_uuid}`
    const headers = { authorization: `Bearer ${shop.apiKey}`, 'idempotency-key': randomUUID() }
    const { status } = await fetch(`${service.url}/api/v1${at}/proof`, { method: 'POST', headers, body: form })
    assert.equal(status, 201)
    assert.equal((await shop.post(`${at}/status`, { status: 'DELIVERED' })).status, 200)
  }
  await service.app.db.asBusiness(shop.businessId, (tx) =>
    tx
      .updateTable('stops')
      .set({ settlesAt: new Date(Date.now() - 1_000) })
      .where('settlesAt', 'is not', null)
      .execute(),
  )
  while (await settleOutcomesJob.run(service.app));
}

for (const [where, files] of Object.entries(stores))
  test(`${where}: finds each fault, the API shows it, and it disappears when the file is back`, async () => {
    const service = await startService({ replaced: { files } })
    const { app } = service
    const { shop, route } = await dispatchedRoute(service, 5)
    await deliver(shop, service, route)
    const proofs = await app.db.asBusiness(shop.businessId, (tx) =>
      tx.selectFrom('proofs').select(['stopId', 'proofId', 'fileName', 'sha256']).execute(),
    )
    const proofOf = (stop: number) =>
      proofs.find(({ stopId }) => stopId === route.stops[stop]?.stop_uuid) ?? assert.fail()
    const [intact, missing, empty] = [proofOf(0), proofOf(1), proofOf(2)]
    const [changed, exchanged] = [proofOf(3), proofOf(4)]
    assert.deepEqual(await verifyFiles(app), { checked: 5, ...NOTHING })

    const put = async (name: string, content: Buffer): Promise<void> => {
      const from = path.join(directory, 'source')
      await writeFile(from, content)
      await files.put(name, from, 'image/jpeg')
    }
    const content = (await files.get(intact.fileName)) ?? assert.fail()
    const other = Buffer.concat([content, Buffer.from([0])])
    await files.remove(missing.fileName)
    await put(empty.fileName, Buffer.alloc(0))
    await put(changed.fileName, other)
    // An attacker who can also write to the database changes the digest, but the receipt is signed.
    await app.db.query('update proofs set sha256 = sha256($2::bytea) where proof_uuid = $1', [exchanged.proofId, other])
    await put(exchanged.fileName, other)
    const [refused, logo, orphan, awaited] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    await app.db.asBusiness(shop.businessId, async (tx) => {
      await tx
        .insertInto('refusedProofs')
        .values({
          businessId: shop.businessId,
          routeId: route.route_uuid,
          stopId: missing.stopId,
          proofId: refused,
          kind: 'PHOTO',
          fileName: refused,
          contentType: 'image/jpeg',
          sha256: intact.sha256,
          signedBy: null,
          takenAt: new Date(),
          claimedAt: null,
        })
        .execute()
      await tx.updateTable('businesses').set({ logoFile: logo, logoType: 'image/png' }).execute()
      await addUnnamedFile(tx, awaited, new Date())
    })
    await put(orphan, content)
    // A logo in use is not an orphan.
    const own = await service.business()
    const used = randomUUID()
    await app.db.asBusiness(own.businessId, (tx) =>
      tx.updateTable('businesses').set({ logoFile: used, logoType: 'image/png' }).execute(),
    )
    await put(used, content)
    await put(awaited, content)
    await put('what-is-none-of-ours', content)

    const ofProof = ({ fileName, proofId }: typeof missing) =>
      ({ file_name: fileName, named_by: 'PROOF', business_uuid: shop.businessId, uuid: proofId }) as const
    const { faults, ...counts } = await verifyFiles(app)
    assert.deepEqual(counts, { checked: 8, missing: 3, empty: 1, changed: 1, not_in_receipt: 1, orphaned: 1 })
    const byName = (rows: VerifiedFiles['faults']) => rows.toSorted((a, b) => (a.file_name < b.file_name ? -1 : 1))
    const business = { business_uuid: shop.businessId }
    assert.deepEqual(
      byName(faults),
      byName([
        { fault: 'MISSING', ...ofProof(missing) },
        { fault: 'EMPTY', ...ofProof(empty) },
        { fault: 'CHANGED', ...ofProof(changed) },
        { fault: 'NOT_IN_RECEIPT', ...ofProof(exchanged) },
        { fault: 'MISSING', file_name: refused, named_by: 'REFUSED_PROOF', ...business, uuid: refused },
        { fault: 'MISSING', file_name: logo, named_by: 'LOGO', ...business, uuid: shop.businessId },
        { fault: 'ORPHANED', file_name: orphan },
      ]),
    )
    assert.equal((await verifyFiles(app, { shared: true })).orphaned, 0)

    const shown = async () => {
      const { stops } = (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data
      return route.stops.map(({ stop_uuid }) => {
        const proof = stops.find((stop) => stop.stop_uuid === stop_uuid)?.proof
        for (const { url } of proof?.file_faults ?? []) assert.ok(proof?.photo_urls.includes(url))
        return proof?.file_faults?.map(({ fault }) => fault)
      })
    }
    assert.deepEqual(await shown(), [undefined, ['MISSING'], ['MISSING'], ['CHANGED'], undefined])

    for (const { fileName } of [missing, empty, changed]) await put(fileName, content)
    assert.equal((await verifyFiles(app)).changed, 0)
    assert.deepEqual(await shown(), [undefined, undefined, undefined, undefined, undefined])

    // A fault is detected whenever the file is read, not only by the command.
    await put(intact.fileName, other)
    const stop = (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data.stops[0]
    const { pathname, search } = new URL(stop?.proof?.photo_urls[0] ?? '')
    assert.equal((await fetch(service.url + pathname + search)).headers.get('roundsman-picture'), 'changed')
    assert.deepEqual((await shown())[0], ['CHANGED'])
  })

test('a file that has grown is read only up to the maximum size of pictures', async () => {
  const files = filesOnDisk(path.join(directory, 'grown'))
  const read: number[] = []
  const service = await startService({
    replaced: {
      files: {
        ...files,
        read: async function (name) {
          const pieces = await files.read(name)
          return (
            pieces &&
            (async function* () {
              for await (const piece of pieces) {
                read.push(piece.length)
                yield piece
              }
            })()
          )
        },
      },
    },
  })
  const { shop, route } = await dispatchedRoute(service, 1)
  await deliver(shop, service, route)
  for await (const name of files.names())
    await truncate(path.join(directory, 'grown', name.slice(-2), name), 400 * 1024 * 1024)
  assert.equal((await verifyFiles(service.app)).changed, 1)
  const sum = read.reduce((total, bytes) => total + bytes, 0)
  assert.ok(sum < 80 * 1024 * 1024, `${sum} bytes`)
  assert.ok(Math.max(...read) <= 1024 * 1024, 'in pieces')
})
