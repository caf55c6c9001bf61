// Costs of driving and turning in src/roads, for the plain search.
import type { Network } from '../../src/roads/graph/junctions.ts'
import type { Prices } from './plain-drives.ts'

export const pricesOf = ({ arcs, delays }: Network, decimeters: Int32Array): Prices => ({
  ...delays,
  drive: (arc) => arcs.costs[arc]!,
  time: (arc) => arcs.centiseconds[arc]!,
  length: (arc) => decimeters[arc >> 1]!,
})
