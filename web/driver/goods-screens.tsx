// Screens that the first one doesn't need, in a chunk that loads after it.
export { PhotosScreen } from './photos-screen.tsx'
export { DoorScreen } from './door-screen.tsx'
export { LoadScreen } from './load-screen.tsx'
export { PartsScreen } from './parts-screen.tsx'
export { DoorCheckScreen } from './door-check-screen.tsx'
export { LateScreen } from './late-screen.tsx'
export { MoreScreen } from './more-screen.tsx'
