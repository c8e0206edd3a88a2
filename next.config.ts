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
  // A route's own type reaches Next's compression as a list, which it takes for no type at all; the one that stands
  // there before stays. Only what is long: a packed answer of sixty bytes is longer, and two hundred people wait for it.
  headers: async () => [
    {
      source: "/api/sittings/:sittingId/:what(cases|state)",
      headers: [{ key: "content-type", value: "application/json" }],
    },
  ],
  // Pictures are served as they are: the part of Next that changes them fetches any address it is pointed to.
  images: { unoptimized: true },
  experimental: {
    authInterrupts: true,
    // To write down what the next build could take from this one took a fifth of it, and most are of new code.
    turbopackFileSystemCacheForBuild: false,
    // Nobody downloads the server's code. To make it shorter took a third of a build.
    turbopackMinify: { server: false },
  },
  serverExternalPackages: ["@node-rs/argon2", "@resvg/resvg-js", "gpt-tokenizer", "pg", "pg-boss", "pino"],
};

export default createNextIntlPlugin("./lib/i18n/request.ts")(config);
