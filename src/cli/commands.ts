// Commands for operators, one entry each (docs/spec/operating.md#commands).
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { filesOnDisk } from '../adapters/files/files-on-disk.ts'
import { addRegion } from '../adapters/regions/add-region.ts'
import { stageInWords } from '../domain/regions/stage.ts'
import { deleteProgress } from '../adapters/regions/preparing.ts'
import { extractEntries } from '../adapters/regions/read-extract.ts'
import { readRegions, type Region, removeRegion } from '../adapters/regions/region-folder.ts'
import { importAddresses, openRegionAddresses } from '../app/addresses/geocoding/import-addresses.ts'
import { backup } from '../app/operations/backup.ts'
import { checkSecret } from '../app/operations/check-secret.ts'
import { erasePerson } from '../app/customers/privacy/erase-person.ts'
import { eraseAgain } from '../app/customers/privacy/erase-again.ts'
import { exportPerson } from '../app/customers/privacy/export-person.ts'
import { findPerson } from '../app/customers/privacy/find-person.ts'
import { readErasedList } from '../adapters/erased-list.ts'
import { restore } from '../app/operations/restore.ts'
import { cancelMove, forgetMoved, type Move, moveBusiness } from '../app/operations/move-business.ts'
import { rotateSecret } from '../app/operations/rotate-secret.ts'
import { verifyFiles } from '../app/operations/verify-files.ts'
import { exportChain } from '../app/customers/receipts/export-chain.ts'
import { rotateReceiptKey } from '../app/customers/receipts/receipt-key.ts'
import { changeSettings } from '../app/business/settings/change-settings.ts'
import { closeZoneDay } from '../app/zones/close-zone-day.ts'
import type { App } from '../app/context.ts'
import type { ErasedLine } from '../app/ports/erased-list.ts'
import type { PersonKeyBody } from '../contract/privacy.ts'
import { operatorContext } from '../app/business/audited-change.ts'
import { retryAllGeocoding } from '../app/orders/retry-geocoding.ts'
import { loadDemo } from '../app/operations/demo/load-demo.ts'
import { revokeKey } from '../app/integrations/keys/revoke-key.ts'
import { showDriverLink } from '../app/driving/show-driver-link.ts'
import { showResetLink } from '../app/people/users/show-reset-link.ts'
import { Day, text, Uuid } from '../contract/fields.ts'
import type { Connection } from '../store/database.ts'
import { VERSION } from '../version.ts'
import { type Command, command } from './command.ts'
import { createCommands } from './create-commands.ts'
import { email, flag } from './options.ts'
import { settingsFromArguments, settingsToWire } from './settings.ts'

/** Options that identify a person. */
const PERSON = {
  business: Uuid,
  phone: text(1, 40).optional(),
  email: email().optional(),
  ref: text(1, 200).optional(),
}

