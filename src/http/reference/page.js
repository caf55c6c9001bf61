// Lists the operations from the description served beside this page.
window.SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#operations-list',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
