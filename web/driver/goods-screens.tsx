// Screens for goods and checks at the door, in a chunk that loads after the first screen.
export { PhotosScreen } from './photos-screen.tsx'
export { DoorScreen } from './door-screen.tsx'
export { LoadScreen } from './load-screen.tsx'
export { PartsScreen } from './parts-screen.tsx'
export { DoorCheckScreen } from './door-check-screen.tsx'
