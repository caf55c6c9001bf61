import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import type { App } from '../../src/app/context.ts'
import { verifyPassword } from '../../src/app/people/users/passwords.ts'
import { useLink } from '../../src/app/people/sign-in/links.ts'
import { openLog } from '../../src/adapters/observability/log.ts'
import { commands } from '../../src/cli/commands.ts'
import { connect } from '../../src/cli/connect.ts'
import { compose } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { commandLine, printed, type Run } from '../helpers/command.ts'
import { testDatabase } from '../helpers/database.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const a = [-77, 38.9]
const square = {
  type: 'Polygon',
  coordinates: [
    [
      [-77.1, 38.9],
      [-77, 38.9],
      [-77, 39],
      [-77.1, 39],
    ],
  ],
}

describe("the operators' commands", () => {
  let client: pg.Client
  let end: () => Promise<void>
  /** `apart` runs a command in a separate process, `run` in this one. */
  let apart: Run
  let run: Run
  let dir = ''
  let business = ''
  let app: App

  before(async () => {
    const { url, drop } = await testDatabase()
    client = new pg.Client({ connectionString: url })
    await client.connect()
    dir = fs.mkdtempSync(path.join(os.tmpdir(), 'rm-cli-'))
    const environment = { DATABASE_URL: url, APP_SECRET: 'a secret for tests only, 32 characters', DATA_DIR: dir }
    apart = commandLine(environment)
    const config = readConfig(environment)
    const database = await connect(config, 'borrow', { info: () => {}, error: console.error })
    const running = compose(config, url, database.appSecret, openLog('silent'))
    app = running.app
    run = async ([name = '', ...args], input = '') => {
      try {
        const at = { app: running.app, database, config, input: async () => input }
        return { code: 0, out: `${JSON.stringify(await commands[name]?.prepare(args)(at))}\n`, err: '' }
      } catch (error) {
        return { code: 1, out: '', err: error instanceof Error ? error.message : '' }
      }
    }
    end = async () => {
      await Promise.all([running.close(), client.end()])
      await drop()
      fs.rmSync(dir, { recursive: true })
    }
    const created = await printed(apart, ['create-business', '--name', 'Acme', '--time-zone', 'America/New_York'])
    business = String(created.business_uuid)
    assert.match(business, uuid)
  })

  after(() => end())

  const row = async (statement: string, ...values: unknown[]) => (await client.query(statement, values)).rows[0]

  async function refused(args: string[], message: RegExp, input?: string, by = run) {
    const { code, out, err } = await by([...args, '--json'], input)
    assert.deepEqual([code, out], [1, ''], err)
    assert.match(err, message)
    assert.doesNotMatch(err, /\n {4}at /, 'no stack')
  }

  it('verify-files prints its results and exits with 1 if any file is at fault', async () => {
    const found = await printed(apart, ['verify-files'])
    assert.deepEqual([found.checked, found.orphaned, found.faults], [0, 0, []])
    const name = randomUUID()
    const folder = path.join(dir, 'files', name.slice(-2))
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(path.join(folder, name), 'a picture')
    const { code, out } = await apart(['verify-files', '--json'])
    assert.deepEqual([code, JSON.parse(out).faults], [1, [{ fault: 'ORPHANED', file_name: name }]])
    assert.equal((await printed(apart, ['verify-files', '--shared'])).orphaned, 0)
    fs.rmSync(folder, { recursive: true })
  })

  it('set changes the named settings and prints all', async () => {
    const settings = await printed(run, [
      'set',
      '--business',
      business,
      'undo_window_seconds=5',
      'proof_required=PHOTO_OR_SIGNATURE',
      'notify_outcome=true',
      'service_minutes=7.5',
      'customer_language=es',
      'office_language=es',
      'phone_region=mx',
    ])
    assert.deepEqual(settings, {
      business_uuid: business,
      name: 'Acme',
      time_zone: 'America/New_York',
      phone_region: 'MX',
      undo_window_seconds: 5,
      proof_required: 'PHOTO_OR_SIGNATURE',
      proof_required_failed: false,
      notify_scheduled: false,
      notify_outcome: true,
      notify_on_the_way: false,
      notice_channels: 'ONE',
      share_proof: false,
      failure_reasons: ['Nobody there', 'Wrong address', 'No access', 'Refused', 'Damaged', 'Not on the vehicle'],
      choose_days_ahead: 0,
      choose_until: '18:00',
      leaving_places: ['Front door', 'Back door', 'Reception', 'Mailroom', 'Neighbor', 'Garage'],
      drivers_may_reorder: false,
      scan_loading: 'OFF',
      scan_door: 'OFF',
      currency: 'USD',
      door_code: false,
      brand_name: null,
      accent_color: null,
      contact_phone: null,
      contact_email: null,
      sms_consent_default: false,
      customer_language: 'es',
      office_language: 'es',
      service_minutes: 7.5,
      on_time_goal: null,
      keep_orders_days: null,
      keep_photos_days: null,
      keep_positions_days: null,
      keep_messages_days: null,
      keep_logs_days: null,
    })
    misused(['set', '--business', business, 'undo_window_seconds=901'], /undo_window_seconds must be at most 900/)
    misused(['set', '--business', business, 'notify_outcome=maybe'], /notify_outcome must be true or false/)
    misused(['set', '--business', business, 'colour=red'], /no setting colour/)
    misused(['set', '--business', business], /KEY=VALUE/)
  })

  it('create-key prints a key once, and revoke-key accepts its ID or the key itself', async () => {
    const key = await printed(run, ['create-key', '--business', business, '--name', 'Shop'])
    assert.match(String(key.api_key), /^rk_live_[A-Za-z0-9_-]{43}$/)
    const other = await printed(run, ['create-key', '--business', business, '--name', 'Other'])
    const stored = await row('select * from api_keys where key_uuid = $1', key.key_uuid)
    assert.ok(!JSON.stringify(stored).includes(String(key.api_key)), 'the key itself is not stored')
    assert.deepEqual(await printed(run, ['revoke-key', '--key', String(key.key_uuid)]), { key_uuid: key.key_uuid })
    assert.deepEqual(await printed(run, ['revoke-key', '--key', String(other.api_key)]), { key_uuid: other.key_uuid })
    const live = await row('select count(*)::int from api_keys where revoked_at is null')
    assert.equal(live.count, 0)
    await refused(['revoke-key', '--key', business], /no key with that id/)
  })

  it('create-key limits a key to scopes, addresses and an expiry', async () => {
    const args = ['create-key', '--business', business, '--name', 'Limited']
    const limits = ['--scopes', 'orders:read, orders:write', '--allowed-addresses', '203.0.113.7,2001:db8::/32']
    const key = await printed(run, [...args, ...limits, '--expires-at', '2999-01-31T00:00:00Z'])
    assert.deepEqual(
      await row('select scopes, allowed_addresses::text[], expires_at from api_keys where key_uuid = $1', key.key_uuid),
      {
        scopes: ['orders:read', 'orders:write'],
        allowed_addresses: ['203.0.113.7/32', '2001:db8::/32'],
        expires_at: new Date('2999-01-31T00:00:00Z'),
      },
    )
    misused([...args, '--scopes', 'orders:all'], /--scopes must be one of orders:read, orders:write/)
    misused([...args, '--allowed-addresses', 'our office'], /--allowed-addresses must be an IP address or a network/)
    misused([...args, '--expires-at', 'tomorrow'], /--expires-at must be/)
    await refused([...args, '--expires-at', '2020-01-31T00:00:00Z'], /expires_at must be in the future/)
    await printed(run, ['revoke-key', '--key', String(key.key_uuid)])
  })

  it('create-user reads the password from standard input and stores a hash', async () => {
    const args = [
      'create-user',
      '--business',
      business,
      '--email',
      'Owner@acme.example',
      '--name',
      'O',
      '--role',
      'OWNER',
    ]
    const user = await printed(apart, [...args, '--password-stdin'], 'correct horse\n')
    const stored = await row('select * from users where user_uuid = $1', user.user_uuid)
    assert.ok(await verifyPassword('correct horse', stored.password_hash))
    assert.ok(!(await verifyPassword('correct horse\n', stored.password_hash)))
    misused(args, /--password-stdin is required/)
    await refused([...args, '--password-stdin'], /at least 8 characters/, 'short')
    await refused([...args, '--password-stdin'], /signs in with Owner@acme.example already/, 'another password')
  })

  it('reset-password-link prints a link that works once, and keeps the second factor unless an option removes it', async () => {
    const email = 'Locked@acme.example'
    const args = ['create-user', '--business', business, '--email', email, '--name', 'L', '--role', 'OWNER']
    const { user_uuid } = await printed(run, [...args, '--password-stdin'], 'correct horse')
    const hasTotp = async () => (await row('select totp_secret from users where user_uuid = $1', user_uuid)).totp_secret
    await client.query(`update users set totp_secret = '\\x00' where user_uuid = $1`, [user_uuid])
    const ask = ['reset-password-link', '--email', 'locked@acme.example']
    const first = await printed(apart, ask)
    const { url, expires_at } = await printed(run, ask)
    assert.ok(Date.parse(String(expires_at)) > Date.now() + 23 * 3_600_000)
    const use = (link: unknown) => {
      const token = String(link).replace(/^.*\/welcome\//, '')
      return useLink(app, { token, name: null, password: 'another password' })
    }
    await assert.rejects(use(first.url), /was used or withdrawn, or has expired/, 'the newer link replaces the first')
    assert.equal((await use(url)).session, null, 'the second factor is still needed to sign in')
    await assert.rejects(use(url), /was used or withdrawn, or has expired/)
    assert.ok(await hasTotp())
    await use((await printed(run, [...ask, '--remove-second-factor'])).url)
    assert.equal(await hasTotp(), null)
    await refused(['reset-password-link', '--email', 'nobody@acme.example'], /No user signs in with this/)
  })

  it('create-depot, create-driver and create-vehicle create a fleet', async () => {
    const depot = (name: string) =>
      printed(run, ['create-depot', '--business', business, '--name', name, '--lat', '38.9', '--lng', '-77.03'])
    const [first, second] = [await depot('North'), await depot('South')]
    const defaults = await client.query('select depot_uuid from depots where is_default')
    assert.deepEqual(defaults.rows, [{ depot_uuid: first.depot_uuid }])
    const driver = await printed(run, [
      'create-driver',
      '--business',
      business,
      '--name',
      'Dana',
      '--phone',
      '+12025550101',
      '--language',
      'es',
    ])
    const { rows } = await client.query('select language from drivers where driver_uuid = $1', [driver.driver_uuid])
    assert.deepEqual(rows, [{ language: 'es' }])
    const vehicle = await printed(run, [
      'create-vehicle',
      '--business',
      business,
      '--name',
      'Van 1',
      '--capacity-lbs',
      '1200.5',
      '--shift',
      '08:00-17:00',
      '--temperature-classes',
      'DRY,FROZEN,DRY',
      '--max-stops',
      '30',
      '--driver',
      String(driver.driver_uuid),
      '--depot',
      String(second.depot_uuid),
    ])
    const { created_at: _, ...stored } = await row(
      'select * from vehicles where vehicle_uuid = $1',
      vehicle.vehicle_uuid,
    )
    assert.deepEqual(stored, {
      business_uuid: business,
      vehicle_uuid: vehicle.vehicle_uuid,
      name: 'Van 1',
      capacity_lbs: 1200.5,
      temperature_classes: ['DRY', 'FROZEN'],
      shift_start: '08:00:00',
      shift_end: '17:00:00',
      max_stops: 30,
      costing: 'CAR',
      driver_uuid: driver.driver_uuid,
      depot_uuid: second.depot_uuid,
      active: true,
      version: 1,
      rules: null,
    })
    const plain = await printed(run, ['create-vehicle', '--business', business, '--name', 'Van 2'])
    const bare = await row('select * from vehicles where vehicle_uuid = $1', plain.vehicle_uuid)
    assert.deepEqual([bare.capacity_lbs, bare.temperature_classes, bare.max_stops], [null, ['DRY'], null])

    const van = ['create-vehicle', '--business', business, '--name', 'Van 3']
    const feet = ['--height-feet', '11.5', '--width-feet', '8', '--length-feet', '26']
    const pounds = ['--gross-weight-lbs', '26000', '--axle-load-lbs', '18000']
    const truck = await printed(run, [...van, ...feet, ...pounds])
    const sizes = await row('select rules from vehicles where vehicle_uuid = $1', truck.vehicle_uuid)
    const size = { heightFeet: 11.5, widthFeet: 8, lengthFeet: 26, grossWeightLbs: 26_000, axleLoadLbs: 18_000 }
    assert.deepEqual(sizes.rules, size)
    misused([...van, '--height-feet', '21'], /--height-feet must be at most 16.4 ft/)
    misused([...van, '--shift', '17:00-08:00'], /--shift must end after it starts/)
    misused([...van, '--shift', '8-17'], /--shift must be a time/)
    misused([...van, '--capacity-lbs', 'much'], /--capacity-lbs must be a number/)
    misused([...van, '--capacity-lbs', ''], /--capacity-lbs must be a number/)
    misused([...van, '--max-stops', '1.5'], /--max-stops must be a whole number/)
    misused([...van, '--temperature-classes', 'WARM'], /--temperature-classes must be one of DRY/)
    await refused([...van, '--driver', business], /no driver with that id/)
    await refused([...van, '--depot', String(driver.driver_uuid)], /no depot with that id/)
  })

  it('create-zone accepts a Feature, a FeatureCollection or a geometry, and close-zone-day closes the zone', async () => {
    const file = (value: unknown) => {
      const name = path.join(dir, 'zone.geojson')
      fs.writeFileSync(name, typeof value === 'string' ? value : JSON.stringify(value))
      return name
    }
    const zone = (value: unknown, ...more: string[]) => [
      'create-zone',
      '--business',
      business,
      '--name',
      'North',
      '--geojson',
      file(value),
      '--days',
      'mon,fri',
      '--window',
      '09:00-17:00',
      ...more,
    ]
    const feature = { type: 'Feature', properties: {}, geometry: square }
    const made = []
    for (const value of [square, feature, { type: 'FeatureCollection', features: [feature] }])
      made.push(await printed(run, zone(value, '--capacity', '0', '--cutoff-days', '1', '--cutoff-time', '17:00')))
    const stored = await row('select * from zones where zone_uuid = $1', made[2]?.zone_uuid)
    const window = { start: '09:00', end: '17:00' }
    assert.deepEqual(stored.hours, [window, null, null, null, window, null, null])
    assert.deepEqual([stored.capacity, stored.cutoff_days, stored.cutoff_time], [0, 1, '17:00:00'])
    assert.deepEqual(stored.geometry.coordinates[0].at(-1), [-77.1, 38.9], 'the ring is closed')
    const open = await row('select * from zones where zone_uuid = $1', (await printed(run, zone(square))).zone_uuid)
    assert.deepEqual([open.capacity, open.cutoff_days, open.cutoff_time], [null, null, null])

    const id = String(made[0]?.zone_uuid)
    const close = ['close-zone-day', '--zone', id, '--date', '12/25/2026', '--note']
    assert.deepEqual(await printed(run, [...close, 'Christmas']), { zone_uuid: id })
    assert.deepEqual(await printed(run, [...close, 'Closed']), { zone_uuid: id })
    const closures = await client.query('select zone_uuid, date::text, note from zone_closures')
    assert.deepEqual(closures.rows, [{ zone_uuid: id, date: '2026-12-25', note: 'Closed' }])

    misused(
      ['close-zone-day', '--zone', id, '--date', '02/30/2026', '--note', 'x'],
      /--date must be a date that exists/,
    )
    await refused(['close-zone-day', '--zone', business, '--date', '02/03/2026', '--note', 'x'], /no zone with that id/)
    await refused(zone({ type: 'Point', coordinates: [0, 0] }), /must be a Polygon or a MultiPolygon/)
    await refused(zone({ type: 'Polygon', coordinates: [[a, a, a, a]] }), /covers no area/)
    await refused(zone('{'), /can't be read/)
    misused(zone(square, '--days', 'someday'), /--days must be one of mon/)
  })

  it('every change is in the audit log with the operator as actor', async () => {
    const { rows } = await client.query(
      `select distinct action from audit_log where actor_kind = 'OPERATOR' and business_uuid = $1 order by 1`,
      [business],
    )
    assert.deepEqual(
      rows.map(({ action }) => action),
      [
        'business.created',
        'depot.created',
        'driver.created',
        'key.created',
        'key.revoked',
        'settings.changed',
        'user.created',
        'user.link_ended',
        'user.reset_link_made',
        'vehicle.created',
        'zone.closed',
        'zone.created',
      ],
    )
  })

  it('unknown commands and invalid arguments are refused on standard error, with exit code 1', async () => {
    await refused(['create-bussiness'], /no command "create-bussiness"[^]*create-business/, '', apart)
    await refused(['create-business', '--name', 'A'], /--time-zone is required/, '', apart)
    await refused(['create-business', '--name', ' ', '--time-zone', 'Europe/Paris'], /name must not be empty/)
    await refused(['create-business', '--name', 'A', '--time-zone', 'Mars/Olympus'], /IANA time zone/)
    misused(['create-business', '--nmae', 'A'], /--nmae/)
    misused(['set', '--business', randomUUID(), 'units=METRIC', 'clock'], /: clock must be KEY=VALUE$/)
    misused(['revoke-key', '--key', 'nope'], /: --key must be a key or its id$/)
    misused(['create-driver', '--business', 'acme', '--name', 'D'], /--business must be a uuid/)
    const nobody = '01900000-0000-7000-8000-000000000000'
    await refused(['create-driver', '--business', nobody, '--name', 'D'], /no business with that id/, '', apart)
  })

  it('no server starts for --help or for an unknown option', async () => {
    const to = path.join(dir, 'untouched')
    const started = commandLine({ DATA_DIR: to, PORT: '0' })
    assert.match((await started(['demo', '--help'])).out, /^demo \[--live\]/)
    assert.match((await started(['serve', '--help'])).out, /^serve/)
    await refused(['serve', '--prot', '80'], /--prot/, '', started)
    await refused(['serve', '--live'], /--live/, '', started)
    await refused(['demo', 'live'], /live/, '', started)
    assert.match((await started(['-h'])).out, /serve/)
    assert.match((await started(['--version'])).out, /^\d+\.\d+\.\d+\n$/)
    assert.equal(fs.existsSync(to), false)
  })

  it('rotate-receipt-key names both keys, and export-receipts writes only a new file', async () => {
    const first = await printed(run, ['rotate-receipt-key'])
    assert.match(String(first.key_id), /^[A-Za-z0-9_-]{43}$/)
    assert.equal((await printed(run, ['rotate-receipt-key'])).retired_key_id, first.key_id)
    const to = path.join(dir, 'chain.jsonl')
    assert.deepEqual(await printed(run, ['export-receipts', '--business', business, '--to', to]), {
      file: to,
      receipts: 0,
    })
    await refused(['export-receipts', '--business', business, '--to', to], /EEXIST/)
    const nobody = '01900000-0000-7000-8000-000000000000'
    await refused(['export-receipts', '--business', nobody, '--to', `${to}2`], /no business with that id/i)
  })

  it('migrate prints the migrations that it applied', async () => {
    assert.deepEqual(await printed(apart, ['migrate']), { applied: [] })
  })
})

/** Asserts that the arguments are refused before anything is changed. */
function misused([name = '', ...args]: string[], message: RegExp) {
  assert.throws(() => commands[name]?.prepare(args), message)
}
