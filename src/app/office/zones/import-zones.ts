// Zones from a GeoJSON file: an area a feature. What is wrong with one is named and holds up none of the others.
import { isDeepStrictEqual } from 'node:util'
import { type FileArea, type FileRules, MAX_ZONES_IN_FILE } from '../../../contract/office/zones.ts'
import { areasFromGeoJson, type NamedArea } from '../../../contract/geojson.ts'
import { extentOf } from '../../../domain/zone.ts'
import { insertZone, type KeptZone, readZones, saveZone } from '../../../store/zones.ts'
import type { Tx } from '../../../store/database.ts'
import type { Context } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { asOperator } from '../../setup/as-operator.ts'
import { changedMeanwhile } from '../changed-meanwhile.ts'
import { squareMiles } from './keep-zone.ts'

interface Import {
  geojson?: unknown
  rules: FileRules
  preview: boolean
}

/** The same file twice changes nothing: an area belongs to the zone of its name. */
export async function importZones(ctx: Context, { geojson, rules, preview }: Import): Promise<FileArea[]> {
  const areas = areasFromGeoJson(geojson)
  if (areas.length === 0) throw invalid('geojson', 'has no features')
  if (areas.length > MAX_ZONES_IN_FILE) throw invalid('geojson', `has more than ${MAX_ZONES_IN_FILE} features`)
  const judged = (tx: Tx) => readZones(tx, ctx.businessId).then((zones) => judge(areas, zones))
  if (preview) return (await ctx.read(judged)).map(({ answer }) => answer)
  const entry = { action: 'zones.imported', entity: 'business', entityId: ctx.businessId }
  return asOperator(ctx, ctx.businessId, entry, async (tx) => {
    const verdicts = await judged(tx)
    for (const { answer, geometry, before } of verdicts) {
      if (!geometry || answer.result === 'UNCHANGED') continue
      const area = { geometry, ...extentOf(geometry) }
      if (before) {
        if (!(await saveZone(tx, ctx.businessId, { ...before, ...area })))
          throw await changedMeanwhile(tx, ctx.businessId, before.zoneId, before.name)
      } else
        await insertZone(tx, ctx.businessId, { zoneId: ctx.newId(), name: answer.name, ...area, ...rulesOf(rules) })
    }
    return verdicts.map(({ answer }) => answer)
  })
}

interface Verdict {
  answer: FileArea
  geometry: KeptZone['geometry'] | null
  /** The zone of the same name. */
  before: KeptZone | null
}

function judge(areas: readonly NamedArea[], zones: readonly KeptZone[]): Verdict[] {
  const byName = new Map(zones.map((zone) => [zone.name, zone]))
  const seen = new Set<string>()
  return areas.map(({ name: given, read }, i) => {
    const number = i + 1
    const name = given ?? `Zone ${number}`
    const fault = 'fault' in read ? read.fault : seen.has(name) ? 'has the name of one before it' : null
    seen.add(name)
    if (fault !== null || 'fault' in read)
      return { answer: { number, name, result: 'BAD', square_miles: null, fault }, geometry: null, before: null }
    const before = byName.get(name) ?? null
    const same = before && isDeepStrictEqual(before.geometry, read.area)
    const result = !before ? 'CREATED' : same ? 'UNCHANGED' : 'REPLACED'
    const square_miles = squareMiles(extentOf(read.area).area)
    return { answer: { number, name, result, square_miles, fault: null }, geometry: read.area, before }
  })
}

const rulesOf = ({ hours, capacity, cutoff_days, cutoff_time, active }: FileRules) => ({
  hours,
  capacity,
  cutoffDays: cutoff_days,
  cutoffTime: cutoff_days === null ? null : cutoff_time,
  active,
})
