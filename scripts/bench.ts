import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { formatConditions, readConditions } from "#bench/support/conditions.ts";
import type { Bench, Figure } from "#bench/support/figure.ts";
import { setBeside, tabulate } from "#bench/support/report.ts";
import { projectRoot } from "#scripts/project.ts";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";

const folder = path.join(projectRoot, "bench");
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replace(/\.ts$/, ""));
const fileOf = (name: string) => path.join(folder, `${name}.ts`);
const aboutOf = async (name: string) => ((await import(fileOf(name))) as Bench).about;

const running = new Set<ReturnType<typeof fork>>();
let stopping = false;
const pass = (signal: NodeJS.Signals) => {
  stopping = true;
  for (const child of running) child.kill(signal);
};
onStopSignal(
  () => pass("SIGTERM"),
  () => pass("SIGKILL"),
);

async function measure(name: string, root = projectRoot): Promise<Figure[] | null> {
  // Some measure the product's own modules, which are marked as the server's.
  const [runner = "", bench = ""] = ["support/runner", name].map((one) =>
    path.join(root, "bench", `${one}.ts`),
  );
  const child = fork(runner, [bench], {
    execArgv: ["--conditions=react-server"],
    cwd: root,
    env: { ...process.env, ...given },
    detached: true,
  });
  running.add(child);
  let figures: Figure[] | null = null;
  child.once("message", (sent) => (figures = sent as Figure[]));
  await once(child, "exit");
  running.delete(child);
  return figures;
}

function readArguments() {
  const text = { type: "string" } as const;
  const options = {
    json: text,
    scale: text,
    beside: text,
    help: { type: "boolean" },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
// For the benches themselves; a scale below 1 is for trying one out, figures count at 1.
const given = values.scale === undefined ? {} : { BENCH_SCALE: values.scale };
const unknown = positionals.filter((name) => !names.includes(name));
const isUnfit = positionals.length === 0 || unknown.length > 0;
if (values.help || isUnfit) {
  if (unknown.length > 0) console.error(`there is no bench named ${unknown.join(", ")}\n`);
  console.log("npm run bench -- NAME … [--json FILE --scale 0.1 --beside FOLDER]");
  console.log(
    "  --beside: the same, right after, by the benches of another checkout; what both measure is set side by side\n",
  );
  for (const name of names) console.log(`  ${name.padEnd(16)} ${await aboutOf(name)}`);
  process.exit(isUnfit && !values.help ? 2 : 0);
}

const conditions = readConditions();
console.log(`${formatConditions(conditions)}\n`);
const results: Record<string, Figure[]> = {};
const besides: Record<string, Figure[]> = {};
const failed: string[] = [];
for (const name of positionals) {
  if (stopping) break;
  console.log(`${name}: ${await aboutOf(name)}`);
  const figures = await measure(name);
  if (figures) results[name] = figures;
  else failed.push(name);
  console.log(figures ? `${tabulate(figures)}\n` : `${name} could not be measured\n`);
  if (!values.beside || !figures || stopping) continue;
  const beside = await measure(name, path.resolve(values.beside));
  if (beside) besides[name] = beside;
  else failed.push(`${name} in ${values.beside}`);
  console.log(
    `beside ${values.beside}:\n${beside ? tabulate(setBeside(figures, beside)) : "not measured"}\n`,
  );
}
if (values.json) writeFileSync(values.json, `${JSON.stringify({ conditions, results, besides }, null, 2)}\n`);
process.exit(stopping ? 130 : failed.length > 0 ? 1 : 0);
