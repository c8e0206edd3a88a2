import pino from "pino";
import { env } from "#lib/env.ts";

/** One JSON line an event on standard output; whoever runs the product decides where it goes. */
export const log = pino({
  level: env.logLevel,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
});
