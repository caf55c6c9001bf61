// A number with what it counts, as English writes it.

/** `1 stop`, `2,500 stops`. */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** `2,500` */
export const figure = (count: number): string => count.toLocaleString('en-US')
