// Compares two independent readers of OpenStreetMap tags: the reader of the road files, and the plain one of
// bench/roads, which follows the OpenStreetMap wiki. Random tags must have the same meaning for both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nodeLevel, ruleOf, wayLevels } from '../../bench/roads/plain-rules.ts'
import { COSTINGS } from '../../src/domain/planning/costing.ts'
import { accessAtNode, nodeBits, passableVehicles } from '../../src/roads/read/node-tags.ts'
import { restrictionOf } from '../../src/roads/read/restriction.ts'
import type { Tags } from '../../src/roads/read/tags.ts'
import { accessAlong, collectWays, requirementsAlong } from '../../src/roads/read/ways.ts'
import type { VehicleSize } from '../../src/domain/planning/road-vehicle.ts'
import { fittingOf, requirementsMet } from '../../src/roads/fit.ts'
import { noHours } from '../../src/roads/read/conditions.ts'
import { Requirements } from '../../src/roads/requirements.ts'

const MODES = ['vehicle', 'motor_vehicle', 'motorcar', 'goods', 'hgv', 'bicycle', 'bus']
const ACCESS = (
  'yes no private destination delivery designated customers permissive agricultural agricultural;forestry bus ' +
  'discouraged residents unknown permit share_taxi'
).split(' ')
const CONDITIONS = [
  'delivery',
  'destination',
  '(destination)',
  'weight > 7.5',
  '(weight>3.5)',
  '(weight < 12 t)',
  'weight>=11.79',
  '(weight > 7.5 AND delivery)',
  '(weight>7.5 AND 22:00-06:00)',
  '((weight>7.5) AND delivery)',
  'maxlength > 8',
  'unloading',
  'weight > 10 st',
  'maxweightrating>7.5',
  'height > 3.5',
  "height>12'",
  'length>8 m',
  'width > 2.2',
  'axleload > 7',
  'axles>=3',
  '(Mo-Fr 07:00-09:00; Sa 08:00-12:00)',
  'Mo-Fr 06:00-11:00',
  'wet',
  'trailer',
]
const WEIGHTS = [
  '3.5',
  '7.5',
  '7,5 t',
  '26000 lbs',
  '10 st',
  '13 st',
  '12000 kg',
  '40',
  'none',
  'unsigned',
  '10 tons',
  '10,000 lbs',
  '5;12',
  'no',
]
const LENGTHS = [
  '1.9',
  '2.2',
  '2.5 m',
  '3',
  "3'",
  '6\'6"',
  '12 ft',
  '14\'2"',
  '250 cm',
  '5',
  'none',
  'default',
  '12',
  "12'6",
  '3;1.9',
  'below_default',
]
const LIMITS: Record<string, readonly string[]> = {
  maxheight: LENGTHS,
  'maxheight:physical': LENGTHS,
  maxwidth: LENGTHS,
  'maxwidth:physical': LENGTHS,
  maxlength: LENGTHS,
  maxweight: WEIGHTS,
  maxweightrating: WEIGHTS,
  maxgcweight: WEIGHTS,
  maxgcweightrating: WEIGHTS,
  maxaxleload: WEIGHTS,
  maxaxles: ['1', '2', '3', 'none'],
}

/** A tag, or its conditional form with one or more clauses. */
const said = (key: fc.Arbitrary<string>, value: fc.Arbitrary<string>): fc.Arbitrary<[string, string]> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.tuple(key, value) },
    fc
      .tuple(key, fc.array(fc.tuple(value, fc.constantFrom(...CONDITIONS)), { minLength: 1, maxLength: 3 }))
      .map(([one, clauses]): [string, string] => [
        `${one}:conditional`,
        clauses.map((clause) => clause.join(' @ ')).join('; '),
      ]),
  )
const suffixed = (key: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.option(fc.constantFrom(...MODES)), fc.option(fc.constantFrom('forward', 'backward'), { freq: 3 }))
    .map(([mode, direction]) => [key, mode, direction].filter((part) => part !== null).join(':'))
const directed = (key: string): fc.Arbitrary<string> =>
  fc.option(fc.constantFrom('forward', 'backward'), { freq: 3 }).map((way) => (way === null ? key : `${key}:${way}`))

const access = said(fc.constantFrom('access', ...MODES).chain(directed), fc.constantFrom(...ACCESS))
const limit = fc
  .constantFrom(...Object.keys(LIMITS))
  .chain((key) => said(suffixed(key), fc.constantFrom(...(LIMITS[key] ?? []))))
const flow = said(
  suffixed('oneway'),
  fc.constantFrom('yes', 'no', '-1', 'reversible', 'alternating', 'true', 'reverse', 'unknown'),
)
const other = fc.constantFrom<[string, string]>(
  ['impassable', 'yes'],
  ['smoothness', 'impassable'],
  ['smoothness', 'bad'],
  ['junction', 'roundabout'],
  ['hov', 'designated'],
  ['width', '1.8'],
  ['width', '2.2'],
  ['width', '3'],
  ['area', 'yes'],
  ['service', 'driveway'],
  ['service', 'emergency_access'],
  ['service', 'alley'],
  ['motorroad', 'yes'],
  ['cycleway', 'opposite_lane'],
  ['bicycle', 'dismount'],
)
const kind = fc.constantFrom<[string, string]>(
  ...(
    'motorway motorway_link primary residential residential residential living_street service track pedestrian footway ' +
    'path cycleway busway steps construction bus_guideway road'
  )
    .split(' ')
    .map((value): [string, string] => ['highway', value]),
  ['route', 'ferry'],
  ['route', 'ferry'],
  ['route', 'shuttle_train'],
)
const tagsOf = (...kinds: fc.Arbitrary<[string, string]>[]): fc.Arbitrary<Tags> =>
  fc.array(fc.oneof(...kinds), { maxLength: 5 }).map((pairs) => Object.fromEntries(pairs))

