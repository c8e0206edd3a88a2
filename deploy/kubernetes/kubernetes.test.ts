import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readEnv, variableNames } from "#lib/environment.ts";
import product from "#package.json" with { type: "json" };
import { projectRoot } from "#scripts/project.ts";

const { load, loadAll } = createRequire(import.meta.url)("js-yaml") as {
  load: (text: string) => unknown;
  loadAll: (text: string) => unknown[];
};
const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const folder = "deploy/kubernetes";

const kustomization = z
  .object({ resources: z.array(z.string()), images: z.array(z.object({ newTag: z.string() })) })
  .parse(load(read(`${folder}/kustomization.yaml`)));
const object = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });
const objects = kustomization.resources.flatMap((file) =>
  z.array(object).parse(loadAll(read(`${folder}/${file}`))),
);

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const variable = z.object({ name: z.string(), value: z.string().optional() });
const workload = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    replicas: z.number().optional(),
    template: z.object({
      spec: z.object({
        securityContext: z.object({
          runAsUser: z.number(),
          runAsGroup: z.number(),
          runAsNonRoot: z.literal(true),
        }),
        enableServiceLinks: z.literal(false),
        terminationGracePeriodSeconds: z.number().optional(),
        containers: z.tuple([
          z.object({
            image: z.literal("benchside"),
            args: z.tuple([z.enum(["serve", "worker", "setup"])]),
            env: z.array(variable.loose()),
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
            startupProbe: probe.loose().optional(),
            livenessProbe: probe.loose().optional(),
            readinessProbe: probe.loose().optional(),
            securityContext: z.object({
              allowPrivilegeEscalation: z.literal(false),
              readOnlyRootFilesystem: z.literal(true),
              capabilities: z.object({ drop: z.tuple([z.literal("ALL")]) }),
            }),
            volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
          }),
        ]),
        volumes: z.array(z.looseObject({ name: z.string(), emptyDir: z.looseObject({}) })),
      }),
    }),
  }),
});
const workloads = objects.flatMap((one) =>
  ["Deployment", "Job"].includes(one.kind) ? [workload.parse(one)] : [],
);
const containers = workloads.map(({ spec }) => ({
  pod: spec.template.spec,
  ...spec.template.spec.containers[0],
}));
const partOf = (part: "serve" | "worker" | "setup") => {
  const found = containers.find(({ args }) => args[0] === part);
  if (!found) throw new Error(`nothing runs ${part}`);
  return found;
};
const settings = z
  .object({ data: z.record(z.string(), z.string()) })
  .parse(objects.find(({ kind }) => kind === "ConfigMap")).data;

test("all files are applied, as the version that the project is", () => {
  const files = globSync(`${folder}/*.yaml`, { cwd: projectRoot }).map((file) => path.basename(file));
  expect([...kustomization.resources, "kustomization.yaml"].sort()).toEqual(files.sort());
  expect(kustomization.images.map(({ newTag }) => newTag)).toEqual([product.version]);
  expect(objects.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      "Ingress",
      "PodDisruptionBudget",
      "HorizontalPodAutoscaler",
      "NetworkPolicy",
      "Cluster",
    ]),
  );
});

