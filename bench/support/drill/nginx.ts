import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import https from "node:https";
import path from "node:path";
import { atEnd } from "#bench/support/clean-up.ts";
import { projectRoot } from "#scripts/project.ts";
import { findQuietPort } from "#scripts/process/ports.ts";
import { until } from "#scripts/process/liveness.mjs";

export const siteName = "study.example.org";
const read = (file: string) => readFileSync(path.join(projectRoot, "deploy/nginx", file), "utf8");

type Ports = { port: number; plain: number; upstream: readonly number[] };

/** The files of deploy/nginx as they are, but for ports, the certificate and where the logs go. */
function laySite(folder: string, { port, plain, upstream }: Ports): string {
  mkdirSync(folder, { mode: 0o755 });
  const order = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=";
  const names = ["-addext", `subjectAltName=DNS:${siteName}`];
  const files = ["-keyout", path.join(folder, "privkey.pem"), "-out", path.join(folder, "fullchain.pem")];
  const args = (order + siteName).split(" ");
  execFileSync("openssl", args.concat(names, files), { stdio: "ignore" });
  const site = read("benchside.conf")
    .replaceAll(/^ *listen \[::\].*\n/gm, "")
    .replaceAll("listen 443", `listen 127.0.0.1:${port}`)
    .replaceAll("listen 80", `listen 127.0.0.1:${plain}`)
    .replaceAll(`/etc/letsencrypt/live/${siteName}`, folder)
    .replaceAll("/var/log/nginx", folder);
  let next = 0;
  const servers = read("benchside-upstream.conf").replaceAll(/server 127\.0\.0\.1:\d+(.*)/g, (_, rest) => {
    const one = upstream[next++];
    return one === undefined ? "" : `server 127.0.0.1:${one}${rest}`;
  });
  const file = path.join(folder, "nginx.conf");
  writeFileSync(
    file,
    `pid ${folder}/nginx.pid;\nuser root;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n${servers}\n${site}\n}\n`,
  );
  return file;
}

export async function openNginx(root: string, upstream: readonly number[]) {
  const folder = path.join(root, "nginx");
  const [port, plain] = [await findQuietPort(), await findQuietPort()];
  const file = laySite(folder, { port, plain, upstream });
  let child: ChildProcess | null = null;
  const agent = () =>
    new https.Agent({
      keepAlive: true,
      ca: readFileSync(path.join(folder, "fullchain.pem")),
      servername: siteName,
    });
  const via = `https://127.0.0.1:${port}`;
  async function start(): Promise<void> {
    child = spawn("nginx", ["-c", file, "-g", "daemon off;"], { stdio: "ignore" });
    const answers = () =>
      new Promise<boolean>((resolve) => {
        const asked = https.get(
          `${via}/api/health`,
          { agent: agent(), headers: { host: siteName } },
          (answer) => {
            answer.resume();
            resolve(true);
          },
        );
        asked.once("error", () => resolve(false));
      });
    if (!(await until(answers, { seconds: 10, everyMs: 100 }))) throw new Error("nginx did not start");
  }
  async function stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const stopping = child;
    child = null;
    if (!stopping || stopping.exitCode !== null) return;
    const gone = once(stopping, "exit");
    stopping.kill(signal);
    await gone;
  }
  atEnd(() => stop());
  await start();
  return { via, agent, start, stop, pid: () => child?.pid ?? 0 };
}
