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
  experimental: { authInterrupts: true },
  serverExternalPackages: ["@node-rs/argon2", "gpt-tokenizer", "pg", "pg-boss", "pino"],
};

export default createNextIntlPlugin("./lib/i18n/request.ts")(config);
