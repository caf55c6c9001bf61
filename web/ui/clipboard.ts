// The clipboard. Browsers offer it on secure pages only, and may deny access.

export const canCopy = (): boolean => 'clipboard' in navigator

/** Resolves to whether the text was copied. */
export const copyText = async (text: string): Promise<boolean> => {
  if (!canCopy()) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
