// A camera's photo as small as proof needs it, so that it goes out over a weak connection.

const LONGEST_SIDE = 1_600

/** The photo as a JPEG, upright; as it was when the phone cannot decode it (the server then says why). */
export async function shrinkPhoto(file: File): Promise<Blob> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.width * scale)
    canvas.height = Math.round(image.height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
    return blob ?? file
  } catch {
    return file
  }
}
