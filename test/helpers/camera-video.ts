// A film of codes, as a camera shows them while it moves from label to label. The browser plays it in place of a camera.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import bwip from 'bwip-js'
import sharp from 'sharp'

const [WIDTH, HEIGHT] = [640, 480]
/**
 * Number of frames that show each code. At 30 frames per second, this is about the time that a hand needs from one
 * label to the next.
 */
const FRAMES_EACH = 8
const DESK = '#6b5a48'

/**
 * Writes a film that shows the codes as QR code and Code 128 alternately. Returns the browser flags that play it in a loop.
 */
export async function cameraVideoOf(codes: readonly string[]): Promise<{ flags: string[]; remove(): void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'roundsman-film-'))
  const file = path.join(folder, 'codes.mjpeg')
  const frames = await Promise.all(codes.map((code, i) => frameOf(code, i % 2 === 0 ? 'qrcode' : 'code128')))
  writeFileSync(file, Buffer.concat(frames.flatMap((frame) => Array.from({ length: FRAMES_EACH }, () => frame))))
  return {
    flags: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function frameOf(text: string, bcid: 'qrcode' | 'code128'): Promise<Buffer> {
  const drawn = await bwip.toBuffer({ bcid, text, scale: 4, padding: 8, backgroundcolor: 'FFFFFF' })
  const label = await sharp(drawn)
    .resize({ width: WIDTH - 100, height: HEIGHT - 160, fit: 'inside' })
    .toBuffer()
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: DESK } })
    .composite([{ input: label }])
    .jpeg({ quality: 80 })
    .toBuffer()
}
