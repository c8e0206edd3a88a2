import path from "node:path";
import pino from "pino";
import { env } from "#lib/env.ts";
import { LogFile } from "#lib/log-file.ts";
import { processSingleton } from "#lib/process-singleton.ts";

function openLog(): pino.Logger {
  const settings = {
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const { logLevel: level, logDir } = env;
  if (logDir === null || level === "silent") return pino({ ...settings, level });
  const fileLevel = level === "debug" ? level : "info";
  const program = path.basename(process.argv[1] ?? "benchside", ".ts");
  const file = new LogFile(path.join(logDir, `${program}.log`));
  const streams = [
    { level, stream: process.stdout },
    { level: fileLevel, stream: file },
  ] as const;
  return pino({ ...settings, level: fileLevel }, pino.multistream([...streams]));
}

/** One JSON line an event on standard output, where whoever runs the product decides where it goes; LOG_DIR keeps them as well. */
export const log = processSingleton("log", openLog);
