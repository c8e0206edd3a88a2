FROM node:24-bookworm-slim AS base
ARG NPM_CONFIG_REGISTRY=https://registry.npmjs.org/
ENV NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM base AS build
RUN npm ci
COPY . .
# With a key that stays the same, a form that is open in somebody's browser survives a new image.
RUN --mount=type=secret,id=forms_key \
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY="$(cat /run/secrets/forms_key 2>/dev/null)" npm run build \
  && rm -rf .next/cache

FROM base
RUN npm ci --omit=dev && npm cache clean --force
COPY --from=build /app/next.config.ts /app/instrumentation.ts /app/postcss.config.mjs \
  /app/tsconfig.json /app/prisma.config.ts /app/LICENSE ./
COPY --from=build /app/app ./app
COPY --from=build /app/components ./components
COPY --from=build /app/lib ./lib
COPY --from=build /app/prisma ./prisma
COPY --from=build /app/public ./public
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/.next ./.next
# What is installed here is all that the image needs: a start shall not look for what only tests do.
RUN node --input-type=module --eval "import { markInstalled } from '/app/scripts/entry/installed.mjs'; markInstalled('/app')" \
  && mkdir -p /data .cache .next/cache \
  && chown node:node /data .cache .next/cache
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=6 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs", "start"]
