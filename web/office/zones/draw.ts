// Draws on the map: a new part, a hole, or moved corners.
import type { Map as MapView } from 'maplibre-gl'
import { TerraDraw, TerraDrawPolygonMode, TerraDrawSelectMode, ValidateNotSelfIntersecting } from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import type { ZoneGeometry } from '../../../src/domain/zones/zone.ts'
import { tokenColor } from '../../ui/map/token-color.ts'
import { type Ring, type RingPlace, ringsOf, withHole, withPart, withRing } from './shape.ts'
import { words } from '../../words/locale.ts'

export type Tool = 'part' | 'hole' | 'corners'

/** Decimal places of coordinates, as stored: 0.1 mm. */
const DECIMALS = 9

interface Drawing {
  area: () => ZoneGeometry | null
  onDrawn: (area: ZoneGeometry) => void
  onRefused: (why: string) => void
}

/** Starts the tool. The returned function stops it. */
export function startDrawing(view: MapView, tool: Tool, drawing: Drawing): () => void {
  const accent = tokenColor('--accent')
  const coordinates = { draggable: true, midpoints: true, deletable: true }
  const drawn = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map: view, coordinatePrecision: DECIMALS }),
    modes: [
      new TerraDrawPolygonMode({
        validation: (feature, { updateType }) => {
          const step: string = updateType
          return step === 'provisional' ? { valid: true } : ValidateNotSelfIntersecting(feature)
        },
        styles: { fillColor: accent, fillOpacity: 0.2, outlineColor: accent, outlineWidth: 2 },
      }),
      new TerraDrawSelectMode({
        flags: { polygon: { feature: { draggable: true, coordinates } } },
        styles: { selectedPolygonColor: accent, selectedPolygonOutlineColor: accent, selectionPointColor: accent },
      }),
    ],
  })
  const rings = new Map<string | number, RingPlace>()
  drawn.start()
  drawn.setMode(tool === 'corners' ? 'select' : 'polygon')
  if (tool === 'corners') for (const ring of ringsOf(drawing.area() ?? EMPTY)) addRing(drawn, rings, ring)

  drawn.on('finish', (id, { action }) => {
    const feature = drawn.getSnapshotFeature(id)
    const corners = feature?.geometry.type === 'Polygon' ? (feature.geometry.coordinates[0] as Ring) : null
    const area = drawing.area()
    if (!corners) return
    if (tool === 'corners') {
      const place = rings.get(id)
      if (place && area) drawing.onDrawn(withRing(area, { ...place, corners }))
      return
    }
    if (action !== 'draw') return
    const next = tool === 'part' ? withPart(area, corners) : area && withHole(area, corners)
    // The drawn shape is now part of the area, so its drawing is removed.
    queueMicrotask(() => drawn.enabled && drawn.clear())
    if (next) drawing.onDrawn(next)
    else drawing.onRefused(words.zones.holeInside)
  })
  return () => {
    if (drawn.enabled) drawn.stop()
  }
}

const EMPTY: ZoneGeometry = { type: 'MultiPolygon', coordinates: [] }

function addRing(drawn: TerraDraw, rings: Map<string | number, RingPlace>, place: RingPlace): void {
  const rounded = place.corners.map(([lng, lat]): [number, number] => [
    Number(lng.toFixed(DECIMALS)),
    Number(lat.toFixed(DECIMALS)),
  ])
  const [added] = drawn.addFeatures([
    { type: 'Feature', properties: { mode: 'polygon' }, geometry: { type: 'Polygon', coordinates: [rounded] } },
  ])
  if (added?.valid && added.id !== undefined) {
    rings.set(added.id, place)
    if (rings.size === 1) drawn.selectFeature(added.id)
  }
}
