# One image for every process of Lanekeeper; the command decides which one runs (docker-compose.yml).
FROM node:24-bookworm-slim

# Debian's browser gets its security updates with the image; the bundled one is for trials (docs/operations.md).
RUN apt-get update \
    && apt-get install -y --no-install-recommends chromium fonts-liberation ca-certificates tini \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /srv/lanekeeper
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
# The root of a running container is read-only: what is made at the first start is made here.
RUN node --import tsx worker/bundle.ts \
    && node bin/lanekeeper.mjs --version \
    && chmod -R a+rX dist \
    && mkdir /data && chown node:node /data

# Two malloc arenas: a worker takes 70 MB less (docs/operations.md).
ENV MALLOC_ARENA_MAX=2 NODE_ENV=production CHROMIUM_PATH=/usr/bin/chromium DATA_DIR=/data
USER node
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "--import", "tsx", "api/main.ts"]
