// Classes of vehicles by size. The hours of streets are computed for each class when a region is added.
import type { Costing } from '../domain/planning/costing.ts'
import {
  MAX_VEHICLE_SIZE,
  type Measure,
  MEASURES,
  type VehicleSize,
  wholeSizeOf,
} from '../domain/planning/road-vehicle.ts'
import type { SizedHours } from './read/vehicle-access.ts'

/** The highest value of each class of a measure, if the hours depend on the measure. */
export type SizeClasses = Partial<Record<Measure, readonly number[]>>

/** Maximum number of classes, because each takes a pass over the network. With more, only one class has vehicles that are larger than usual. */
const MAX_CLASSES = 8

/** Factor for values just above a limit. */
const JUST_ABOVE = 1 + 1e-6

/** Returns the classes that the hours distinguish. The last class of a measure has all higher values. */
export function sizeClasses(hours: readonly { sized: SizedHours | null }[], usual: VehicleSize): SizeClasses {
  const found = MEASURES.flatMap((measure) => {
    const limits = new Set(hours.flatMap(({ sized }) => sized?.limits[measure] ?? []))
    if (limits.size === 0) return []
    const most = Math.min(Math.max(...limits) * JUST_ABOVE, MAX_VEHICLE_SIZE[measure])
    return [{ measure, own: usual[measure], most, limits }]
  })
  const all = found.map(({ measure, own, most, limits }) => [measure, sorted([...limits, own, most])] as const)
  const count = all.reduce((product, [, tops]) => product * tops.length, 1)
  if (count <= MAX_CLASSES) return Object.fromEntries(all)
  return Object.fromEntries(found.map(({ measure, own, most }) => [measure, sorted([own, Math.max(own, most)])]))
}

const sorted = (tops: readonly number[]): number[] => [...new Set(tops)].sort((a, b) => a - b)

const measuresOf = (classes: SizeClasses): Measure[] => MEASURES.filter((measure) => classes[measure])

/** Returns the largest vehicle of each class. A measure without classes is that of a vehicle that doesn't state it. */
export function sizesOf(classes: SizeClasses, costing: Costing): VehicleSize[] {
  let sizes: Partial<VehicleSize>[] = [{}]
  for (const measure of measuresOf(classes))
    sizes = sizes.flatMap((size) => classes[measure]!.map((top) => ({ ...size, [measure]: top })))
  return sizes.map((size) => wholeSizeOf({ costing, size }))
}

/** Returns the index of a vehicle's class in `sizesOf`. */
export function classOf(classes: SizeClasses, size: VehicleSize): number {
  let at = 0
  for (const measure of measuresOf(classes)) {
    const tops = classes[measure]!
    const found = tops.findIndex((top) => size[measure] <= top)
    at = at * tops.length + (found < 0 ? tops.length - 1 : found)
  }
  return at
}
