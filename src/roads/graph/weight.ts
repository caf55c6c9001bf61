// What an edge weighs: time, and among ways that take as long, distance, in one number that adds up exactly. Hundredths
// of a second stand above, decimeters below: 31 days and 3,355 km fit into the 53 bits of a double.

const DISTANCES = 2 ** 25

export const weightOf = (centiseconds: number, decimeters: number): number => centiseconds * DISTANCES + decimeters

export const centisecondsOf = (weight: number): number => Math.floor(weight / DISTANCES)

export const decimetersOf = (weight: number): number => weight - centisecondsOf(weight) * DISTANCES
