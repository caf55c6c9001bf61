// The files of test/data; their sources and licences are in its README.
import { fileURLToPath } from 'node:url'

const file = (path: string): string => fileURLToPath(new URL(`../data/${path}`, import.meta.url))

/** Roads of the north-west of Washington, DC. */
export const WASHINGTON = file('osm/washington-nw.osm.pbf')
/** Durations and distances among 61 and 201 points there. */
export const ROADS_61 = file('matrices/roads-61.json')
export const ROADS_201 = file('matrices/roads-201.json')
/** Orders as three systems export them, what is in them, and the header rows of more systems. */
export const EXPORTS = file('orders')