export const commands: Record<string, Command> = {
  ...createCommands,
  set: command({
    options: z.object({ business: Uuid }),
    rest: settingsFromArguments,
    run: async ({ app }, { business }, settings) => settingsToWire(await changeSettings(app, business, settings)),
  }),
  'revoke-key': command({
    options: z.object({
      key: z.union([z.string().regex(/^rk_(live|test)_/, 'must be a key or its id'), Uuid], {
        error: 'must be a key or its id',
      }),
    }),
    run: async ({ app }, { key }) => ({ key_uuid: (await revokeKey(app, key)).keyId }),
  }),
  'reset-password-link': command({
    options: z.object({ email: email(), 'remove-second-factor': flag('has no value').optional() }),
    run: ({ app }, { email, 'remove-second-factor': removes }) =>
      showResetLink(app, { email, removesTotp: removes ?? false }),
  }),
  'close-zone-day': command({
    options: z.object({ zone: Uuid, date: Day, note: text(1, 500) }),
    run: async ({ app }, { zone, date, note }) => {
      await closeZoneDay(app, { zoneId: zone, day: date, note })
      return { zone_uuid: zone }
    },
  }),
  'driver-link': command({
    options: z.object({ route: Uuid }),
    run: ({ app }, { route }) => showDriverLink(app, route),
  }),
  'erase-person': command({
    options: z.object({ ...PERSON, preview: flag('has no value').optional() }),
    run: async ({ app }, { business, preview, ...sought }) => {
      const ctx = await operatorContext(app, business)
      return preview ? findPerson(ctx, personKey(sought)) : erasePerson(ctx, personKey(sought))
    },
  }),
  'export-person': command({
    options: z.object(PERSON),
    run: async ({ app }, { business, ...sought }) => {
      const ctx = await operatorContext(app, business)
      const key = personKey(sought)
      const data = await exportPerson(ctx, { ...key, after: null })
      for (let after = data.next_after; after !== null; ) {
        const page = await exportPerson(ctx, { ...key, after })
        data.deliveries.push(...page.deliveries)
        after = page.next_after
      }
      return { deliveries: data.deliveries, recurring_orders: data.recurring_orders }
    },
  }),
  'erase-again': command({
    options: z.object({ erased: text(1, 4_096).optional() }),
    run: async ({ app }, { erased }) => ({ deliveries: await eraseAgain(app, await erasedList(app, erased)) }),
  }),
  'load-demo': command({
    options: z.object({}),
    run: async ({ app }) => {
      const { businessId, apiKey, email, password } = await loadDemo(app)
      return { business_uuid: businessId, api_key: apiKey, email, password }
    },
  }),
  'add-region': command({
    options: z.object({ from: text(1, 4_096), name: text(1, 63).optional() }),
    run: async ({ app, config: { dataDir }, database }, { from, name }) => {
      const { region, changed } = await addRegion({
        dataDir,
        file: from,
        name,
        clock: app.clock,
        progress: (preparing) => console.error(stageInWords(preparing)),
        addresses: openRegionAddresses(database.connection, extractEntries),
      })
      return { ...regionToWire(region), changed, looked_up_again: await retryAllGeocoding(app) }
    },
  }),
  'list-regions': command({
    options: z.object({}),
    run: ({ config }) => ({ regions: readRegions(config.dataDir).map(regionToWire) }),
  }),
  'remove-region': command({
    options: z.object({ name: text(1, 63) }),
    run: async ({ config, database }, { name }) => {
      const removed = [
        deleteProgress(config.dataDir, name),
        await openRegionAddresses(database.connection, extractEntries).remove(name),
        await removeRegion(config.dataDir, name),
      ]
      if (!removed.includes(true)) throw new Error(`There is no region "${name}".`)
      return { name }
    },
  }),
  'import-addresses': command({
    options: z.object({ from: text(1, 4_096) }),
    run: async ({ app, database }, { from }) => ({
      ...(await importAddresses(database.connection, extractEntries, from, (sentence) => console.error(sentence))),
      looked_up_again: await retryAllGeocoding(app),
    }),
  }),
  migrate: command({
    options: z.object({}),
    run: ({ database }) => ({ applied: database.migrated }),
  }),
  'rotate-secret': command({
    options: z.object({
      'end-links': flag('has no value').optional(),
      'old-secret-lost': flag('has no value').optional(),
    }),
    anySecret: true,
    run: async ({ app, config }, { 'end-links': endLinks = false, 'old-secret-lost': oldSecretLost = false }) => {
      const rotating = config.previousAppSecret !== null
      if (!rotating && !endLinks && !oldSecretLost)
        throw new Error('Set APP_SECRET to the new secret and APP_SECRET_PREVIOUS to the old secret.')
      if (!oldSecretLost) await checkSecret(app, { rotating })
      return rotateSecret(app, { endLinks, oldSecretLost })
    },
  }),
  'rotate-receipt-key': command({
    options: z.object({}),
    run: async ({ app }) => {
      const { kid, retired } = await rotateReceiptKey(app)
      return { key_id: kid, retired_key_id: retired }
    },
  }),
  'export-receipts': command({
    options: z.object({ business: Uuid, to: text(1, 4_096) }),
    run: async ({ app }, { business, to }) => ({ file: to, receipts: await exportChain(app, business, to) }),
  }),
  move: command({
    options: z.object({
      business: Uuid,
      to: text(1, 4_096).optional(),
      'reached-by': text(1, 4_096).optional(),
      files: text(1, 4_096),
      cancel: flag('has no value').optional(),
      forget: flag('has no value').optional(),
    }),
    run: ({ app, database: { connection } }, { business, to, 'reached-by': reachedBy, files, cancel, forget }) => {
      if (forget) return forgetMoved(connection, business, files === 'shared' ? null : app.files)
      if (!to) throw new Error('--to is required: the owner’s address of the other installation’s database.')
      const move: Move = {
        businessId: business,
        source: connection,
        target: to,
        reachedBy: reachedBy ?? addressOf(connection),
        files: files === 'shared' ? null : { from: app.files, to: filesOnDisk(path.join(files, 'files')) },
        within: (work) =>
          app.scratch.within((folder) =>
            work(async (name, content) => {
              const file = path.join(folder, name)
              await writeFile(file, content)
              return file
            }),
          ),
        progress: (sentence) => console.error(sentence),
      }
      return cancel ? cancelMove(move) : moveBusiness(move)
    },
  }),
  'verify-files': command({
    options: z.object({ shared: flag('has no value').optional() }),
    run: async ({ app }, { shared }) => {
      const verified = await verifyFiles(app, { shared: shared ?? false })
      if (verified.faults.length > 0) process.exitCode = 1
      return verified
    },
  }),
  backup: command({
    options: z.object({ to: text(1, 4_096) }),
    asIs: true,
    run: ({ app, database: { connection, kept } }, { to }) =>
      backup({ connection, kept, appVersion: VERSION, now: app.clock() }, to),
  }),
  restore: command({
    options: z.object({ from: text(1, 4_096), erased: text(1, 4_096).optional() }),
    asIs: true,
    run: async ({ app, database }, { from, erased }) => {
      if (database.shared) throw new Error('Roundsman is running on this database: stop it before you restore.')
      const list = await erasedList(app, erased)
      const restored = await restore(database, from)
      return { ...restored, erased_again: { deliveries: await eraseAgain(app, list) } }
    },
  }),
}

/** Returns the address in the format of PostgreSQL's own programs. */
const addressOf = (connection: Connection): string =>
  typeof connection === 'string'
    ? connection
    : `postgres://${encodeURIComponent(connection.user)}@/${connection.database}?host=${encodeURIComponent(connection.host)}`

/** Reads the list of erasures in DATA_DIR, and an additional copy if one is given. */
const erasedList = async (app: App, copy: string | undefined): Promise<ErasedLine[]> => [
  ...(await app.erasedList.all()),
  ...(copy ? await readErasedList(copy) : []),
]

function personKey({ phone, email, ref }: Partial<Record<'phone' | 'email' | 'ref', string>>): PersonKeyBody {
  const key = { phone: phone ?? null, email: email ?? null, external_ref: ref ?? null }
  if (Object.values(key).every((value) => value === null)) throw new Error('--phone, --email or --ref is required.')
  return key
}

const regionToWire = ({ name, source, file_date, added_at, junctions, addresses, conditions }: Region) => ({
  name,
  source,
  file_date,
  added_at,
  junctions,
  addresses,
  conditions,
})
