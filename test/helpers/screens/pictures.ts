// Screenshots compared with those in test/data/screens, at half size and in few colors. They stay small, and the edges of letters
// weigh little.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pixelmatch from 'pixelmatch'
import type { Page } from 'playwright-core'
import sharp, { type OutputInfo } from 'sharp'

const FOLDER = fileURLToPath(new URL('../../data/screens/', import.meta.url))
/** Folder for pictures of the differences. */
const DIFFERENCES = fileURLToPath(new URL('../../../dist/screens/', import.meta.url))
const SCALE = 0.5
const COLORS = 64

/** Difference (0 to 1) from which a pixel counts as different, and the share of a picture's pixels that may differ. */
const PIXEL_TOLERANCE = 0.12
const SHARE_TOLERANCE = 0.002

/** Stops movement and blinking, and hides random content: the map's ground, codes and QR codes. */
const STILL = `
  .maplibregl-canvas, code, svg[role=img][aria-label*="QR"] { visibility: hidden !important }
  /* As wide as the beginning of a key, which one may choose. */
  search select { width: 140px !important }
  * { scrollbar-width: none !important }
`

/**
 * Stores the screenshot under that name. A stored picture that looks the same stays, so that only changes are committed, unless
 * `all` is set.
 */
export async function takePicture(page: Page, name: string, all: boolean): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const file = path.join(FOLDER, `${name}.webp`)
  const small = await smallPicture(page)
  if (all || !existsSync(file) || (await faultOf(readFileSync(file), small, name)))
    writeFileSync(file, await compress(small))
}

/** Compresses a picture with loss. A picture that would lose more than a quarter of the tolerance stays without loss. */
async function compress(small: Buffer): Promise<Buffer> {
  const lossy = await sharp(small).webp({ quality: 76, smartSubsample: true, effort: 6 }).toBuffer()
  const { share } = await compare(small, lossy)
  return share <= SHARE_TOLERANCE / 4 && lossy.length < small.length ? lossy : small
}

/** Describes how the page differs from the stored picture by more than the tolerance. */
export async function pictureFaults(page: Page, name: string): Promise<string[]> {
  const file = path.join(FOLDER, `${name}.webp`)
  if (!existsSync(file)) return [`${name}: no picture is stored; npm run screens takes it`]
  const fault = await faultOf(readFileSync(file), await smallPicture(page), name)
  return fault ? [fault] : []
}

async function smallPicture(page: Page): Promise<Buffer> {
  await page.evaluate('document.fonts.ready')
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide', style: STILL })
  const { width } = await sharp(shot).metadata()
  const png = await sharp(shot)
    .resize(Math.round(width * SCALE))
    .removeAlpha()
    .png({ palette: true, colors: COLORS, dither: 0, effort: 10 })
    .toBuffer()
  return sharp(png).webp({ lossless: true, effort: 6 }).toBuffer()
}

interface Comparison {
  /** Share of the pixels that differ. 1 if the sizes differ. */
  share: number
  /** Sizes of both pictures. */
  sizes: [Size, Size]
  /** Picture of the differences. */
  drawn: Buffer
}

type Size = Pick<OutputInfo, 'width' | 'height'>

async function compare(expected: Buffer, found: Buffer): Promise<Comparison> {
  const read = (picture: Buffer) => sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const [before, after] = await Promise.all([read(expected), read(found)])
  const { width, height } = before.info
  const drawn = Buffer.alloc(width * height * 4)
  const sizes: [Size, Size] = [before.info, after.info]
  if (after.info.width !== width || after.info.height !== height) return { share: 1, sizes, drawn }
  const differing = pixelmatch(before.data, after.data, drawn, width, height, { threshold: PIXEL_TOLERANCE })
  return { share: differing / (width * height), sizes, drawn }
}

async function faultOf(expected: Buffer, found: Buffer, name: string): Promise<string | null> {
  const { share, sizes, drawn } = await compare(expected, found)
  const [{ width, height }, after] = sizes
  if (after.width !== width || after.height !== height)
    return `${name}: ${after.width} × ${after.height} pixels instead of ${width} × ${height}`
  if (share <= SHARE_TOLERANCE) return null
  mkdirSync(DIFFERENCES, { recursive: true })
  const file = path.join(DIFFERENCES, `${name}.png`)
  const beside = [
    expected,
    found,
    await sharp(drawn, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer(),
  ]
  await sharp({ create: { width: width * 3, height, channels: 3, background: 'white' } })
    .composite(beside.map((input, i) => ({ input, left: i * width, top: 0 })))
    .png()
    .toFile(file)
  return `${name}: ${(100 * share).toFixed(2)} % of it differs, of at most ${100 * SHARE_TOLERANCE} %: see ${path.relative(process.cwd(), file)}`
}
