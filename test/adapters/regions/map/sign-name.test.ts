// Tests the abbreviation of street names as on street signs, in several languages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signName } from '../../../../src/adapters/regions/map/sign-name.ts'

const NAMES: readonly (readonly [name: string, sign: string])[] = [
  ['Rhode Island Avenue Northeast', 'Rhode Island Ave NE'],
  ['North Charles Street', 'N Charles St'],
  ['North Street', 'North St'],
  ['Street Road', 'Street Rd'],
  ['Avenue Road', 'Avenue Rd'],
  ['Avenue A', 'Avenue A'],
  ['Boulevard of the Allies', 'Boulevard of the Allies'],
  ['Broadway', 'Broadway'],
  ['Street', 'Street'],
  ['Rue de la Place', 'Rue de la Place'],
  ['Avenue de la Place', 'Av. de la Place'],
  ['Boulevard Saint-Michel', 'Bd Saint-Michel'],
  ['Place de la République', 'Pl. de la République'],
  ['Avenida da Liberdade', 'Av. da Liberdade'],
  ['Calle Mayor', 'C/ Mayor'],
  ['Rua Augusta', 'R. Augusta'],
  ['Viale Trastevere', 'V.le Trastevere'],
  ['Landstrasse', 'Landstr.'],
  ['Lange Straße', 'Lange Str.'],
  ['Marktplatz', 'Marktpl.'],
  ['Kerkstraat', 'Kerkstr.'],
  ['Straße des 17. Juni', 'Straße des 17. Juni'],
  ['Невский проспект', 'Невский проспект'],
]

test('the kind of street and its direction are shortened in the language of the name', () => {
  assert.deepEqual(
    NAMES.map(([name]) => [name, signName(name)]),
    NAMES,
  )
})
