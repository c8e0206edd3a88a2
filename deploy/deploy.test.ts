import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readEnv, variableNames } from "#lib/environment.ts";
import { projectRoot } from "#scripts/project.ts";
import { connectionLimits } from "#scripts/serve/connections.ts";
import { bodyLimit, bodyMs } from "#scripts/serve/bodies/request-body.ts";
import { loggablePath } from "#scripts/serve/target.ts";

const { load } = createRequire(import.meta.url)("js-yaml") as { load: (text: string) => unknown };
const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const files = globSync("deploy/**/*.{conf,env,service,timer,sh,yaml,sql}", { cwd: projectRoot });
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

const site = read("deploy/nginx/benchside.conf");
const units = Object.fromEntries(
  files
    .filter((file) => /\.(service|timer)$/.test(file))
    .map((file) => [path.basename(file), read(file)] as const),
);
const web = units["benchside-web@.service"] ?? "";
const worker = units["benchside-worker.service"] ?? "";
const setup = units["benchside-setup.service"] ?? "";

/** The values of a directive of nginx, in the order they stand in. */
const listValues = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^\\s*${name}\\s+(.*);$`, "gm"))].map(([, value = ""]) => value);
const valueOf = (name: string) => listValues(site, name)[0] ?? `no ${name}`;
const unitValue = (unit: string, name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];

const unitsOfTime: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000, "": 1000 };
function inMs(written = ""): number {
  const [, count, unit = ""] = /^(\d+)(s|min|h)?$/.exec(written) ?? [];
  return Number(count) * (unitsOfTime[unit] ?? Number.NaN);
}
const inBytes = (written: string) => Number(/^(\d+)m$/.exec(written)?.[1]) * 1024 * 1024;

test("names no setting that the product doesn’t know", () => {
  expect(files.length).toBeGreaterThan(10);
  // What a shell, a container engine, PostgreSQL's image or the system's own calls are named by.
  const others = [
    "STATE_DIRECTORY",
    "ON_ERROR_STOP",
    "APP_PASSWORD",
    "OWNER_PASSWORD",
    "ACCESS_KEY_ID",
    "ACCESS_SECRET_KEY",
    "AF_UNIX",
    "AF_INET",
    "AF_INET6",
  ];
  const known = new Set([...variableNames, ...others]);
  const named = (file: string) =>
    read(file).match(/\b[A-Z]+(?:_[A-Z0-9]+)+\b|^[A-Z]+(?==)|^Environment=[A-Z]+/gm) ?? [];
  const unknown = files.flatMap((file) =>
    named(file)
      .map((name) => name.replace("Environment=", ""))
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

describe("nginx", () => {
  test("stands for the name and the proxy that the processes are told of", () => {
    const lines = read("deploy/systemd/benchside.env").matchAll(/^([A-Z_]+)=(.*)$/gm);
    const given = Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
    const env = readEnv({ ...given, AUTH_SECRET: "s".repeat(64) });
    expect(env).toMatchObject({ trustProxy: 1, demo: false, host: "127.0.0.1" });
    const names = new Set(listValues(site, "server_name"));
    expect([...names].map((name) => `https://${name}`)).toEqual([env.publicUrl]);
    expect(env.databaseOwnerUrl).not.toBe(env.databaseUrl);
    expect(env.dataDir).toBe(`/var/lib/${unitValue(web, "StateDirectory")}`);
  });

  test("tells the product who asks and for what, and nothing that a client invented", () => {
    const told = new Map(
      listValues(site, "proxy_set_header").map((value) => value.split(/\s+/) as [string, string]),
    );
    expect(Object.fromEntries(told)).toEqual({
      Connection: '""',
      Host: "$http_host",
      "X-Forwarded-For": "$proxy_add_x_forwarded_for",
      "X-Forwarded-Host": '""',
      "X-Real-IP": '""',
      Forwarded: '""',
    });
    expect(valueOf("proxy_http_version")).toBe("1.1");
  });

  test("leads people to https and tells programs, by TLS that is still held to be safe", () => {
    const [, plain = ""] = /\n  listen 80;\n([\s\S]*?)\n}/.exec(site) ?? [];
    const answers = [...plain.matchAll(/location (\S+) \{[^}]*\breturn (\d+)/g)].map(([, at, code]) => [
      at,
      code,
    ]);
    expect(answers).toEqual([
      ["/api/", "403"],
      ["/", "301"],
    ]);
    expect(valueOf("ssl_protocols")).toBe("TLSv1.2 TLSv1.3");
  });

  test("waits neither shorter nor longer than the product does", () => {
    expect(inMs(valueOf("client_header_timeout"))).toBe(connectionLimits.headMs);
    expect(inMs(valueOf("client_body_timeout"))).toBe(bodyMs);
    expect(inMs(valueOf("send_timeout"))).toBe(connectionLimits.stillMs);
    expect(inMs(valueOf("keepalive_timeout"))).toBe(connectionLimits.idleMs);
    for (const file of globSync("deploy/*/benchside-upstream.conf", { cwd: projectRoot })) {
      const [idle] = listValues(read(file), "keepalive_timeout");
      expect(inMs(idle), file).toBeLessThan(connectionLimits.idleMs);
    }
  });

  test("lets through what the product would take, so that refusals are the product’s, and uploads as they come", () => {
    const [forms = "", uploads] = listValues(site, "client_max_body_size");
    expect(inBytes(forms)).toBeGreaterThan(bodyLimit);
    expect(inBytes(forms)).toBeLessThanOrEqual(4 * bodyLimit);
    expect([uploads, valueOf("proxy_request_buffering")]).toEqual(["0", "off"]);
    const [, pattern = ""] = /location ~ (\^\/api\/benchmarks\S+) \{/.exec(site) ?? [];
    expect("/api/benchmarks/personaeval/uploads").toMatch(new RegExp(pattern));
    expect(existsSync(path.join(projectRoot, "app/api/benchmarks/[slug]/uploads/route.ts"))).toBe(true);
    expect(listValues(site, "proxy_buffering")).toEqual(["off", "on"]);
    expect(listValues(site, "proxy_next_upstream")).toEqual(["error timeout", "error timeout http_404"]);
    expect([valueOf("gzip"), /proxy_cache|http_503/.test(site)]).toEqual(["off", false]);
  });

  test("logs no secret of a link", () => {
    const [, pattern = ""] = /^\s*~\*(\S+) \/\$benchside_door\/\[token\];$/m.exec(site) ?? [];
    const logged = (uri: string) => {
      const door = new RegExp(pattern, "i").exec(uri)?.groups?.benchside_door;
      return door ? `/${door}/[token]` : uri;
    };
    for (const secret of [
      "/enter/s3cret",
      "/join/s3cret",
      "/en/enter/s3cret",
      "/ENTER/s3cret",
      "/enter/a/s3cret",
    ])
      expect(logged(secret), secret).not.toContain("s3cret");
    for (const plain of [
      "/join",
      "/sign-in",
      "/sittings/1/2",
      "/entering/1",
      "/_next/static/chunks/enter.js",
    ])
      expect(logged(plain)).toBe(loggablePath(plain));
    const [format = ""] = /log_format benchside [^;]+;/.exec(site) ?? [];
    expect(format).not.toMatch(/\$(request|request_uri|uri|args|http_referer|http_cookie)\b/);
    expect(valueOf("error_log")).toMatch(/ crit$/);
  });

  test("leads to the processes that are started", () => {
    const ports = [...read("deploy/nginx/benchside-upstream.conf").matchAll(/127\.0\.0\.1:(\d+)/g)];
    expect(ports.map(([, port]) => port)).toEqual(["3001", "3002"]);
    expect(read("deploy/systemd/upgrade.sh")).toContain("for port in 3001 3002; do");
    for (const { 1: proxied } of site.matchAll(/proxy_pass http:\/\/([^;/]+);/g))
      expect(proxied).toBe("benchside");
  });
});

