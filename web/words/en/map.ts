export const map = {
  noMap: 'This browser can’t draw the map; the list shows the same.',
  legend: 'Stops that changed have a ring; × is unassigned.',
  legendBefore: 'Gray dashes: the path before.',
  groundOf: (map: string) => `Base map of: ${map}`,
  doubts: {
    APPROXIMATE: 'approximate location',
    PENDING: 'being looked up',
    AMBIGUOUS: 'which one?',
    UNPLACED: 'not found on the map',
  },
  farFromRoad: 'far from any road',
  enterAddress: 'Enter an address first.',
  clickToPlace: 'A click on the map sets the location.',
  findAddress: 'Find the address',
  latitudeHint: 'Such as 38.9186',
  longitudeHint: 'Such as -77.0127',
  found: (what: string) => `Found: ${what}`,
  approximate: (what: string) => `Approximate: ${what}. Check the location.`,
  /** Texts of the map library, keyed by its names. */
  controls: {
    'Map.Title': 'Map',
    'Marker.Title': 'Map marker',
    'NavigationControl.ZoomIn': 'Zoom in',
    'NavigationControl.ZoomOut': 'Zoom out',
    'AttributionControl.ToggleAttribution': 'Toggle attribution',
  },
}