describe("each part", () => {
  test("has settings that the product knows, and the owner's address only where migrations are applied", () => {
    const passwords = ["APP_PASSWORD", "OWNER_PASSWORD"];
    const keys = Object.fromEntries(
      [...read(`${folder}/kustomization.yaml`).matchAll(/literal ([A-Z_]+_(?:KEY|SECRET))=\$/g)].map(
        ([, name = ""]) => [name, Buffer.alloc(32, name).toString("base64")],
      ),
    );
    expect(Object.keys(keys)).toEqual(["AUTH_SECRET", "ENDPOINT_KEYS_KEY", "CARD_SIGNING_KEY"]);
    for (const { args, env } of containers) {
      const names = [...Object.keys(settings), ...env.map(({ name }) => name)];
      expect(names.filter((name) => ![...variableNames, ...passwords].includes(name))).toEqual([]);
      expect(names.includes("DATABASE_OWNER_URL"), args[0]).toBe(args[0] === "setup");
      const given = Object.fromEntries(
        env.flatMap(({ name, value }) => (value ? [[name, value.replace(/\$\((\w+)\)/, "a")]] : [])),
      );
      const read = readEnv({ ...settings, ...keys, ...given });
      expect(read).toMatchObject({ trustProxy: 1, demo: false });
      expect(new URL(read.databaseUrl ?? "")).toMatchObject({
        username: "benchside_app",
        hostname: "benchside-database-rw",
      });
    }
  });

  test("runs as the image's user, and has the two folders that it writes to in memory or for its own time", () => {
    const [, user] = /^USER (\d+):\d+$/m.exec(read("Dockerfile")) ?? [];
    const [, dataDir] = /DATA_DIR=(\S+)/.exec(read("Dockerfile")) ?? [];
    for (const { pod, volumeMounts } of containers) {
      const { runAsUser, runAsGroup } = pod.securityContext;
      expect([runAsUser, runAsGroup].map(String)).toEqual([user, user]);
      expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual([dataDir, "/tmp"]);
      expect(volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name));
    }
  });

  test("is asked at addresses and ports that are there", () => {
    const [, port] = /^EXPOSE (\d+)$/m.exec(read("Dockerfile")) ?? [];
    const known = { http: Number(port), metrics: Number(settings.METRICS_PORT) } as Record<string, number>;
    for (const { ports, startupProbe, livenessProbe, readinessProbe } of containers) {
      for (const { name, containerPort } of ports) expect(containerPort, name).toBe(known[name]);
      for (const asked of [startupProbe, livenessProbe, readinessProbe]) {
        if (!asked) continue;
        const { path: address, port: name } = asked.httpGet;
        expect(ports.map((one) => one.name)).toContain(name);
        expect(
          name === "metrics"
            ? address === "/metrics"
            : existsSync(path.join(projectRoot, "app", address, "route.ts")),
          address,
        ).toBe(true);
      }
    }
    expect(partOf("serve").readinessProbe?.httpGet.path).toBe("/api/health/ready");
    expect(partOf("worker").livenessProbe).toBeDefined();
  });
});

test("the database keeps what is confirmed, has the page's roles, and room for the most processes there can be", () => {
  const cluster = z
    .object({
      spec: z
        .object({
          bootstrap: z.object({ initdb: z.object({ postInitApplicationSQL: z.array(z.string()) }).loose() }),
          postgresql: z.object({
            synchronous: z.object({ number: z.number().min(1) }).loose(),
            parameters: z.record(z.string(), z.string()),
          }),
        })
        .loose(),
    })
    .parse(objects.find(({ kind }) => kind === "Cluster"));
  const { bootstrap, postgresql } = cluster.spec;
  const told = read("docs/operate.md").match(/^(?:CREATE|REVOKE|GRANT) .*;$/gm) ?? [];
  const bare = (line: string) => line.replace(/ PASSWORD .*;/, ";");
  expect(told.map(bare)).toEqual(expect.arrayContaining(bootstrap.initdb.postInitApplicationSQL));
  expect(bootstrap.initdb).toMatchObject({ database: "benchside", owner: "benchside_owner" });
  const scaler = z.object({
    spec: z.object({ maxReplicas: z.number(), minReplicas: z.number().min(2) }).loose(),
  });
  const { maxReplicas } = scaler.parse(objects.find(({ kind }) => kind === "HorizontalPodAutoscaler")).spec;
  const workers = workloads.find(({ metadata }) => metadata.name === "benchside-worker")?.spec.replicas ?? 0;
  // What each of them may use: docs/operate.md, Connections and outages.
  const pool = readEnv(settings).databasePool;
  const used = maxReplicas * (pool + 4) + workers * (pool + 10);
  expect(used).toBeLessThan(Number(postgresql.parameters.max_connections) - 20);
});

test("every service, secret and set of settings that is named is made here or in the steps of the first file", () => {
  const made = new Set([...objects.map(({ metadata }) => metadata.name), "benchside-database-rw"]);
  const steps = read(`${folder}/kustomization.yaml`);
  for (const [, name = ""] of steps.matchAll(/secret generic (\S+)/g))
    for (const role of ["owner", "app"]) made.add(name.replace("$role", role));
  // The certificate is its controller's.
  made.add("benchside-tls");
  const texts = kustomization.resources.map((file) => read(`${folder}/${file}`)).join("\n");
  const named = [...texts.matchAll(/\b(benchside-[a-z-]+)\b/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !made.has(name))).toEqual([]);
});