describe("systemd", () => {
  test("starts what npm starts, as nobody special, and gives it the time to end that compose.yaml gives", () => {
    expect(unitValue(web, "ExecStart")).toBe(`/usr/bin/${scripts.serve}`);
    expect(unitValue(worker, "ExecStart")).toBe(`/usr/bin/${scripts.worker}`);
    expect(unitValue(setup, "ExecStart")).toBe(`/usr/bin/${scripts.setup}`);
    const { services } = z
      .object({ services: z.object({ app: z.object({ stop_grace_period: z.string() }) }) })
      .parse(load(read("compose.yaml")));
    for (const unit of [web, worker]) {
      expect(unitValue(unit, "TimeoutStopSec")).toBe(services.app.stop_grace_period.replace("s", ""));
      expect(unitValue(unit, "KillMode")).toBe("mixed");
      expect(unitValue(unit, "Restart")).toBe("always");
      expect(unitValue(unit, "User")).toBe("benchside");
      expect(unitValue(unit, "NoNewPrivileges")).toBe("yes");
      expect(unitValue(unit, "ProtectSystem")).toBe("strict");
    }
    expect(unitValue(web, "Environment")).toBe("PORT=%i");
    for (const unit of [web, worker]) {
      expect(unitValue(unit, "UnsetEnvironment")).toBe("DATABASE_OWNER_URL");
      for (const name of ["After", "Wants"])
        expect(unitValue(unit, name)).toContain("benchside-setup.service");
    }
    expect(read("deploy/systemd/upgrade.sh")).toContain("systemctl start benchside-setup.service\n");
  });

  test("counts a web process as started once it answers at an address that is there", () => {
    const [, route = ""] = /http:\/\/127\.0\.0\.1:%i\/(\S+)$/m.exec(web) ?? [];
    expect(existsSync(path.join(projectRoot, "app", route, "route.ts")), route).toBe(true);
  });

  test("backs up by the product’s own command into a folder of its own", () => {
    const backup = units["benchside-backup.service"] ?? "";
    const folder = `/var/lib/${unitValue(backup, "StateDirectory")}/`;
    const command = `/usr/bin/${scripts.benchside} backup create ${folder} --keep 30`;
    expect(unitValue(backup, "ExecStart")).toBe(command);
    expect(unitValue(backup, "WorkingDirectory")).toBe(unitValue(worker, "WorkingDirectory"));
  });

  test("has what all processes need in one way", () => {
    const hardening = (unit: string) =>
      [
        ...unit.matchAll(
          /^(?:No|Protect|Private|Restrict|System|Lock|Remove|Capab|Ambient|UMask|State).*$/gm,
        ),
      ].join("\n");
    for (const unit of [worker, setup]) expect(hardening(unit)).toBe(hardening(web));
  });
});

