import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { writeMapTiles } from '../helpers/map-tiles.ts'
import { startService } from '../helpers/service.ts'
import { json, stubServer } from '../helpers/stub-server.ts'

const dir = await mkdtemp(path.join(tmpdir(), 'roundsman-map-'))
after(() => rm(dir, { recursive: true }))
const file = path.join(dir, 'map.pmtiles')
await writeMapTiles(file)
const whole = await readFile(file)
const service = await startService({ env: { MAP_PMTILES: file } })
const tiles = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.url}/map/tiles.pmtiles`, { method, headers })
const mapCheck = async (of = service) => {
  const { data } = (await (await fetch(`${of.url}/api/v1/health`)).json()) as {
    data: { checks: { map_tiles: { status: string; detail?: string } } }
  }
  return data.checks.map_tiles
}

test('the tile file is served in ranges, with an ETag', async () => {
  const part = await tiles({ range: 'bytes=0-126' })
  assert.equal(part.status, 206)
  assert.equal(part.headers.get('content-range'), `bytes 0-126/${whole.length}`)
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(0, 127))
  const tail = await tiles({ range: 'bytes=-10' })
  assert.deepEqual(Buffer.from(await tail.arrayBuffer()), whole.subarray(-10))
  const all = await tiles()
  assert.equal(all.status, 200)
  assert.equal(all.headers.get('accept-ranges'), 'bytes')
  assert.deepEqual(Buffer.from(await all.arrayBuffer()), whole)
  const head = await tiles({}, 'HEAD')
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(whole.length)])
})

test('a range past the end is 416 with the size; a known ETag is 304; a stale ETag gets the whole file', async () => {
  const beyond = await tiles({ range: `bytes=${whole.length}-` })
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${whole.length}`])
  const etag = (await tiles({}, 'HEAD')).headers.get('etag') ?? ''
  assert.match(etag, /^"/, 'the ETag is strong')
  assert.equal((await tiles({ 'if-none-match': etag })).status, 304)
  assert.equal((await tiles({ range: 'bytes=0-9', 'if-range': etag })).status, 206)
  assert.equal((await tiles({ range: 'bytes=0-9', 'if-range': '"of yesterday"' })).status, 200)
})

test('the built-in style loads only our own tiles, in light and dark', async () => {
  const styles = await Promise.all(
    ['light', 'dark'].map(async (theme) => (await fetch(`${service.url}/map/style.json?theme=${theme}`)).text()),
  )
  const [light, dark] = styles.map((text) => JSON.parse(text) as Record<string, unknown> & { layers: { id: string }[] })
  assert.notDeepEqual(light, dark)
  for (const id of ['water', 'building', 'road', 'one-way', 'road-number', 'road-name'])
    assert.ok(
      light?.layers.some((layer) => layer.id === id),
      id,
    )
  for (const style of [light, dark]) {
    assert.deepEqual([style?.glyphs, style?.sprite], [undefined, undefined])
    assert.match(JSON.stringify(style), /OpenStreetMap contributors/)
  }
  for (const text of styles) assert.doesNotMatch(text, /icon-image/)
})

test('names are readable on land and on water, in light and dark', async () => {
  for (const theme of ['light', 'dark']) {
    const { layers } = (await (await fetch(`${service.url}/map/style.json?theme=${theme}`)).json()) as {
      layers: { id: string; paint: Record<string, unknown> }[]
    }
    const colorOf = (id: string, part: string) => String(layers.find((layer) => layer.id === id)?.paint[part])
    const on = { land: colorOf('ground', 'background-color'), water: colorOf('water', 'fill-color') }
    const colorsOf = (id: string) =>
      JSON.stringify(layers.find((layer) => layer.id === id)?.paint['text-color']).match(/#\w{6}/g) ?? []
    for (const id of ['road-name', 'house-number', 'hood-name', 'place-name', 'land-name']) {
      assert.ok(colorsOf(id).length > 0, id)
      for (const color of colorsOf(id)) assert.ok(contrast(color, on.land) >= 4.5, `${theme} ${id} ${color}`)
    }
    for (const id of ['lake-name', 'waterway-name'])
      for (const color of colorsOf(id))
        assert.ok(contrast(color, colorOf(id, 'text-halo-color')) >= 4.5, `${theme} ${id}`)
    assert.notEqual(on.water, on.land)
  }
})

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(a: string, b: string): number {
  const [light, dark] = [a, b]
    .map((color) => {
      const parts = [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16) / 255)
      const [red, green, blue] = parts.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * (red ?? Number.NaN) + 0.7152 * (green ?? Number.NaN) + 0.0722 * (blue ?? Number.NaN)
    })
    .sort((one, other) => other - one) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

test('a page that checks for a new style reads the style once', async () => {
  const url = `${service.url}/map/style.json`
  const etag = (await fetch(url)).headers.get('etag') ?? ''
  assert.equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 304)
  assert.equal((await fetch(`${url}?theme=dark`, { headers: { 'if-none-match': etag } })).status, 200)
})

