import assert from 'node:assert/strict'
import { test } from 'node:test'
import { obstacleInWords } from '../../../src/domain/planning/obstacle.ts'
import type { Obstacle } from '../../../src/domain/planning/road-vehicle.ts'
import { render } from '../../../src/texts/text.ts'
import { es as dictionary } from '../../../src/texts/es/index.ts'

const said = (members: Partial<Obstacle>, units: 'US' | 'METRIC' = 'METRIC', dictionary = {}) => {
  const lane = { street: 'Mill Lane', source: { type: 'way', id: 1 } } as const
  return render(obstacleInWords({ kind: 'HEIGHT', limit: 3.2, ...lane, ...members }, { units }), dictionary)
}

test('an obstacle is named with its street and its limit in the units of the business', () => {
  const there = 'Mill Lane, on the way there,'
  assert.equal(said({}), `${there} has a height limit of 3.2 m`)
  assert.equal(said({}, 'US'), `${there} has a height limit of 10.5 ft`)
  assert.equal(said({ kind: 'WIDTH', limit: 2.3 }), `${there} has a width limit of 2.3 m`)
  assert.equal(said({ kind: 'LENGTH', limit: 12 }), `${there} has a length limit of 12 m`)
  assert.equal(said({ kind: 'WEIGHT', limit: 7.5 }), `${there} has a weight limit of 7.5 t`)
  assert.equal(said({ kind: 'WEIGHT', limit: 7.5 }, 'US'), `${there} has a weight limit of 16,535 lb`)
  assert.equal(said({ kind: 'AXLE_LOAD', limit: 5 }), `${there} has an axle load limit of 5 t`)
})

test('an obstacle on the way back is named as such, also in other languages', () => {
  const lane = { street: 'Mill Lane', source: { type: 'way', id: 1 } } as const
  for (const [kind, name, es] of [
    ['HEIGHT', 'a height', 'altura'],
    ['WIDTH', 'a width', 'ancho'],
    ['LENGTH', 'a length', 'largo'],
    ['WEIGHT', 'a weight', 'peso'],
    ['AXLE_LOAD', 'an axle load', 'carga por eje'],
  ] as const) {
    const found = obstacleInWords({ kind, limit: 3, ...lane }, { units: 'METRIC' }, 'BACK')
    const limit = kind === 'WEIGHT' || kind === 'AXLE_LOAD' ? '3 t' : '3 m'
    assert.equal(render(found, {}), `Mill Lane, on the way back, has ${name} limit of ${limit}`)
    assert.equal(render(found, dictionary), `Mill Lane, en el camino de vuelta, tiene un límite de ${es} de ${limit}`)
  }
})

test('a street without a name is a road, also in other languages', () => {
  assert.equal(said({ street: null }), 'a road, on the way there, has a height limit of 3.2 m')
  assert.equal(
    said({ street: null }, 'METRIC', dictionary),
    'una calle, en el camino, tiene un límite de altura de 3.2 m',
  )
})
