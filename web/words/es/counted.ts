// Formats a number with its noun in Spanish.

/** Examples: `1 parada`, `2,500 paradas` */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('es-US')} ${count === 1 ? one : many}`

/** Example: `2,500` */
export const figure = (count: number): string => count.toLocaleString('es-US')
