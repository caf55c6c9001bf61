import type { map as English } from '../en/map.ts'

export const map: typeof English = {
  noMap: 'Este navegador no puede dibujar el mapa; la lista muestra lo mismo.',
  legend: 'Las paradas que cambiaron tienen un anillo; × es sin asignar.',
  legendBefore: 'Rayas grises: el recorrido anterior.',
  groundOf: (map: string) => `Mapa base de: ${map}`,
  doubts: {
    APPROXIMATE: 'ubicación aproximada',
    PENDING: 'buscándose',
    AMBIGUOUS: '¿cuál de ellas?',
    UNPLACED: 'no encontrada en el mapa',
  },
  farFromRoad: 'lejos de toda calle',
  enterAddress: 'Escribir antes una dirección.',
  clickToPlace: 'Un clic en el mapa fija la ubicación.',
  findAddress: 'Buscar la dirección',
  latitudeHint: 'Como 38.9186',
  longitudeHint: 'Como -77.0127',
  found: (what: string) => `Encontrada: ${what}`,
  approximate: (what: string) => `Aproximada: ${what}. Revisar la ubicación.`,
  controls: {
    'Map.Title': 'Mapa',
    'Marker.Title': 'Lugar en el mapa',
    'NavigationControl.ZoomIn': 'Acercar',
    'NavigationControl.ZoomOut': 'Alejar',
    'AttributionControl.ToggleAttribution': 'Mostrar u ocultar las fuentes',
  },
}
