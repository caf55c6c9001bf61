// Typed arrays that grow while they are filled.
type Numbers = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>

/**
 * Factor by which an array grows. A large factor saves copies. It costs no memory, because the system provides only the
 * memory that is written to.
 */
const GROWTH = 8

export class GrowingArray<T extends Numbers> {
  length = 0
  #values: T
  readonly #make: (length: number) => T

  constructor(make: (length: number) => T) {
    this.#make = make
    this.#values = make(1_024)
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = this.#make(GROWTH * this.length)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  at(index: number): number {
    return this.#values[index] as number
  }

  /** Returns the pushed values without a copy. No value may be pushed later. */
  done(): T {
    return this.#values.subarray(0, this.length) as T
  }
}

export const growingInts = (): GrowingArray<Int32Array<ArrayBuffer>> =>
  new GrowingArray((length) => new Int32Array(length))
export const growingBytes = (): GrowingArray<Uint8Array<ArrayBuffer>> =>
  new GrowingArray((length) => new Uint8Array(length))
export const growingShorts = (): GrowingArray<Uint16Array<ArrayBuffer>> =>
  new GrowingArray((length) => new Uint16Array(length))
export const growingNumbers = (): GrowingArray<Float64Array<ArrayBuffer>> =>
  new GrowingArray((length) => new Float64Array(length))
