import { mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { projectRoot } from "#scripts/project.ts";
import { inSeconds, say } from "#scripts/process/steps.mjs";
import {
  findEngine,
  listObstacles,
  readCommit,
  writeBill,
  writeDocs,
  writeImageOf,
  writeSources,
  writeSums,
} from "#scripts/release/artifacts.ts";

const usage = `usage: npm run release -- [--trial] [--no-image] [--out FOLDER] [--build-arg NAME=VALUE]…
  --trial      also from a commit without its tag or its section in the changelog
  --no-image   only the sources, the bill of materials and the documentation
  --out        folder for the files (release)
  --build-arg  of the image, such as BASE=debian:bookworm-slim`;

function readOptions() {
  try {
    return parseArgs({
      options: {
        trial: { type: "boolean", default: false },
        image: { type: "boolean", default: true },
        out: { type: "string", default: "release" },
        "build-arg": { type: "string", multiple: true, default: [] },
      },
      allowNegative: true,
    }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

async function release(): Promise<void> {
  const options = readOptions();
  const commit = await readCommit(projectRoot);
  const obstacles = await listObstacles(commit);
  if (obstacles.length > 0 && !options.trial)
    throw new Error([...obstacles, "Add --trial to build it nevertheless."].join("\n"));
  const folder = path.resolve(projectRoot, options.out);
  mkdirSync(folder, { recursive: true });
  const files: string[] = [];
  const add = async (label: string, make: Promise<string>) => {
    const since = performance.now();
    files.push(await make);
    say(label, `${path.basename(files.at(-1) ?? "")} ${inSeconds(since)}`);
  };
  const sources = writeSources(commit, folder);
  await add("sources", sources);
  await add("bill", writeBill(commit, folder));
  await add("docs", writeDocs(await sources, commit));
  const engine = options.image ? findEngine() : null;
  const { version, committedAt } = commit;
  const buildArgs = options["build-arg"];
  if (engine) await add("image", writeImageOf(await sources, { engine, version, committedAt, buildArgs }));
  else say("image", options.image ? "left out: neither buildah nor docker is installed" : "left out");
  say("sums", writeSums(files, folder));
}

try {
  await release();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
