export const map = {
  noMap: 'This browser can’t draw the map; the list shows the same.',
  legend: 'Stops that changed are larger squares under a pointer; × is on no route.',
  groundOf: (map: string) => `Ground of: ${map}`,
  doubts: { APPROXIMATE: 'approximate location', PENDING: 'being looked up', UNPLACED: 'not found on the map' },
  farFromRoad: 'far from any road',
}
