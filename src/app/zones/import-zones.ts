// Imports the zones of a GeoJSON file, one zone per feature. A faulty feature is reported and doesn't affect the
// others.
import type { FileArea, FileRules } from '../../contract/office/zones.ts'
import { MAX_ZONES_IN_FILE } from '../../contract/zones.ts'
import { text } from '../../texts/text.ts'
import type { ReadArea, StoredArea } from '../../domain/zones/zone.ts'
import { insertZone, readZones, saveZone, type Zone, zonesWithArea } from '../../store/zones/zones.ts'
import type { Tx } from '../../store/database.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import { type AuditedChange, changeWithAudit } from '../business/audited-change.ts'
import { versionConflictError } from '../version-conflict.ts'
import { withinBudget } from './budget.ts'
import { squareMiles } from './manage-zones.ts'

interface Import {
  geojson: readonly ReadArea[]
  rules: FileRules
  preview: boolean
}

/**
 * Imports the areas. A feature replaces the area of the zone with the same name, so importing the same file twice
 * changes nothing.
 */
export async function importZones(ctx: Context, { geojson: areas, rules, preview }: Import): Promise<FileArea[]> {
  const { businessId } = ctx
  if (areas.length === 0) throw invalid('geojson', 'has no features')
  if (areas.length > MAX_ZONES_IN_FILE)
    throw invalid('geojson', text('has more than {most} features', { most: MAX_ZONES_IN_FILE }))
  if (preview) return (await ctx.read((tx) => checkAreas(ctx, tx, areas))).map(({ answer }) => answer)
  const entry: AuditedChange = { action: 'zones.imported', entity: 'business', entityId: businessId }
  return changeWithAudit(ctx, businessId, entry, (tx) =>
    withinBudget(tx, 'geojson', async () => {
      const verdicts = await checkAreas(ctx, tx, areas)
      for (const { answer, area, before } of verdicts) {
        if (!area || answer.result === 'UNCHANGED') continue
        if (!before) await insertZone(tx, { zoneId: ctx.newId(), name: answer.name, area, ...rulesOf(rules) })
        else if (!(await saveZone(tx, before, { area })))
          throw await versionConflictError(tx, before.zoneId, before.name)
      }
      return verdicts.map(({ answer }) => answer)
    }),
  )
}

interface AreaCheck {
  answer: FileArea
  area: StoredArea | null
  /** The existing zone with the same name, or null. */
  before: Zone | null
}

async function checkAreas({ say }: Context, tx: Tx, areas: readonly ReadArea[]): Promise<AreaCheck[]> {
  const byName = new Map((await readZones(tx)).map((zone) => [zone.name, zone]))
  const seen = new Set<string>()
  const verdicts = areas.map((one, i): AreaCheck => {
    const number = i + 1
    const name = one.name ?? `Zone ${number}`
    const fault = 'fault' in one ? one.fault : seen.has(name) ? text('has the same name as an earlier area') : null
    seen.add(name)
    if ('fault' in one || fault !== null)
      return {
        answer: { number, name, result: 'BAD', square_miles: null, corners: null, fault: fault && say(fault) },
        area: null,
        before: null,
      }
    const { area } = one
    const before = byName.get(name) ?? null
    const answer = { number, name, square_miles: squareMiles(area.extent.area), corners: area.corners, fault: null }
    return { answer: { ...answer, result: before ? 'REPLACED' : 'CREATED' }, area, before }
  })
  const same = await zonesWithArea(
    tx,
    verdicts.flatMap(({ area, before }) =>
      area && before ? [{ zoneId: before.zoneId, geometry: area.geometry }] : [],
    ),
  )
  return verdicts.map((verdict) =>
    verdict.before && same.has(verdict.before.zoneId)
      ? { ...verdict, answer: { ...verdict.answer, result: 'UNCHANGED' } }
      : verdict,
  )
}

const rulesOf = ({ hours, capacity, cutoff_days, cutoff_time, active }: FileRules) => ({
  hours,
  capacity,
  cutoffDays: cutoff_days,
  cutoffTime: cutoff_days === null ? null : cutoff_time,
  active,
})
