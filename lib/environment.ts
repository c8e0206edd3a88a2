import { readFileSync } from "node:fs";
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
const riskNames = [...durabilitySettings, "encoding", "pooler", "disk"] as const;
export type Risk = (typeof riskNames)[number];

export type Variable = { allowed: string; check: z.ZodType; unset: string | undefined; secret?: boolean };

const moreProcesses =
  "To run more processes, start them with `npm run serve` and `npm run worker`: docs/operate.md, Larger installations.";

/** Settings of earlier versions, and what there is in their place. */
const retiredVariables: Readonly<Record<string, string>> = {
  WEB_PROCESSES: moreProcesses,
  WORKERS: moreProcesses,
  HANG_SECONDS: "A process without a sign of life for 60 seconds is restarted.",
  MAX_CONNECTIONS_PER_ADDRESS: "A proxy in front can limit what one address may use.",
};

const number = <Unset extends string | undefined>(min: number, max: number, unset: Unset) => ({
  allowed: `a whole number from ${min} to ${max}`,
  check: whole(min, max),
  unset,
});
const port = <Unset extends string | undefined>(unset: Unset) => number(1, 65535, unset);
const secret = <C extends z.ZodType>(allowed: string, check: C) =>
  ({ allowed, check, unset: undefined, secret: true }) as const;
const longSecret = secret("32 characters or more", z.string().min(32));
const key = secret("32 bytes in base64, as made by `openssl rand -base64 32`", z.base64().length(44));
const listenAddress = {
  allowed: "an address to listen on, such as 127.0.0.1 or 0.0.0.0",
  check: z.string(),
  unset: "127.0.0.1",
} as const;

/** Every variable the product reads: what is allowed (for people), how it is checked, what stands without it. */
export const variables = {
  PORT: port("3000"),
  HOST: listenAddress,
  DATA_DIR: { allowed: "a folder", check: z.string(), unset: ".data" },
  DATABASE_URL: secret("postgresql://user:password@host:port/database", postgresUrl),
  DATABASE_OWNER_URL: secret("postgresql://owner:password@host:port/database", postgresUrl),
  DATABASE_POOL: number(2, 200, "10"),
  DATABASE_ACCEPTED_RISKS: {
    allowed: `names of risks, with commas between: ${riskNames.join(", ")}`,
    check: z
      .string()
      .transform((value) => value.split(",").map((name) => name.trim()))
      .pipe(z.array(z.enum(riskNames))),
    unset: undefined,
  },
  AUTH_SECRET: longSecret,
  ENDPOINT_KEYS_KEY: key,
  CARD_SIGNING_KEY: key,
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
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: key,
  BENCHSIDE_BUILD_DIR: {
    // Next adds a folder it doesn't find in tsconfig.json to that file, and so would change the project itself.
    allowed: ".next or .next-test",
    check: z.enum([".next", ".next-test"]),
    unset: ".next",
  },
  TRUST_PROXY: { allowed: "the number of proxies in front, 0 to 9", check: whole(0, 9), unset: "0" },
  MAX_CONNECTIONS: number(64, 100_000, "4096"),
  PEOPLE_IN_MEMORY: number(100, 1_000_000, "2000"),
  METRICS_TOKEN: longSecret,
  METRICS_PORT: port(undefined),
  METRICS_HOST: listenAddress,
  UPLOAD_LIMIT_MB: number(1, 102_400, "4096"),
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
  LOG_DIR: { allowed: "a folder", check: z.string(), unset: undefined },
} as const satisfies Record<string, Variable>;

const inFile = (name: string) => `${name}_FILE`;
const isSecret = (name: Name) => (variables[name] as Variable).secret === true;

/** A secret may stand in a file, whose path is then given in its place. */
export const secretFileNames: readonly string[] = (Object.keys(variables) as Name[])
  .filter(isSecret)
  .map(inFile);

export const variableNames: readonly string[] = Object.keys(variables);

type Name = keyof typeof variables;
type Value<N extends Name> =
  | z.output<(typeof variables)[N]["check"]>
  | ((typeof variables)[N]["unset"] extends string ? never : null);
type Values = { [N in Name]: Value<N> };

