// A number with what it counts, as Spanish writes it.

/** `1 parada`, `2,500 paradas`. */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('es-US')} ${count === 1 ? one : many}`

/** `2,500` */
export const figure = (count: number): string => count.toLocaleString('es-US')
