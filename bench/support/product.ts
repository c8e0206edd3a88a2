import path from "node:path";
import { atEnd } from "#bench/support/clean-up.ts";
import { startProduct } from "#e2e/support/product.ts";
import { run } from "#scripts/entry/run.mjs";
import { projectRoot, testBuildDir } from "#scripts/project.ts";
import { buildWhenStale } from "#scripts/supervise/build.ts";

type Role = "admin" | "researcher" | "participant";

/** The production build on an empty database with the demo, a sign-in link for each role, the demo study's link, and a draft. */
export async function openProduct() {
  await buildWhenStale(projectRoot, testBuildDir, { signal: new AbortController().signal });
  const product = await startProduct();
  atEnd(() => product.stop());
  const env = {
    ...process.env,
    AUTH_SECRET: product.authSecret,
    DATABASE_URL: product.databaseUrl,
    DATABASE_OWNER_URL: product.ownerUrl,
    BENCHSIDE_URL: product.url,
  };
  const runScript = (name: string, ...args: string[]) => {
    const script = path.join(projectRoot, "scripts", name);
    return run(process.execPath, ["--conditions=react-server", script, ...args], { cwd: projectRoot, env });
  };
  const said = await runScript("first-run.ts");
  const made = JSON.parse(said.trim().split("\n").at(-1) ?? "[]") as { role: Role; url: string }[];
  const urlOf = (role: Role) => made.find((link) => link.role === role)?.url ?? "";
  const print = (...args: string[]) => runScript("benchside.ts", ...args);
  const command = async <T>(...args: string[]): Promise<T> => {
    const printed = await print(...args, "--json");
    return JSON.parse(printed.slice(printed.indexOf("{"))) as T;
  };
  const { link: participant } = await command<{ link: string }>(
    "user",
    "create",
    "--role",
    "participant",
    "--name",
    "Zoe",
  );
  const { slug: draft } = await command<{ slug: string }>("study", "copy", "who-is-speaking-demo-study");
  const links = { admin: urlOf("admin"), researcher: urlOf("researcher"), participant };
  return { url: product.url, port: product.port, links, study: urlOf("participant"), draft, command, print };
}

export type OpenProduct = Awaited<ReturnType<typeof openProduct>>;
