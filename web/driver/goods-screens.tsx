// The screens about goods and what is asked for at the door, in one part of the page that comes after the first screen.
export { PhotosScreen } from './photos-screen.tsx'
export { DoorScreen } from './door-screen.tsx'
export { LoadScreen } from './load-screen.tsx'
export { PartsScreen } from './parts-screen.tsx'
export { AskedScreen } from './asked-screen.tsx'
