// Adds to the pages of the documentation, which the server renders: the search, the choice of languages, and "Try it".
import './docs.css'
import { addSamples } from './samples.ts'
import { addSearch } from './search.ts'
import { addTryIt } from './try-it.ts'

addSamples()
addSearch()
addTryIt()

// The link of the current page is visible in a long navigation.
document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'center' })
// Scrolling of the navigation may have moved the page.
if (location.hash === '') scrollTo(0, 0)
