import { COSTINGS, type Costing } from '../../../src/domain/planning/costing.ts'
import { words } from '../../words/locale.ts'

const NAMES = { CAR: 'carOrVan', TRUCK: 'truck', BICYCLE: 'cargoBike' } as const

/** Returns the name of a kind of vehicle. */
export const typeName = (type: Costing): string => words.fleet[NAMES[type]]

/** Returns the options of a select field, as values and names. */
export const typeOptions = (): [Costing, string][] => COSTINGS.map((type) => [type, typeName(type)])
