import { execFile, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { until } from "#scripts/process/liveness.mjs";
import { projectRoot } from "#scripts/project.ts";
import { writeImage } from "#scripts/release/artifacts.ts";

const execute = promisify(execFile);
const folders = (process.env.PATH ?? "").split(path.delimiter);
const find = (name: string) =>
  folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));

/** Why no image can be made and run on this machine; null where it can. */
export function lackFor(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "it takes Linux and root";
  const missing = ["buildah", "apt-get", "dpkg-deb", "unshare", "setpriv"].filter((name) => !find(name));
  return missing.length > 0 ? `there is no ${missing.join(", ")}` : null;
}

async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  return (await execute(command, args, { cwd, maxBuffer: 64 * 1024 * 1024 })).stdout.trim();
}

/** Images and containers are kept below `folder`, and made without what a build machine may lack. */
function useStorage(folder: string): void {
  const settings = path.join(folder, "storage.conf");
  const places = `graphroot = "${folder}/images"\nrunroot = "${folder}/running"`;
  writeFileSync(settings, `[storage]\ndriver = "vfs"\n${places}\n`);
  Object.assign(process.env, { CONTAINERS_STORAGE_CONF: settings, BUILDAH_ISOLATION: "chroot" });
}

async function importRoot(root: string, name: string): Promise<string> {
  const container = await run("buildah", ["from", "scratch"], root);
  await run("buildah", ["add", "--quiet", container, root, "/"], root);
  if (existsSync(path.join(root, "etc/trusted.crt")))
    await run("buildah", ["config", "--env", "NODE_EXTRA_CA_CERTS=/etc/trusted.crt", container], root);
  await run("buildah", ["commit", "--quiet", "--rm", container, name], root);
  rmSync(root, { recursive: true });
  return `localhost/${name}`;
}

const libraries = ["base-files", "libc6", "libgcc-s1", "libstdc++6"];
const shell = ["dash", "coreutils", "libacl1", "libattr1", "libgmp10", "libpcre2-8-0", "libselinux1"];

async function extract(packages: readonly string[], folder: string, name: string): Promise<string> {
  const [downloads, root] = [path.join(folder, "packages"), path.join(folder, name)];
  for (const made of [downloads, root]) mkdirSync(made);
  await run("apt-get", ["download", "-qq", ...packages], downloads);
  for (const file of readdirSync(downloads))
    await run("dpkg-deb", ["--extract", path.join(downloads, file), root], downloads);
  rmSync(downloads, { recursive: true });
  for (const unused of ["doc", "locale", "man"])
    rmSync(path.join(root, "usr/share", unused), { recursive: true, force: true });
  return root;
}

/** Both are made of Debian's packages: no registry of images is needed to test what stands on them. */
async function makeBases(folder: string): Promise<{ build: string; base: string }> {
  const base = await extract(libraries, folder, "base");
  const build = await extract([...libraries, ...shell], folder, "build");
  if (!existsSync(path.join(build, "bin/sh"))) symlinkSync("dash", path.join(build, "bin/sh"));
  writeFileSync(path.join(build, "etc/passwd"), "root:x:0:0:root:/root:/bin/sh\n");
  cpSync(process.execPath, path.join(build, "usr/bin/node"));
  const npm = path.resolve(realpathSync(find("npm") ?? ""), "../..");
  cpSync(npm, path.join(build, "usr/lib/npm"), { recursive: true });
  symlinkSync("../lib/npm/bin/npm-cli.js", path.join(build, "usr/bin/npm"));
  // Whatever this machine trusts on its way to the registry.
  const trusted = process.env.NODE_EXTRA_CA_CERTS;
  if (trusted) cpSync(trusted, path.join(build, "etc/trusted.crt"), { dereference: true });
  return { build: await importRoot(build, "build-base"), base: await importRoot(base, "run-base") };
}

async function mountImage(tag: string): Promise<string> {
  const container = await run("buildah", ["from", "--pull-never", tag], "/");
  return run("buildah", ["mount", container], "/");
}

type Configured = { Entrypoint: string[]; Cmd: string[]; Env: string[]; User: string; WorkingDir: string };

async function readConfiguration(tag: string): Promise<Configured> {
  const described = await run("buildah", ["inspect", "--type", "image", tag], "/");
  return (JSON.parse(described) as { OCIv1: { config: Configured } }).OCIv1.config;
}

/** The image, its folder as a running container sees it, and how it is set up. */
export async function makeImage(folder: string): Promise<{ root: string; config: Configured }> {
  useStorage(folder);
  const { build, base } = await makeBases(folder);
  const buildArgs = [`BUILD=${build}`, `BASE=${base}`];
  const image = { engine: "buildah", version: "trial", committedAt: new Date(0), buildArgs } as const;
  await writeImage(projectRoot, path.join(folder, "image.tar"), image);
  const tag = "localhost/benchside:trial";
  return { root: await mountImage(tag), config: await readConfiguration(tag) };
}

/** As an engine would with --read-only, --cap-drop=all and the machine's own network. */
const confine = `
mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"
mount -t tmpfs -o mode=1777 tmpfs "$0/tmp"
mount -t tmpfs -o mode=0750,uid=10001,gid=10001 tmpfs "$0/data"
mount -t proc proc "$0/proc"
exec unshare --root="$0" --wd=/app --setgid=10001 --setuid=10001 -- "$@"`;

export type Running = ReturnType<typeof startImage>;

export function startImage(
  root: string,
  config: Configured,
  args: readonly string[],
  env: Record<string, string>,
) {
  const set = Object.fromEntries(config.Env.map((pair) => pair.split(/=(.*)/s) as [string, string]));
  const outside = [
    "--no-new-privs",
    "--clear-groups",
    "unshare",
    "--mount",
    "--pid",
    "--fork",
    "--kill-child",
  ];
  const command = ["sh", "-euc", confine, root, ...config.Entrypoint, ...args];
  const child = spawn("setpriv", [...outside, ...command], {
    env: { ...set, ...env, NODE_ENV: "production", PATH: `${set.PATH}:/usr/sbin:/sbin` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const children = `/proc/${child.pid}/task/${child.pid}/children`;
  const signal = (name: NodeJS.Signals) => {
    const first = Number(readFileSync(children, "utf8").trim());
    if (first > 0) process.kill(first, name);
    else child.kill(name);
  };
  return {
    pid: child.pid ?? 0,
    ended,
    said: () => said,
    /** To the image's own first process, as an engine sends it. */
    signal,
    /** Its first process takes all others of the image along; who has changed the user outlives its parent. */
    kill() {
      if (child.exitCode === null && child.signalCode === null) signal("SIGKILL");
    },
    async untilItAnswers(url: string, seconds: number) {
      const isOk = async () => {
        if (child.exitCode !== null) throw new Error(`it ended; it said:\n${said}`);
        return fetch(url).then(
          ({ ok }) => ok,
          () => false,
        );
      };
      if (!(await until(isOk, { seconds, everyMs: 100 }))) throw new Error(`no answer; it said:\n${said}`);
    },
  };
}
