import path from "node:path";
import { atEnd } from "#bench/support/clean-up.ts";
import { startProduct } from "#e2e/support/product.ts";
import { run } from "#scripts/entry/run.mjs";
import { projectRoot, testBuildDir } from "#scripts/project.ts";
import { buildWhenStale } from "#scripts/supervise/build.ts";

type Role = "admin" | "researcher" | "participant";

/** The production build on an empty database with the demo's people, and a sign-in link for each of them. */
export async function openProduct() {
  await buildWhenStale(projectRoot, testBuildDir, { signal: new AbortController().signal });
  const product = await startProduct();
  atEnd(() => product.stop());
  const script = path.join(projectRoot, "scripts/first-run.ts");
  const said = await run(process.execPath, ["--conditions=react-server", script], {
    cwd: projectRoot,
    env: {
      ...process.env,
      AUTH_SECRET: product.authSecret,
      DATABASE_URL: product.databaseUrl,
      BENCHSIDE_URL: product.url,
    },
  });
  const made = JSON.parse(said.trim().split("\n").at(-1) ?? "[]") as { role: Role; url: string }[];
  const links = Object.fromEntries(made.map(({ role, url }) => [role, url])) as Record<Role, string>;
  return { url: product.url, port: product.port, links };
}

export type OpenProduct = Awaited<ReturnType<typeof openProduct>>;
