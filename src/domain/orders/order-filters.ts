// Values of the order table's filters that stand for no single placement or route.

/** Placement filter for locations that are far from every road. */
export const FAR_FROM_ROAD = 'FAR_FROM_ROAD'
/** Route filter for orders on no route. */
export const NO_ROUTE = '-'
