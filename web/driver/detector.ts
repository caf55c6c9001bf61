// Reads codes from the camera image. Uses the browser's detector if it has one, else a library that loads with the first
// scan.
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

const FORMATS = ['qr_code', 'code_128', 'code_39', 'ean_13', 'upc_a', 'data_matrix'] as const
/** Formats of our own labels. The browser's detector is used only if it supports both. */
const LABEL_FORMATS = ['qr_code', 'code_128'] as const

export interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}

interface NativeDetector {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

export async function openDetector(): Promise<Detector> {
  const { BarcodeDetector: Own } = window as { BarcodeDetector?: NativeDetector }
  const known = (await Own?.getSupportedFormats().catch(() => null)) ?? []
  if (Own && LABEL_FORMATS.every((format) => known.includes(format)))
    return new Own({ formats: FORMATS.filter((format) => known.includes(format)) })
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  return new BarcodeDetector({ formats: [...FORMATS] })
}
