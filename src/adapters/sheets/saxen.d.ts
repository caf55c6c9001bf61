// The parts of saxen that are used, because it has no types.
declare module 'saxen' {
  export class Parser {
    on(
      event: 'openTag',
      handler: (
        name: string,
        attributes: () => Record<string, string> | false,
        decode: unknown,
        isEmpty: boolean,
      ) => void,
    ): this
    on(event: 'closeTag', handler: (name: string, decode: unknown, isEmpty: boolean) => void): this
    on(event: 'text' | 'cdata' | 'comment' | 'question' | 'attention', handler: (raw: string) => void): this
    write(xml: string): this
    end(): void
    stop(): void
  }
}
