import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  // The test run builds beside a running instance, so the folder is a parameter.
  distDir: process.env.BENCHSIDE_BUILD_DIR ?? ".next",
  poweredByHeader: false,
  reactStrictMode: true,
  productionBrowserSourceMaps: false,
  // `npm test` and `npm run check` check the types of the whole tree; a start should not wait for it again.
  typescript: { ignoreBuildErrors: true },
  turbopack: { resolveAlias: { "use-intl/format-message": "./lib/i18n/format-message.ts" } },
  // Pictures are served as they are: the part of Next that changes them fetches any address it is pointed to.
  images: { unoptimized: true },
  experimental: {
    authInterrupts: true,
    // To write down what the next build could take from this one took a fifth of it, and most are of new code.
    turbopackFileSystemCacheForBuild: false,
    // Nobody downloads the server's code. To make it shorter took a third of a build.
    turbopackMinify: { server: false },
  },
  serverExternalPackages: [
    "@ai-sdk/anthropic",
    "@ai-sdk/openai-compatible",
    "@node-rs/argon2",
    "@resvg/resvg-js",
    "gpt-tokenizer",
    "pg",
    "pg-boss",
    "pino",
    "prom-client",
    "undici",
  ],
};

export default createNextIntlPlugin("./lib/i18n/request.ts")(config);
