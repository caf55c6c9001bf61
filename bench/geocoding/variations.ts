// Converts an address that is written out in full to spellings that people use. `random` returns a number from 0 to 1.
import type { Address } from '../../src/domain/orders/order.ts'

export type Variation = (address: Address, random: () => number) => Address

const ABBREVIATIONS: Record<string, string> = {
  Street: 'St',
  Avenue: 'Ave',
  Place: 'Pl',
  Road: 'Rd',
  Court: 'Ct',
  Drive: 'Dr',
  Terrace: 'Ter',
  Circle: 'Cir',
  Boulevard: 'Blvd',
  Lane: 'Ln',
  Square: 'Sq',
  Parkway: 'Pkwy',
  North: 'N',
  South: 'S',
  East: 'E',
}
const DIRECTIONS: Record<string, string> = { NW: 'Northwest', NE: 'N.E.', SE: 'Southeast', SW: 'S.W.' }
const UNITS = [' Apt 4B', ', Unit 12', ' #301', ' Suite 200', ', Fl 2']

const rewrite = (words: Record<string, string>, text: string) => text.replace(/\S+/g, (word) => words[word] ?? word)
const pick = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)] as T

/** Changes, drops, doubles or swaps one letter of the street's words. Digits stay. */
export const misspell: Variation = (address, random) => {
  const { line1 } = address
  const letters = Array.from(line1).flatMap((character, i) =>
    /[a-z]/i.test(character) && i > line1.indexOf(' ') ? [i] : [],
  )
  const at = pick(letters, random)
  const letter = line1[at] as string
  const randomLetter = pick(
    'abcdefghijklmnopqrstuvwxyz'.split('').filter((one) => one !== letter.toLowerCase()),
    random,
  )
  const next = line1[at + 1]
  const swapped = next && /[a-z]/i.test(next) && next !== letter ? next + letter : null
  const change = pick(['other', 'drop', 'double', 'swap'] as const, random)
  const replacement = { other: randomLetter, drop: '', double: letter + letter, swap: swapped ?? randomLetter }[change]
  const replacedLength = change === 'swap' && swapped ? 2 : 1
  return { ...address, line1: line1.slice(0, at) + replacement + line1.slice(at + replacedLength) }
}

export const VARIATIONS: Record<string, Variation> = {
  'as it is': (address) => address,
  abbreviated: (address) => ({ ...address, line1: rewrite(ABBREVIATIONS, address.line1) }),
  'direction in words or with dots': (address) => ({ ...address, line1: rewrite(DIRECTIONS, address.line1) }),
  'without ZIP': (address) => ({ ...address, postalCode: null }),
  'lower case': (address) => ({
    ...address,
    line1: address.line1.toLowerCase(),
    city: address.city && address.city.toLowerCase(),
  }),
  'with a unit': (address, random) => ({ ...address, line1: address.line1 + pick(UNITS, random) }),
  'one wrong letter': misspell,
  'wrong letter, without ZIP': (address, random) => ({ ...misspell(address, random), postalCode: null }),
  'abbreviated, lower case, unit, no ZIP': (address, random) => ({
    ...address,
    line1: (rewrite(ABBREVIATIONS, address.line1) + pick(UNITS, random)).toLowerCase(),
    postalCode: null,
  }),
}
