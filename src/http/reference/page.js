// Lists the operations of the OpenAPI description.
window.SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#operations-list',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})

// The list of operations needs a class for dark colors. The page itself uses a media query.
const dark = window.matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
