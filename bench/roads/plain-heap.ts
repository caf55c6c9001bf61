// Binary heap of states by cost, for the plain search.
interface Costly {
  cost: number
}

export class Heap<State extends Costly> {
  readonly #states: State[] = []

  push(state: State): void {
    const states = this.#states
    let at = states.push(state) - 1
    for (let up = (at - 1) >> 1; at > 0 && (states[up] as State).cost > state.cost; up = (at - 1) >> 1) {
      states[at] = states[up] as State
      at = up
    }
    states[at] = state
  }

  pop(): State | undefined {
    const states = this.#states
    const [top] = states
    const last = states.pop()
    if (!last || states.length === 0) return top
    let at = 0
    for (let down = 1; down < states.length; down = 2 * at + 1) {
      if (down + 1 < states.length && (states[down + 1] as State).cost < (states[down] as State).cost) down++
      if ((states[down] as State).cost >= last.cost) break
      states[at] = states[down] as State
      at = down
    }
    states[at] = last
    return top
  }
}