describe("PostgreSQL", () => {
  test("gets its roles as the operator’s page has them", () => {
    const statements = (file: string) => read(file).match(/^(?:CREATE|REVOKE|GRANT) .*;$/gm) ?? [];
    expect(statements("deploy/postgresql/roles.sql")).toEqual(statements("docs/operate.md"));
  });

  test("keeps what is confirmed, and has room for everybody who connects", () => {
    const lines = [...read("deploy/postgresql/benchside.conf").matchAll(/^(\w+) = (\S+)$/gm)];
    const settings = Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value]));
    expect(settings).toMatchObject({ fsync: "on", synchronous_commit: "on", full_page_writes: "on" });
    expect(Number(settings.max_connections)).toBeGreaterThanOrEqual(100);
    const overlay = read("deploy/containers/compose.behind-nginx.yaml");
    for (const [, name = "", value] of overlay.matchAll(/"(\w+)=(\w+)"/g))
      expect(settings[name], name).toBe(value);
  });
});

test("the second container of the web process has the settings of the first", () => {
  const environment = z.record(z.string(), z.string());
  const service = z.object({ environment: environment.optional() });
  const parse = (file: string) =>
    z.object({ services: z.record(z.string(), service) }).parse(load(read(file))).services;
  const [base, overlay] = [parse("compose.yaml"), parse("deploy/containers/compose.behind-nginx.yaml")];
  const first = { ...base.app?.environment, ...overlay.app?.environment };
  expect(overlay["app-2"]?.environment).toEqual(first);
  const names = [...read("deploy/containers/benchside-upstream.conf").matchAll(/server ([\w-]+):3000/g)];
  expect(names.map(([, name]) => name)).toEqual(["app", "app-2"]);
});
