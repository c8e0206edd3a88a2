import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { EnvironmentError, readEnv, secretFileNames, withoutSecretFiles } from "#lib/environment.ts";

const url = "postgresql://app:hunter2hunter2@db.internal:5432/benchside";
const secret = "a".repeat(32);

function problemsOf(source: Record<string, string>): readonly string[] {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.lines;
    throw error;
  }
}

test("without any variable everything has its default", () => {
  expect(readEnv({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    dataDir: ".data",
    databaseUrl: null,
    databaseOwnerUrl: null,
    databasePool: 10,
    acceptedRisks: [],
    authSecret: null,
    formsKey: null,
    endpointKeysKey: null,
    cardSigningKey: null,
    publicUrl: null,
    requireSecondFactor: "off",
    securityContact: null,
    baseUrl: "http://localhost:3000",
    demo: true,
    galleryEnabled: false,
    buildDir: ".next",
    trustProxy: 0,
    maxConnections: 4096,
    peopleInMemory: 2000,
    metricsToken: null,
    metricsPort: null,
    metricsHost: "127.0.0.1",
    uploadLimitMb: 4096,
    modelHosts: { everyPublic: true, named: [] },
    logLevel: "info",
    logDir: null,
  });
});

describe("a good value is taken", () => {
  test.each([
    ["PORT", "1", { port: 1, baseUrl: "http://localhost:1" }],
    ["PORT", "65535", { port: 65535 }],
    ["HOST", "0.0.0.0", { host: "0.0.0.0" }],
    ["DATA_DIR", "/srv/benchside", { dataDir: "/srv/benchside" }],
    ["DATABASE_URL", url, { databaseUrl: url, databaseOwnerUrl: url }],
    ["DATABASE_URL", "postgres://app@db/benchside", { databaseUrl: "postgres://app@db/benchside" }],
    ["DATABASE_OWNER_URL", url, { databaseUrl: null, databaseOwnerUrl: url }],
    ["DATABASE_POOL", "200", { databasePool: 200 }],
    ["AUTH_SECRET", secret, { authSecret: secret }],
    ["BENCHSIDE_URL", "https://study.example.org/", { publicUrl: "https://study.example.org" }],
    ["BENCHSIDE_URL", "http://10.0.0.2:8080", { baseUrl: "http://10.0.0.2:8080" }],
    ["BENCHSIDE_DEMO", "0", { demo: false }],
    ["BENCHSIDE_DEMO", "1", { demo: true }],
    ["BENCHSIDE_GALLERY", "1", { galleryEnabled: true }],
    ["BENCHSIDE_BUILD_DIR", ".next-test", { buildDir: ".next-test" }],
    ["NEXT_SERVER_ACTIONS_ENCRYPTION_KEY", `${"A".repeat(43)}=`, { formsKey: `${"A".repeat(43)}=` }],
    ["ENDPOINT_KEYS_KEY", `${"B".repeat(43)}=`, { endpointKeysKey: `${"B".repeat(43)}=` }],
    ["CARD_SIGNING_KEY", `${"C".repeat(43)}=`, { cardSigningKey: `${"C".repeat(43)}=` }],
    ["REQUIRE_SECOND_FACTOR", "staff", { requireSecondFactor: "staff" }],
    ["SECURITY_CONTACT", "security@example.org", { securityContact: "mailto:security@example.org" }],
    ["SECURITY_CONTACT", "https://example.org/report", { securityContact: "https://example.org/report" }],
    ["TRUST_PROXY", "9", { trustProxy: 9 }],
    ["MAX_CONNECTIONS", "64", { maxConnections: 64 }],
    ["PEOPLE_IN_MEMORY", "100", { peopleInMemory: 100 }],
    ["METRICS_TOKEN", secret, { metricsToken: secret }],
    ["METRICS_PORT", "9464", { metricsPort: 9464 }],
    ["METRICS_HOST", "::", { metricsHost: "::" }],
    ["UPLOAD_LIMIT_MB", "1", { uploadLimitMb: 1 }],
    ["UPLOAD_LIMIT_MB", "102400", { uploadLimitMb: 102_400 }],
    ["LOG_LEVEL", "silent", { logLevel: "silent" }],
    ["LOG_DIR", "/var/log/benchside", { logDir: "/var/log/benchside" }],
  ])("%s=%s", (name, value, expected) => {
    expect(readEnv({ [name]: value })).toMatchObject(expected);
  });

  test("an empty one counts as unset", () => {
    expect(readEnv({ PORT: "", DATABASE_URL: "", AUTH_SECRET: "" })).toEqual(readEnv({}));
  });

  test("the gallery is there in development", () => {
    expect(readEnv({ NODE_ENV: "development" }).galleryEnabled).toBe(true);
    expect(readEnv({ NODE_ENV: "production" }).galleryEnabled).toBe(false);
  });
});

describe("a bad value is refused by name, with what it got and what is allowed", () => {
  const allowed = {
    PORT: "a whole number from 1 to 65535",
    DATABASE_POOL: "a whole number from 2 to 200",
    BENCHSIDE_URL: "the public address without a path, such as https://study.example.org",
    BENCHSIDE_DEMO: "0 or 1",
    BENCHSIDE_GALLERY: "0 or 1",
    BENCHSIDE_BUILD_DIR: ".next or .next-test",
    REQUIRE_SECOND_FACTOR: "off, admins or staff",
    SECURITY_CONTACT: "an e-mail address, or an address that begins with https:, mailto: or tel:",
    TRUST_PROXY: "the number of proxies in front, 0 to 9",
    MAX_CONNECTIONS: "a whole number from 64 to 100000",
    PEOPLE_IN_MEMORY: "a whole number from 100 to 1000000",
    METRICS_PORT: "a whole number from 1 to 65535",
    UPLOAD_LIMIT_MB: "a whole number from 1 to 102400",
    LOG_LEVEL: "debug, info, warn, error or silent",
  };

  test.each([
    ["PORT", "0"],
    ["PORT", "65536"],
    ["PORT", "3000x"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["DATABASE_POOL", "1"],
    ["DATABASE_POOL", "201"],
    ["BENCHSIDE_URL", "study.example.org"],
    ["BENCHSIDE_URL", "ftp://study.example.org"],
    ["BENCHSIDE_URL", "https://example.org/study"],
    ["BENCHSIDE_URL", "https://example.org?x=1"],
    ["BENCHSIDE_DEMO", "yes"],
    ["BENCHSIDE_GALLERY", "true"],
    ["BENCHSIDE_BUILD_DIR", "../elsewhere"],
    ["BENCHSIDE_BUILD_DIR", "build"],
    ["REQUIRE_SECOND_FACTOR", "everybody"],
    ["SECURITY_CONTACT", "the admins"],
    ["SECURITY_CONTACT", "http://example.org/report"],
    ["TRUST_PROXY", "10"],
    ["MAX_CONNECTIONS", "63"],
    ["PEOPLE_IN_MEMORY", "99"],
    ["METRICS_PORT", "metrics"],
    ["UPLOAD_LIMIT_MB", "0"],
    ["UPLOAD_LIMIT_MB", "102401"],
    ["UPLOAD_LIMIT_MB", "4 GB"],
    ["LOG_LEVEL", "verbose"],
  ] as const)("%s=%s", (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name}: got "${value}"; allowed: ${allowed[name]}`]);
  });

  test.each(["WEB_PROCESSES", "WORKERS", "HANG_SECONDS", "MAX_CONNECTIONS_PER_ADDRESS"])(
    "%s, which means nothing any more, is refused with what to do",
    (name) => {
      expect(problemsOf({ [name]: "1" })).toEqual([
        expect.stringMatching(new RegExp(`^${name} is no longer a setting; remove it\\. \\w`)),
      ]);
      expect(problemsOf({ [name]: "" })).toEqual([]);
    },
  );

  test("all of them at once", () => {
    expect(problemsOf({ PORT: "x", DATABASE_POOL: "y", LOG_LEVEL: "z" })).toHaveLength(3);
  });
});

describe("a secret is never printed", () => {
  test.each([
    ["DATABASE_URL", "mysql://app:hunter2@db/benchside", "postgresql://user:password@host:port/database"],
    ["DATABASE_URL", "postgresql://app:hunter2@db", "postgresql://user:password@host:port/database"],
    ["DATABASE_OWNER_URL", "hunter2", "postgresql://owner:password@host:port/database"],
    ["AUTH_SECRET", "hunter2", "32 characters or more"],
    ["ENDPOINT_KEYS_KEY", "hunter2", "32 bytes in base64, as made by `openssl rand -base64 32`"],
    ["CARD_SIGNING_KEY", "hunter2", "32 bytes in base64, as made by `openssl rand -base64 32`"],
  ])("%s", (name, value, allowed) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toEqual([`${name}: got a value of ${value.length} characters; allowed: ${allowed}`]);
    expect(problems.join()).not.toContain("hunter2");
  });
});

describe("a secret in a file", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "benchside-secrets-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileOf = (text: string) => {
    const file = path.join(folder, randomUUID());
    writeFileSync(file, text);
    return file;
  };

  test.each([
    ["DATABASE_URL", url, { databaseUrl: url, databaseOwnerUrl: url }],
    ["DATABASE_OWNER_URL", url, { databaseOwnerUrl: url }],
    ["AUTH_SECRET", secret, { authSecret: secret }],
    ["METRICS_TOKEN", secret, { metricsToken: secret }],
    ["NEXT_SERVER_ACTIONS_ENCRYPTION_KEY", `${"A".repeat(43)}=`, { formsKey: `${"A".repeat(43)}=` }],
    ["ENDPOINT_KEYS_KEY", `${"B".repeat(43)}=`, { endpointKeysKey: `${"B".repeat(43)}=` }],
    ["CARD_SIGNING_KEY", `${"C".repeat(43)}=`, { cardSigningKey: `${"C".repeat(43)}=` }],
  ])("%s_FILE", (name, value, expected) => {
    expect(secretFileNames).toContain(`${name}_FILE`);
    expect(readEnv({ [`${name}_FILE`]: fileOf(`\n${value} \n`) })).toMatchObject(expected);
  });

  test("is handed on as the secret itself", () => {
    const given = { AUTH_SECRET_FILE: fileOf(secret), PORT: "80", METRICS_TOKEN: url };
    expect(withoutSecretFiles(given)).toEqual({ AUTH_SECRET: secret, PORT: "80", METRICS_TOKEN: url });
  });

  test("what is no secret has none", () => {
    expect(secretFileNames).not.toContain("PORT_FILE");
    expect(readEnv({ PORT_FILE: "/nowhere" })).toEqual(readEnv({}));
  });

  test("given twice, missing, empty or wrong, it is refused by name and never printed", () => {
    const [missing, short] = [path.join(folder, "missing"), fileOf("hunter2")];
    expect(problemsOf({ AUTH_SECRET: secret, AUTH_SECRET_FILE: short })).toEqual([
      "AUTH_SECRET and AUTH_SECRET_FILE: both are set; keep one of them",
    ]);
    expect(problemsOf({ AUTH_SECRET_FILE: missing })).toEqual([
      `AUTH_SECRET_FILE: "${missing}" can’t be read (ENOENT)`,
    ]);
    const empty = fileOf(" \n");
    expect(problemsOf({ DATABASE_URL_FILE: empty })).toEqual([`DATABASE_URL_FILE: "${empty}" is empty`]);
    expect(problemsOf({ AUTH_SECRET_FILE: short })).toEqual([
      "AUTH_SECRET_FILE: got a value of 7 characters; allowed: 32 characters or more",
    ]);
  });
});
