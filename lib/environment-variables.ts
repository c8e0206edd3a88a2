import { z } from "zod";
import { readAllowedHosts } from "#lib/model-calls/allowed-hosts.ts";

const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const whole = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max));
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\/[^/]+\/[^/?]+/);
const origin = z
  .string()
  .regex(/^https?:\/\/[^/?#\s]+\/?$/)
  .transform((value) => new URL(value).origin);

/** Where RFC 9116 lets a finder write to: a bare e-mail address is meant as one. */
const contact = z
  .string()
  .regex(/^(https:\/\/|mailto:|tel:)\S+$|^[^\s@:/]+@[^\s@:/]+$/)
  .transform((value) => (/^[a-z]+:/.test(value) ? value : `mailto:${value}`));

const modelHosts = z.string().transform((value, context) => {
  const hosts = readAllowedHosts(value);
  if (!hosts) context.addIssue({ code: "custom" });
  return hosts ?? z.NEVER;
});

/** Settings of a database server without which it can lose what it has confirmed: whoever looks at a server goes by this list. */
export const durabilitySettings = ["fsync", "full_page_writes", "synchronous_commit"] as const;
export type DurabilitySetting = (typeof durabilitySettings)[number];

/** What an operator may knowingly run with: without a word each of these stops the start. */
export const riskNames = [...durabilitySettings, "encoding", "pooler", "disk"] as const;
export type Risk = (typeof riskNames)[number];

export type Variable = { allowed: string; check: z.ZodType; unset: string | undefined; secret?: boolean };

const moreProcesses =
  "To run more processes, start them with `npm run serve` and `npm run worker`: docs/operate.md, Larger installations.";

/** Settings of earlier versions, and what there is in their place. */
export const retiredVariables: Readonly<Record<string, string>> = {
  WEB_PROCESSES: moreProcesses,
  WORKERS: moreProcesses,
  HANG_SECONDS: "A process without a sign of life for 60 seconds is restarted.",
  MAX_CONNECTIONS_PER_ADDRESS: "A proxy in front can limit what one address may use.",
};

/** Every variable the product reads: what is allowed (for people), how it is checked, what stands without it. */
export const variables = {
  PORT: { allowed: "a whole number from 1 to 65535", check: whole(1, 65535), unset: "3000" },
  HOST: {
    allowed: "an address to listen on, such as 127.0.0.1 or 0.0.0.0",
    check: z.string(),
    unset: "127.0.0.1",
  },
  DATA_DIR: { allowed: "a folder", check: z.string(), unset: ".data" },
  DATABASE_URL: {
    allowed: "postgresql://user:password@host:port/database",
    check: postgresUrl,
    unset: undefined,
    secret: true,
  },
  DATABASE_OWNER_URL: {
    allowed: "postgresql://owner:password@host:port/database",
    check: postgresUrl,
    unset: undefined,
    secret: true,
  },
  DATABASE_POOL: { allowed: "a whole number from 2 to 200", check: whole(2, 200), unset: "10" },
  DATABASE_ACCEPTED_RISKS: {
    allowed: `names of risks, with commas between: ${riskNames.join(", ")}`,
    check: z
      .string()
      .transform((value) => value.split(",").map((name) => name.trim()))
      .pipe(z.array(z.enum(riskNames))),
    unset: undefined,
  },
  AUTH_SECRET: {
    allowed: "32 characters or more",
    check: z.string().min(32),
    unset: undefined,
    secret: true,
  },
  ENDPOINT_KEYS_KEY: {
    allowed: "32 bytes in base64, as made by `openssl rand -base64 32`",
    check: z.base64().length(44),
    unset: undefined,
    secret: true,
  },
  CARD_SIGNING_KEY: {
    allowed: "32 bytes in base64, as made by `openssl rand -base64 32`",
    check: z.base64().length(44),
    unset: undefined,
    secret: true,
  },
  BENCHSIDE_URL: {
    allowed: "the public address without a path, such as https://study.example.org",
    check: origin,
    unset: undefined,
  },
  BENCHSIDE_DEMO: { allowed: "0 or 1", check: flag, unset: "1" },
  BENCHSIDE_GALLERY: { allowed: "0 or 1", check: flag, unset: "0" },
  REQUIRE_SECOND_FACTOR: {
    allowed: "off, admins or staff",
    check: z.enum(["off", "admins", "staff"]),
    unset: "off",
  },
  SECURITY_CONTACT: {
    allowed: "an e-mail address, or an address that begins with https:, mailto: or tel:",
    check: contact,
    unset: undefined,
  },
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: {
    allowed: "32 bytes in base64, as made by `openssl rand -base64 32`",
    check: z.base64().length(44),
    unset: undefined,
    secret: true,
  },
  BENCHSIDE_BUILD_DIR: {
    // Next adds a folder it doesn't find in tsconfig.json to that file, and so would change the project itself.
    allowed: ".next or .next-test",
    check: z.enum([".next", ".next-test"]),
    unset: ".next",
  },
  TRUST_PROXY: { allowed: "the number of proxies in front, 0 to 9", check: whole(0, 9), unset: "0" },
  MAX_CONNECTIONS: {
    allowed: "a whole number from 64 to 100000",
    check: whole(64, 100_000),
    unset: "4096",
  },
  PEOPLE_IN_MEMORY: {
    allowed: "a whole number from 100 to 1000000",
    check: whole(100, 1_000_000),
    unset: "2000",
  },
  METRICS_TOKEN: {
    allowed: "32 characters or more",
    check: z.string().min(32),
    unset: undefined,
    secret: true,
  },
  METRICS_PORT: { allowed: "a whole number from 1 to 65535", check: whole(1, 65535), unset: undefined },
  METRICS_HOST: {
    allowed: "an address to listen on, such as 127.0.0.1 or 0.0.0.0",
    check: z.string(),
    unset: "127.0.0.1",
  },
  UPLOAD_LIMIT_MB: { allowed: "a whole number from 1 to 102400", check: whole(1, 102_400), unset: "4096" },
  MODEL_HOSTS: {
    allowed:
      "hosts, each with or without a port, with commas between, and * for every public one, such as *, localhost:8080",
    check: modelHosts,
    unset: "*",
  },
  LOG_LEVEL: {
    allowed: "debug, info, warn, error or silent",
    check: z.enum(["debug", "info", "warn", "error", "silent"]),
    unset: "info",
  },
} as const satisfies Record<string, Variable>;
