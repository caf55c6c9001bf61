// Paths of the files of test/data. test/data/README.md lists their sources and licenses.
import { fileURLToPath } from 'node:url'

const file = (path: string): string => fileURLToPath(new URL(`../data/${path}`, import.meta.url))

/** Roads of the northwest of Washington, DC. */
export const WASHINGTON = file('osm/washington-nw.osm.pbf')
/** Durations and distances between 61 and 201 points in Washington, DC. */
export const ROADS_61 = file('matrices/roads-61.json.gz')
export const ROADS_201 = file('matrices/roads-201.json.gz')
/** Order files that three systems exported, their expected contents, and the header rows of more systems. */
export const EXPORTS = file('orders')
/** One row for each kind of dirty data in order files. */
export const DIRTY_ORDERS = file('dirty/orders.csv')
/** Addresses of Baltimore with every kind of fault, in the format of `npm run bench geocoding -- --queries`. */
export const DIRTY_ADDRESSES = file('dirty/addresses.csv')
/** The region of the demo. */
export const BALTIMORE = file('../../example/region/baltimore.osm.pbf')
/** Addresses in forms that people use, in several languages, and the list of their invented houses. */
export const ADDRESS_FORMS = file('../../bench/geocoding/forms')
