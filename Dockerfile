FROM node:26-slim
WORKDIR /app
COPY package.json package-lock.json ./
# The image is Node 26 already: the bundled one is an optional dependency and stays out.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund
COPY src ./src
RUN mkdir /data && chown node:node /data
USER node
ENV KASSA_DATA_DIR=/data
VOLUME /data
EXPOSE 8443
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "--disable-warning=ExperimentalWarning", "src/health-check.ts"]
# Node itself is process 1: it gets SIGTERM and ends cleanly. launch.cjs explains the flags.
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "--no-allocation-site-pretenuring", "src/main.ts", "serve"]
