// Where test:roads keeps the optional package. Loaded before a program, it lets that program find it there.
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const ROADS_PACKAGE = '@valhallajs/valhallajs'
export const ROADS_VERSION = '3.6.1'
export const ROADS_FOLDER = fileURLToPath(new URL('../../dist/roads', import.meta.url))

const inFolder = pathToFileURL(`${ROADS_FOLDER}/package.json`).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === ROADS_PACKAGE ? next(specifier, { ...context, parentURL: inFolder }) : next(specifier, context),
})
