// Lists the operations from the description served beside this page.
window.SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#operations-list',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})

// The list of operations is dark by a class, the page by what is asked of the browser.
const dark = window.matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
