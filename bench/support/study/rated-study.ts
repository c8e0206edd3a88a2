import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runBenchside } from "#bench/support/personaeval/command.ts";
import type { Server } from "#bench/support/personaeval/server.ts";
import { proseOf } from "#bench/support/personaeval/writing/prose.ts";
import { randomFrom } from "#bench/support/personaeval/writing/random.ts";
import { answerAll } from "#bench/support/study/all-answered.ts";
import { openStudies } from "#bench/support/study/product.ts";
import { newDesign } from "#lib/studies/template.ts";

const NAME = "Thoughts";
const SEED = 2026;
const RATERS = 5;
const tracks = ["Gold", "Silver"] as const;
const methods = Array.from({ length: 8 }, (_, method) => `method ${method + 1}`);
const models = ["model 1", "model 2", "model 3"];
const origins = methods.flatMap((method) => models.map((model) => ({ method, model })));
const judges = ["judge 1", "judge 2", "judge 3", "judge 4", "nli"];

type Thought = {
  track: string;
  id: string;
  group: string;
  quality: number;
  origin: (typeof origins)[number];
};

/** Every origin writes a thought for each scenario, methods better one after the other. */
function* makeThoughts(scenarios: number): Generator<Thought> {
  for (const track of tracks)
    for (let scenario = 1; scenario <= scenarios; scenario++)
      for (const [at, origin] of origins.entries()) {
        const group = `${track}-${scenario}`;
        const quality = (at / origins.length) * 3 + 2 * randomFrom(SEED, group, at).next();
        yield { track, id: `${group}-${at + 1}`, group, quality, origin };
      }
}

function writeCase({ track, id, group, origin }: Thought): string {
  const { passage } = proseOf("en");
  const read = track === "Gold" ? ["reference"] : ["profile", "scenario"];
  const parts = [
    ...read.map((role) => ({ role, text: passage(randomFrom(SEED, group, role), 300) })),
    { role: "judged", text: passage(randomFrom(SEED, id), 200) },
  ];
  const scale = `rolethink-${track.toLowerCase()}`;
  return JSON.stringify({ id, track, kind: "rating", group, scale, attributes: origin, content: { parts } });
}

function writePrediction(judge: string, { track, id, quality }: Thought): string {
  const drawn = quality + 2 * (randomFrom(SEED, judge, id).next() - 0.5);
  const given =
    judge === "nli"
      ? { method: "entailment", score: Math.min(1, Math.max(0, drawn / 5)) }
      : { method: "five points", rating: Math.min(5, Math.max(1, Math.round(drawn))) };
  return JSON.stringify({ model: judge, track, case: id, ...given });
}

/** A closed study of so many scenarios on each track: 24 thoughts for each, five ratings of each, five judges. */
export async function makeRatedStudy(server: Server, scenarios: number) {
  const thoughts = [...makeThoughts(scenarios)];
  const write = (name: string, lines: readonly string[]) => {
    const file = path.join(server.folder, `${name}.jsonl`);
    writeFileSync(file, lines.join("\n"));
    return file;
  };
  const bring = async (file: string, args: readonly string[]) => {
    await runBenchside([...args, file], server.dataDir);
    rmSync(file);
  };
  await bring(write("cases", thoughts.map(writeCase)), ["benchmark", "import", NAME, "--cases"]);
  for (const judge of judges) {
    const ofJudge = thoughts.map((thought) => writePrediction(judge, thought));
    await bring(write("judge", ofJudge), ["results", "import", NAME, "--predictions"]);
  }
  await server.vacuum();
  const studies = await openStudies(server, NAME);
  const people = RATERS * scenarios;
  const template = newDesign("rolethink_gold", SEED);
  const inGroups = Object.fromEntries(tracks.map((track) => [track, origins.length]));
  const study = await studies.draft("Thoughts rated", {
    ...template,
    frame: { ...template.frame, tracks: [...tracks] },
    sample: { ...template.sample, quota: inGroups, groups: inGroups },
    assignment: { ...template.assignment, people, ratersPerCase: RATERS },
  });
  const { problems, sample } = await studies.plan(study.slug);
  if (!sample?.ok || problems.length > 0)
    throw new Error(`this can't open: ${JSON.stringify({ problems, sample }).slice(0, 2000)}`);
  await studies.open(study.slug, sample.plan.digest);
  const { answers, cases } = await answerAll(server.ownerUrl, study.id, people);
  await server.vacuum();
  const [first] = thoughts;
  if (!first) throw new Error("there are no thoughts");
  return { slug: study.slug, answers, cases, first };
}
