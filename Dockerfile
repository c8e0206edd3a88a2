# BUILD has Node 20.19 or later with npm. BASE needs no more than the C and C++ libraries of Debian 12; with
# debian:bookworm-slim there is also a shell.
ARG BUILD=docker.io/library/node:24-bookworm-slim
ARG BASE=gcr.io/distroless/cc-debian12

FROM ${BUILD} AS build
ARG NPM_CONFIG_REGISTRY=https://registry.npmjs.org/
ENV NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# With a key that stays the same, a form that is open in somebody's browser survives a new image.
RUN --mount=type=secret,id=forms_key \
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY="$(cat /run/secrets/forms_key 2>/dev/null)" npm run build \
  && node scripts/container/collect.ts /image

FROM ${BASE}
WORKDIR /app
COPY --from=build /image/node /usr/local/bin/node
# Only /data and /tmp are written to at run time.
COPY --from=build --chown=10001:10001 /image/data /data
COPY --from=build /image/node_modules ./node_modules
COPY --from=build /image/app ./
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=6 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "/app/scripts/container/benchside.mjs"]
CMD ["serve"]
