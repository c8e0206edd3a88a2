import { readFileSync } from "node:fs";
import type { z } from "zod";
import { retiredVariables, variables, type Variable } from "#lib/environment-variables.ts";

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
  };
}
