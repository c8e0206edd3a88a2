import { rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildSite } from "#scripts/docs/site.ts";
import { inSeconds, say } from "#scripts/process/steps.mjs";
import { projectRoot } from "#scripts/project.ts";

const usage = `usage: npm run docs -- [--out FOLDER] [--from PROJECT]
  --out   folder for the site (.docs)
  --from  the project whose Markdown it is (this one)`;

try {
  const options = { out: { type: "string" }, from: { type: "string", default: projectRoot } } as const;
  const { out, from } = parseArgs({ options }).values;
  const folder = path.resolve(projectRoot, out ?? ".docs");
  // Pages that are no longer written would stay; a folder somebody named may hold other things.
  if (out === undefined) rmSync(folder, { recursive: true, force: true });
  const since = performance.now();
  const pages = buildSite(path.resolve(from), folder);
  say("docs", `${pages} pages in ${folder} ${inSeconds(since)}`);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(code?.startsWith("ERR_PARSE_ARGS") ? `${message}\n${usage}` : message);
  process.exit(1);
}
