import { counted } from './counted.ts'

export const regroup = {
  split: 'Split …',
  merge: 'Merge into …',
  swap: 'Swap stops with …',
  splitHere: 'Split the route here …',
  noOther: 'There is no other route on this day',
  chooseRoute: 'There is no route or vehicle for them.',
  fromStop: 'From stop',
  moves: (count: number) => `${counted(count, 'stop moves', 'stops move')}.`,
  staying: (count: number) => `${counted(count, 'stop stays', 'stops stay')}: done, under way or locked.`,
  kinds: {
    SPLIT: { title: (route: string) => `Split ${route}`, to: 'Move later stops to', yes: 'Split' },
    MERGE: { title: (route: string) => `Merge ${route} into another route`, to: 'Into', yes: 'Merge' },
    SWAP: { title: (route: string) => `Swap the stops of ${route}`, to: 'With', yes: 'Swap' },
  },
}
