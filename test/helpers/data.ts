// The files of test/data and the extract of the demo; their sources and licences are in the README beside them.
import { fileURLToPath } from 'node:url'

const file = (path: string): string => fileURLToPath(new URL(`../data/${path}`, import.meta.url))

/** Roads of the north-west of Washington, DC. */
export { DEMO_EXTRACT as WASHINGTON } from '../../src/cli/demo-region.ts'
/** Durations and distances among 61 and 201 points there. */
export const ROADS_61 = file('matrices/roads-61.json.gz')
export const ROADS_201 = file('matrices/roads-201.json.gz')
/** Orders as three systems export them, what is in them, and the header rows of more systems. */
export const EXPORTS = file('orders')
/** One row for each way in which files of orders are dirty. */
export const DIRTY_ORDERS = file('dirty/orders.csv')
