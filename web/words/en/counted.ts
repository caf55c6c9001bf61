// Formats a number with its noun in English.

/** Examples: `1 stop`, `2,500 stops` */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** Example: `2,500` */
export const figure = (count: number): string => count.toLocaleString('en-US')
