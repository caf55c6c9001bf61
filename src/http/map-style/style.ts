// The built-in style of the base map: one drawing in two palettes, for tiles in the layers of the Protomaps basemap.
import { areaLayers } from './areas.ts'
import type { Layer } from './expressions.ts'
import { FIRST_NAMES, nameLayers } from './names.ts'
import { type Flavor, paletteOf } from './palettes.ts'
import { roadLayers } from './roads.ts'

export interface TileFile {
  name: string
  url: string
  credits: readonly string[]
}

/**
 * Draws each layer of all files before the next layer. Names and arrows use the browser's own fonts, so the style loads
 * neither fonts nor icons.
 */
export function styleOf(flavor: Flavor, files: readonly TileFile[]) {
  const palette = paletteOf(flavor)
  const drawn = [...areaLayers(palette), ...roadLayers(palette), ...nameLayers(palette)]
  return {
    version: 8,
    // Pages read the layer below which they draw routes (web/ui/map/open-map.ts).
    metadata: { 'roundsman:routes-before': FIRST_NAMES },
    sources: Object.fromEntries(
      files.map(({ name, url, credits }) => [
        name,
        { type: 'vector', url: `pmtiles://${url}`, attribution: credits.join(' ') },
      ]),
    ),
    layers: drawn.flatMap((layer): Layer[] =>
      'source' in layer
        ? files.map(({ name }, i) => ({ ...layer, id: i === 0 ? layer.id : `${layer.id}-${name}`, source: name }))
        : [layer],
    ),
  }
}