test('health shows whether the file can be drawn', async () => {
  assert.equal((await mapCheck()).status, 'ok')
  const broken = path.join(dir, 'broken.pmtiles')
  const fault = async (prepare: () => Promise<unknown>) => {
    await prepare()
    const check = await mapCheck(await startService({ env: { MAP_PMTILES: broken } }))
    assert.equal(check.status, 'down')
    return check.detail
  }
  assert.match((await fault(async () => {})) ?? '', /doesn’t exist/)
  assert.match((await fault(() => writeFile(broken, 'not tiles'))) ?? '', /readable PMTiles/)
  assert.match((await fault(() => writeMapTiles(broken, ['transportation']))) ?? '', /lack earth, water, roads/)
  await writeMapTiles(broken)
  assert.match((await fault(() => truncate(broken, whole.length - 5))) ?? '', /incomplete/)
})

test('a configured style redirects browsers to its server, and the policy allows only that and MAP_ORIGINS', async () => {
  const provider = await stubServer(json({ version: 8, sources: {}, layers: [] }))
  const styled = await startService({
    env: {
      MAP_STYLE_URL: `${provider.url}/style.json?key=1`,
      MAP_ORIGINS: 'https://tiles.example, https://fonts.example/x',
    },
  })
  const sent = await fetch(`${styled.url}/map/style.json?theme=dark`, { redirect: 'manual' })
  assert.deepEqual([sent.status, sent.headers.get('location')], [302, `${provider.url}/style.json?key=1`])
  const policy = (await fetch(styled.url)).headers.get('content-security-policy') ?? ''
  assert.match(policy, new RegExp(`connect-src 'self' ${provider.url} https://tiles.example https://fonts.example;`))
  assert.doesNotMatch(policy, /https:[ ;]/)
  assert.equal((await fetch(`${styled.url}/map/tiles.pmtiles`)).status, 404)
  assert.equal((await mapCheck(styled)).status, 'ok')
})

test('the maps of all regions are drawn layer by layer, unless a map is configured', async () => {
  const dataDir = path.join(dir, 'data')
  for (const name of ['east', 'west']) {
    const folder = path.join(dataDir, 'regions', name)
    await mkdir(folder, { recursive: true })
    await writeMapTiles(path.join(folder, 'map.pmtiles'))
    const region = {
      name,
      source: '',
      sha256: '',
      added_at: '',
      version: 0,
      junctions: 0,
      roads: { CAR: '', TRUCK: '' },
    }
    await writeFile(path.join(folder, 'region.json'), JSON.stringify({ ...region, map: 'map.pmtiles' }))
  }
  const both = await startService({ env: { DATA_DIR: dataDir } })
  const style = (await (await fetch(`${both.url}/map/style.json`)).json()) as {
    sources: Record<string, { url: string; attribution: string }>
    layers: { id: string; source?: string; 'source-layer'?: string }[]
  }
  assert.deepEqual(
    Object.values(style.sources).map(({ url }) => url),
    ['pmtiles:///map/regions/east.pmtiles?file=map.pmtiles', 'pmtiles:///map/regions/west.pmtiles?file=map.pmtiles'],
  )
  assert.match(style.sources['east']?.attribution ?? '', /OpenStreetMap contributors/)
  const drawn = style.layers.filter((layer) => layer['source-layer'] === 'water').map(({ source }) => source)
  assert.deepEqual(drawn.slice(0, 4), ['east', 'west', 'east', 'west'])
  assert.equal(new Set(style.layers.map(({ id }) => id)).size, style.layers.length)
  const bytes = await fetch(`${both.url}/map/regions/west.pmtiles`)
  assert.deepEqual(Buffer.from(await bytes.arrayBuffer()), whole)
  for (const name of ['north', '..%2feast%2fmap'])
    assert.equal((await fetch(`${both.url}/map/regions/${name}.pmtiles`)).status, 404)
  assert.equal((await mapCheck(both)).status, 'ok')
  const configured = await startService({ env: { DATA_DIR: dataDir, MAP_PMTILES: file } })
  assert.match(await (await fetch(`${configured.url}/map/style.json`)).text(), /pmtiles:\/\/\/map\/tiles\.pmtiles/)
})

test('without a configured map, the ground is plain and the policy allows nothing else', async () => {
  const plain = await startService()
  assert.equal((await fetch(`${plain.url}/map/style.json`)).status, 204)
  assert.match((await fetch(plain.url)).headers.get('content-security-policy') ?? '', /connect-src 'self';/)
  assert.equal((await mapCheck(plain)).status, 'not_configured')
})

test('the start fails if a map is configured twice or without a server', () => {
  assert.throws(() => readConfig({ MAP_PMTILES: 'a', MAP_STYLE_URL: 'https://a.example/s' }), /only one of them/)
  assert.throws(() => readConfig({ MAP_STYLE_URL: 'https://a.example/s', MAP_ORIGINS: 'a.example' }), /MAP_ORIGINS: a/)
})
