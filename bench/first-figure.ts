import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { openBrowser } from "#bench/support/browser.ts";
import type { Figure } from "#bench/support/figure.ts";
import { writeFiles } from "#bench/support/first-figure/bring-files.ts";
import { readGuide } from "#bench/support/first-figure/guide.ts";
import { follow } from "#bench/support/first-figure/steps.ts";
import { temporaryFolder } from "#bench/support/folder.ts";
import { countProcessesIn, startLikeAUser } from "#bench/support/npm-start.ts";
import { projectRoot } from "#scripts/project.ts";

export const name = "first-figure";
export const about = "from a clone to a figure by docs/run-a-study.md, in a browser, by clicks alone";

const scale = Number(process.env.BENCH_SCALE ?? 1);
const PEOPLE = 20;
const LIMIT_SECONDS = 480;
/** Of a start; database and build go on at the same time. */
const parts = ["install", "client", "database", "schema", "build"];

export async function run(): Promise<Figure[]> {
  const folder = temporaryFolder();
  const clone = path.join(folder, "benchside");
  const [home, beside] = [path.join(folder, "home"), path.join(folder, "files")];
  for (const one of [home, beside]) mkdirSync(one);
  const files = writeFiles(beside);
  const since = performance.now();
  execFileSync("git", ["clone", "--quiet", projectRoot, clone]);
  const product = await startLikeAUser(clone, home, { BENCHSIDE_DEMO: "0" });
  const started = (performance.now() - since) / 1000;

  const browser = await openBrowser();
  const window = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en" });
  const guide = readGuide(readFileSync(path.join(clone, "docs/run-a-study.md"), "utf8"));
  const people = Math.max(2, Math.round(PEOPLE * scale));
  const walk = { browser, page: await window.newPage(), link: product.link, files, people, answers: 0 };
  const seconds = await follow(guide, walk);
  const whole = (performance.now() - since) / 1000;
  const version = browser.version();
  await browser.close();
  await product.stop();

  return [
    { what: `from a clone to a figure, Chromium ${version}`, value: whole, unit: "s", limit: LIMIT_SECONDS },
    { what: "  clone, install, build, healthy", value: started, unit: "s" },
    ...parts.map((what) => ({ what: `    of which ${what}`, value: product.steps[what] ?? 0, unit: "s" })),
    ...[...seconds].map(([what, value]) => ({ what: `  ${what}`, value, unit: "s" })),
    { what: "cases", value: files.cases, unit: "" },
    { what: "files", value: files.bytes / 1e6, unit: "MB" },
    { what: "participants", value: people, unit: "" },
    { what: "their answers", value: walk.answers, unit: "" },
    { what: "processes left", value: countProcessesIn(clone), unit: "", limit: 0 },
  ];
}