/** Sizes of vehicles, often exactly at a limit. */
const size = fc.record(
  {
    heightMeters: fc.constantFrom(1.8, 2.2, 2.5, 3, 3.5),
    widthMeters: fc.constantFrom(1.7, 1.8, 2, 2.2, 2.5),
    lengthMeters: fc.constantFrom(2, 5, 8, 9),
    weightTonnes: fc.constantFrom(1, 3.5, 5, 7.5),
    axleTonnes: fc.constantFrom(1, 3.5, 4),
  },
  { requiredKeys: [] },
)
const plainSize = ({ heightMeters, widthMeters, lengthMeters, weightTonnes, axleTonnes }: Partial<VehicleSize>) =>
  Object.fromEntries(
    Object.entries({
      height: heightMeters,
      width: widthMeters,
      length: lengthMeters,
      weight: weightTonnes,
      axleload: axleTonnes,
    }).filter(([, own]) => own !== undefined),
  )
const NO_AREAS = { count: 1, from: [], to: [], requirements: [] }

const MANY = { numRuns: 2_000 }

test('a way is open to the same vehicles in the same directions, whatever its tags', () => {
  const route = fc.option(tagsOf(access).map((tags): Tags => ({ ...tags, type: 'route', route: 'ferry' })))
  fc.assert(
    fc.property(kind, tagsOf(access, access, limit, flow, other), route, size, ([key, value], more, ferry, size) => {
      const tags = { ...more, [key]: value }
      const requirements = new Requirements()
      for (const costing of COSTINGS) {
        const collected = collectWays([costing], noHours, () => {}, requirements)
        collected.add(1, [1, 2], tags)
        if (ferry) collected.addFerryRoute({ tags: ferry, members: [{ type: 'way', ref: 1, role: '' }] })
        const { ways } = collected.done()
        const bits = ways.access[0] ?? 0
        const met = requirementsMet(requirements, NO_AREAS, fittingOf({ costing, size }))
        const levelAlong = (backward: boolean) => {
          const { through, local } = requirementsAlong(ways, 0, costing, backward) ?? { through: 0, local: 0 }
          const access = accessAlong(bits, costing, backward)
          return access === 2 && met[through] === 1 ? 2 : access > 0 && met[local] === 1 ? 1 : 0
        }
        const levels = wayLevels(tags, costing, ferry ? [ferry] : [], { size: plainSize(size) })
        assert.deepEqual(
          [levelAlong(false), levelAlong(true)],
          levels ? [levels.along, levels.against] : [0, 0],
          costing,
        )
      }
    }),
    MANY,
  )
})

test('a node lets the same vehicles pass, whatever its tags', () => {
  const barrier = fc.constantFrom<[string, string]>(
    ...'bollard gate gate;cattle_grid bollard;gate kissing_gate toll_booth height_restrictor block chain entrance coupure'
      .split(' ')
      .map((value): [string, string] => ['barrier', value]),
    ['bollard', 'rising'],
    ['locked', 'yes'],
    ['highway', 'traffic_signals'],
    ['width', '1'],
  )
  fc.assert(
    fc.property(tagsOf(barrier, barrier, access, limit), size, (tags, size) => {
      const requirements = new Requirements()
      const access = accessAtNode(tags, noHours, requirements)
      for (const costing of COSTINGS) {
        const met = requirementsMet(requirements, NO_AREAS, fittingOf({ costing, size }))
        const passed = passableVehicles(nodeBits(tags, access), costing)
        const { through, local } = access[costing]
        assert.equal(
          passed === 2 && met[through] === 1 ? 2 : passed > 0 && met[local] === 1 ? 1 : 0,
          nodeLevel(tags, costing, { size: plainSize(size) }),
          costing,
        )
      }
    }),
    MANY,
  )
})

test('a relation restricts the same vehicles, whatever its tags', () => {
  const restriction = said(
    fc.option(fc.constantFrom(...MODES)).map((mode) => (mode === null ? 'restriction' : `restriction:${mode}`)),
    fc.constantFrom('no_left_turn', 'no_u_turn', 'only_straight_on', 'no_right_turn_on_red', 'none', 'no_turn_on_red'),
  )
  const others = fc.constantFrom<[string, string]>(['except', 'hgv;psv'], ['except', 'motorcar'], ['day_on', 'Monday'])
  const type = fc.constantFrom('restriction', 'restriction', 'restriction:hgv', 'restriction:bus')
  const members = [
    { type: 'way', ref: 1, role: 'from' },
    { type: 'node', ref: 2, role: 'via' },
    { type: 'way', ref: 3, role: 'to' },
  ]
  fc.assert(
    fc.property(tagsOf(restriction, restriction, others), type, (more, kindOfRelation) => {
      const tags = { ...more, type: kindOfRelation }
      const found = restrictionOf({ tags, members })
      const rules = COSTINGS.map((costing) => ruleOf({ tags, members }, costing))
      const binds = (costing: (typeof COSTINGS)[number]): boolean =>
        found !== null && typeof found === 'object' && found.costings.includes(costing)
      // A relation with a forbidden turn for one kind of vehicle and a mandatory turn for another is read only for the first
      // kind.
      fc.pre(new Set(rules.flatMap((rule) => rule?.only ?? [])).size < 2)
      assert.deepEqual(
        COSTINGS.map(binds),
        rules.map((rule) => rule !== null),
      )
    }),
    MANY,
  )
})
