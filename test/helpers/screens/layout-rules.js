// Runs in a page and describes its layout faults. Compares only boxes, so that the rules hold in any browser with any fonts.
;(() => {
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]'
  /** Hidden from everybody, or allowed to overlap, such as the marks on a map. */
  const EXEMPT = '[aria-hidden=true], [inert], .visually-hidden, .maplibregl-marker'
  /** Pixels, because browsers round boxes differently. */
  const SLACK = 1
  /** While a dialog is open, the page under it is not in use. */
  const scope = [...document.querySelectorAll('dialog')].findLast((dialog) => dialog.matches(':modal')) ?? document.body

  const named = (element) =>
    `“${(element.getAttribute('aria-label') ?? element.innerText ?? element.value ?? '').trim().slice(0, 40) || element.tagName}”`
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const width = (box) => box.right - box.left
  const height = (box) => box.bottom - box.top
  const isSome = (box) => width(box) > SLACK && height(box) > SLACK
  const clips = ({ overflowX, overflowY }) => overflowX !== 'visible' || overflowY !== 'visible'
  const viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }

  /** The part of a box that its ancestors and the window do not cut off. */
  const inSight = (box, element) => {
    let part = meet(box, viewport)
    for (let around = element; around && around !== scope; around = around.parentElement)
      if (clips(getComputedStyle(around))) part = meet(part, around.getBoundingClientRect())
    return part
  }
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest(EXEMPT)
  const isInline = (element) => getComputedStyle(element).display === 'inline'
  const isRelated = (a, b) => a.contains(b) || b.contains(a)

  function controlFaults() {
    const controls = [...scope.querySelectorAll(CONTROLS)].filter(isShown).flatMap((element) => {
      const box = element.getBoundingClientRect()
      const part = inSight(box, element.parentElement)
      return isSome(part) ? [{ element, box, part }] : []
    })
    const faults = []
    for (const [i, { element, box, part }] of controls.entries()) {
      const isWhole = width(part) > width(box) - SLACK && height(part) > height(box) - SLACK
      if (isWhole) {
        const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
        if (at && !isInline(element) && !isRelated(element, at)) faults.push(`${named(element)} is under ${named(at)}`)
      }
      for (const other of controls.slice(i + 1))
        if (!isRelated(element, other.element) && isSome(meet(part, other.part)))
          faults.push(`${named(element)} overlaps ${named(other.element)}`)
    }
    return faults
  }

  /** Each line of each text, with the element that contains it. */
  function textLines() {
    const lines = []
    const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      const element = text.parentElement
      if (!text.data.trim() || !element || element.closest('script, style, option') || !isShown(element)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      for (const box of range.getClientRects())
        if (isSome(box)) lines.push({ element, box, text: text.data.trim().slice(0, 40) })
    }
    return lines
  }

  /** Cut off at the side by an element that neither scrolls nor ends in an ellipsis, or outside of its block. */
  function cutFault({ element, box, text }) {
    for (let around = element; around && around !== scope; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (style.display === 'inline' || style.display === 'contents') continue
      const outer = around.getBoundingClientRect()
      const isOut = box.left < outer.left - SLACK || box.right > outer.right + SLACK
      if (style.overflowX === 'hidden' || style.overflowX === 'clip')
        return isOut && style.textOverflow !== 'ellipsis' ? `“${text}” is cut off` : null
      if (style.overflowX !== 'visible' || style.position === 'absolute' || style.position === 'fixed') return null
      if (isOut) return `“${text}” is wider than what it is in`
    }
    return null
  }

  function textFaults() {
    const lines = textLines()
    const shown = lines
      .map((line) => ({ ...line, part: inSight(line.box, line.element) }))
      .filter(({ part }) => isSome(part))
    const faults = shown.map(cutFault).filter((fault) => fault !== null)
    for (const [i, one] of shown.entries())
      for (const other of shown.slice(i + 1)) {
        if (isRelated(one.element, other.element)) continue
        const both = meet(one.part, other.part)
        if (!isSome(both) || height(both) < 0.3 * Math.min(height(one.box), height(other.box))) continue
        const stack = document.elementsFromPoint((both.left + both.right) / 2, (both.top + both.bottom) / 2)
        if (stack.includes(one.element) && stack.includes(other.element))
          faults.push(`“${one.text}” lies over “${other.text}”`)
      }
    return faults
  }

  const root = document.documentElement
  const tooWide = root.scrollWidth - root.clientWidth
  const images = [...document.images].filter((image) => image.complete && image.naturalWidth === 0)
  return [
    ...(tooWide > 0 ? [`the page is ${tooWide} px wider than the window`] : []),
    ...images.map((image) => `the picture ${image.src} is broken`),
    ...controlFaults(),
    ...textFaults(),
  ]
})()
