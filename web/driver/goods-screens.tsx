// The screens about goods, in one part of the page that comes after the first screen.
export { DoorScreen } from './door-screen.tsx'
export { LoadScreen } from './load-screen.tsx'
export { PartsScreen } from './parts-screen.tsx'
