import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CELL_DEGREES, cellOf, withNeighbors } from '../../../src/domain/geo/map-cell.ts'
import { projectOnLines, type Line, middleOfLines, splitByCell } from '../../../src/domain/addresses/street-lines.ts'

const BENT: Line = [
  { lat: 38.9, lng: -77 },
  { lat: 38.9, lng: -76.99 },
  { lat: 38.92, lng: -76.99 },
]

test('the foot of a point is the nearest location on any line, with the direction of the line there', () => {
  const foot = projectOnLines([BENT], { lat: 38.905, lng: -76.991 })
  assert.ok(foot && Math.abs(foot.point.lat - 38.905) < 1e-6 && Math.abs(foot.point.lng + 76.99) < 1e-6)
  assert.ok(Math.abs(foot.meters - 86.5) < 1 && Math.abs(foot.heading.north) > 0.999 && !foot.isPastEnd)
  assert.equal(projectOnLines([BENT], { lat: 38.93, lng: -76.99 })?.isPastEnd, true)
  assert.equal(projectOnLines([], { lat: 38.9, lng: -77 }), null)
})

test('the middle of a street is on it, with the reach of the street', () => {
  const middle = middleOfLines([BENT.slice(0, 2)])
  assert.ok(middle && Math.abs(middle.point.lng + 76.995) < 1e-9)
  assert.ok(Math.abs(middle.farthestMeters - 433) < 2, `${middle.farthestMeters}`)
})

test('a line is split into pieces that lie in the cells around their middle, end to end', () => {
  const pieces = splitByCell(BENT)
  assert.ok(pieces.length >= 7)
  assert.deepEqual(pieces[0]?.[0], BENT[0])
  assert.deepEqual(pieces.at(-1)?.at(-1), BENT[2])
  pieces.forEach((piece, i) => {
    if (i > 0) assert.deepEqual(piece[0], pieces[i - 1]?.at(-1))
    const middle = middleOfLines([piece])
    const around = withNeighbors([cellOf(middle?.point ?? { lat: 0, lng: 0 })])
    assert.ok(piece.every((point) => around.includes(cellOf(point))))
    assert.ok(Math.max(...piece.map(({ lat }) => lat)) - Math.min(...piece.map(({ lat }) => lat)) <= CELL_DEGREES)
  })
})
