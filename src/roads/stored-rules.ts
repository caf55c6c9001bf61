// Requirements of arcs and nodes in the columns of a road file. Only arcs and nodes with requirements are listed.
import { segmentOf } from './graph/arcs.ts'
import type { Network } from './graph/junctions.ts'
import { NO_STATE, type StateGraph } from './graph/state-graph.ts'
import type { Areas } from './fit.ts'
import type { Roads } from './read/read-roads.ts'
import type { Segments } from './read/segments.ts'
import { type Condition, Requirements, type StoredRequirement } from './requirements.ts'
import { type RoadFile, RoadFileError } from './file/road-file.ts'

/** Way or node of OpenStreetMap that has a requirement. */
export interface RuleSource {
  type: 'way' | 'node'
  id: number
  /** Name of the street. Empty if it has none. */
  name: string
}

/** JSON in the road file. */
export interface RuleFacts {
  requirements: readonly StoredRequirement[]
  conditions: readonly Condition[]
  areas: Areas
  sources: readonly RuleSource[]
}

/** Returns the columns and the sources of the rules. Arcs and nodes are sorted. */
export function storedRules(
  roads: Roads,
  segments: Segments,
  { arcs: { positions }, rules }: Pick<Network, 'arcs' | 'rules'>,
  { throughEnds, entryRequirements }: Pick<StateGraph, 'throughEnds' | 'entryRequirements'>,
) {
  const sources: RuleSource[] = []
  const numbers = new Map<string, number>()
  const sourceOf = (type: 'way' | 'node', id: number, name: string): number => {
    const key = `${type} ${id}`
    const number = numbers.get(key) ?? sources.push({ type, id, name }) - 1
    numbers.set(key, number)
    return number
  }
  const arcs = [...rules.arcs].sort(([a], [b]) => a - b)
  const nodes = [...rules.nodes].sort(([a], [b]) => a - b)
  const ofArcs = (value: (arc: number, rule: (typeof arcs)[number][1]) => number): Int32Array =>
    Int32Array.from(arcs, ([arc, rule]) => value(arc, rule))
  return {
    requirements: rules.requirements,
    columns: {
      ruledArcs: ofArcs((arc) => arc),
      ruledThrough: ofArcs((_, { through }) => through),
      ruledLocal: ofArcs((_, { local }) => local),
      ruledApart: ofArcs((_, { apart }) => apart),
      ruledEnds: ofArcs((arc) => throughEnds.get(arc) ?? NO_STATE),
      ruledSources: ofArcs((arc) => {
        const way = segments.way[segmentOf(arc)]!
        return sourceOf('way', roads.ways.ids[way]!, roads.ways.requirements.get(way)?.name ?? '')
      }),
      ruledNodes: Int32Array.from(nodes, ([node]) => node),
      ruledNodeRequirements: Int32Array.from(nodes, ([, requirement]) => requirement),
      ruledNodeSources: Int32Array.from(nodes, ([node]) =>
        sourceOf('node', roads.nodes.barriers.get(positions[node]!)?.id ?? 0, ''),
      ),
      entryRequirements: entryRequirements ?? new Int32Array(0),
    },
    facts: { areas: rules.areas, sources },
  }
}

export interface StoredRules {
  facts: RuleFacts
  requirements: Requirements
  /** Arcs with rules, sorted. The other columns of arcs have the same order. */
  arcs: Int32Array
  through: Int32Array
  local: Int32Array
  apart: Int32Array
  /** State at the end of a dual arc for through traffic. `NO_STATE` for other arcs. */
  otherEnds: Int32Array
  /** Index in the sources of `facts`. */
  sources: Int32Array
  /** Nodes with a requirement, sorted. */
  nodes: Int32Array
  nodeRequirements: Int32Array
  nodeSources: Int32Array
  /** Requirement of each entry. Empty if no entry has one. */
  entries: Int32Array
}

/** Reads the rules of a file that has them. Throws a `RoadFileError` if the file is damaged. */
export function readRules(file: RoadFile): StoredRules {
  const facts = factsOf(file)
  return {
    facts,
    requirements: Requirements.from(facts.requirements, facts.conditions),
    arcs: file.ints('ruledArcs'),
    through: file.ints('ruledThrough'),
    local: file.ints('ruledLocal'),
    apart: file.ints('ruledApart'),
    otherEnds: file.ints('ruledEnds'),
    sources: file.ints('ruledSources'),
    nodes: file.ints('ruledNodes'),
    nodeRequirements: file.ints('ruledNodeRequirements'),
    nodeSources: file.ints('ruledNodeSources'),
    entries: file.ints('entryRequirements'),
  }
}

function factsOf(file: RoadFile): RuleFacts {
  try {
    return JSON.parse(String(file.facts['rules'])) as RuleFacts
  } catch {
    throw new RoadFileError('the road file is damaged: add the region again')
  }
}