export class EnvironmentError extends Error {
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(lines.join("\n"));
    this.name = "EnvironmentError";
    this.lines = lines;
  }
}

type Source = Record<string, string | undefined>;

/** What is given under a name, by itself or in a file, which is read once and without the space around it. */
function readGiven(source: Source, name: Name): { from: string; given: string | undefined } {
  const given = source[name] || undefined;
  const from = inFile(name);
  const file = isSecret(name) ? source[from] : undefined;
  if (!file) return { from: name, given };
  if (given !== undefined)
    throw new EnvironmentError([`${name} and ${from}: both are set; keep one of them`]);
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new EnvironmentError([`${from}: ${JSON.stringify(file)} can’t be read (${code ?? message})`]);
  }
  if (text === "") throw new EnvironmentError([`${from}: ${JSON.stringify(file)} is empty`]);
  return { from, given: text };
}

/** What a process hands on to those it starts: secrets that it read in files stand in the variables themselves. */
export function withoutSecretFiles(source: Source): Source {
  const handed = { ...source };
  for (const name of (Object.keys(variables) as Name[]).filter(isSecret)) {
    delete handed[inFile(name)];
    const { given } = readGiven(source, name);
    if (given !== undefined) handed[name] = given;
  }
  return handed;
}

function readValue(source: Source, name: Name): unknown {
  const { allowed, check, unset, secret }: Variable = variables[name];
  const { from, given } = readGiven(source, name);
  if (given === undefined && unset === undefined) return null;
  const result = check.safeParse(given ?? unset);
  if (result.success) return result.data;
  const got = secret ? `a value of ${given?.length} characters` : JSON.stringify(given);
  throw new EnvironmentError([`${from}: got ${got}; allowed: ${allowed}`]);
}

export function readEnv(source: Source) {
  const values: Partial<Record<Name, unknown>> = {};
  const problems: string[] = [];
  for (const name of Object.keys(variables) as Name[]) {
    try {
      values[name] = readValue(source, name);
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      problems.push(...error.lines);
    }
  }
  for (const [name, instead] of Object.entries(retiredVariables))
    if (source[name]) problems.push(`${name} is no longer a setting; remove it. ${instead}`);
  if (problems.length > 0) throw new EnvironmentError(problems);
  const v = values as Values;
  return {
    port: v.PORT,
    host: v.HOST,
    dataDir: v.DATA_DIR,
    databaseUrl: v.DATABASE_URL,
    databaseOwnerUrl: v.DATABASE_OWNER_URL ?? v.DATABASE_URL,
    databasePool: v.DATABASE_POOL,
    acceptedRisks: v.DATABASE_ACCEPTED_RISKS ?? [],
    authSecret: v.AUTH_SECRET,
    formsKey: v.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY,
    /** What the keys of model endpoints are sealed under. */
    endpointKeysKey: v.ENDPOINT_KEYS_KEY,
    /** What human-baseline cards are signed with. */
    cardSigningKey: v.CARD_SIGNING_KEY,
    publicUrl: v.BENCHSIDE_URL,
    requireSecondFactor: v.REQUIRE_SECOND_FACTOR,
    securityContact: v.SECURITY_CONTACT,
    /** For links made outside a request: on the command line and at the first start. */
    baseUrl: v.BENCHSIDE_URL ?? `http://localhost:${v.PORT}`,
    demo: v.BENCHSIDE_DEMO,
    galleryEnabled: v.BENCHSIDE_GALLERY || source.NODE_ENV === "development",
    buildDir: v.BENCHSIDE_BUILD_DIR,
    trustProxy: v.TRUST_PROXY,
    maxConnections: v.MAX_CONNECTIONS,
    peopleInMemory: v.PEOPLE_IN_MEMORY,
    metricsToken: v.METRICS_TOKEN,
    metricsPort: v.METRICS_PORT,
    metricsHost: v.METRICS_HOST,
    uploadLimitMb: v.UPLOAD_LIMIT_MB,
    modelHosts: v.MODEL_HOSTS,
    logLevel: v.LOG_LEVEL,
    logDir: v.LOG_DIR,
  };
}
