import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runBenchside } from "#bench/support/personaeval/command.ts";
import type { Server } from "#bench/support/personaeval/server.ts";
import { proseOf } from "#bench/support/personaeval/writing/prose.ts";
import { randomFrom } from "#bench/support/personaeval/writing/random.ts";
import { openStudies, type Studies } from "#bench/support/study/product.ts";
import { newDesign } from "#lib/studies/template.ts";
import { loadTokenCount } from "#lib/task-kinds/token-count.ts";

/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);
const silver = { scenarios: 5, thoughtsEach: Math.max(2, Math.round(10 * scale)), leastTokens: 8000 };

const NAME = "Long scenarios";
const TRACK = "Silver";
const SEED = 2026;
const MOST_PEOPLE = 1000;

/** By the template: a profile, a scenario that its group shares, and a thought for each origin. */
async function writeCases(file: string): Promise<number[]> {
  const count = await loadTokenCount();
  const { passage } = proseOf("en");
  const tokens: number[] = [];
  const lines: string[] = [];
  for (let group = 1; group <= silver.scenarios; group++) {
    const random = randomFrom(SEED, "scenario", group);
    const profile = passage(random, 1500);
    let scenario = passage(random, 30_000);
    while (count(scenario) < silver.leastTokens) scenario += `\n\n${passage(random, 400)}`;
    tokens.push(count(scenario));
    for (let origin = 1; origin <= silver.thoughtsEach; origin++) {
      const parts = [
        { role: "profile", text: profile },
        { role: "scenario", text: scenario },
        { role: "judged", text: passage(random, 400) },
      ];
      const named = {
        id: `s${group}-${origin}`,
        group: `s${group}`,
        attributes: { method: `method ${origin}` },
      };
      const line = { ...named, track: TRACK, kind: "rating", scale: "rolethink-silver", content: { parts } };
      lines.push(JSON.stringify(line));
    }
  }
  writeFileSync(file, lines.join("\n"));
  return tokens;
}

async function openInOrder(studies: Studies, caseOrder: "by_group" | "spread"): Promise<string> {
  const template = newDesign("rolethink_silver", SEED);
  const design = {
    ...template,
    frame: { ...template.frame, tracks: [TRACK] },
    sample: {
      ...template.sample,
      quota: { [TRACK]: silver.scenarios * silver.thoughtsEach },
      groups: { [TRACK]: silver.thoughtsEach },
    },
    assignment: { ...template.assignment, design: "same" as const, caseOrder },
    recruitment: { ...template.recruitment, perAddress: MOST_PEOPLE },
  };
  const study = await studies.draft(`Silver ${caseOrder}`, design);
  const { sample, problems } = await studies.plan(study.slug);
  if (!sample?.ok || problems.length > 0)
    throw new Error(`the study can't open: ${JSON.stringify(problems)}`);
  await studies.open(study.slug, sample.plan.digest);
  return studies.link(study.id, MOST_PEOPLE);
}

/** Two open studies of the same fifty cases, the links to them, and how many tokens each scenario has. */
export async function openSilverStudies(server: Server) {
  const file = path.join(server.folder, "silver.jsonl");
  const tokens = await writeCases(file);
  await runBenchside(["benchmark", "import", NAME, "--cases", file], server.dataDir);
  rmSync(file);
  const studies = await openStudies(server, NAME);
  const byGroup = await openInOrder(studies, "by_group");
  const spread = await openInOrder(studies, "spread");
  await server.vacuum();
  return { tokens, byGroup, spread };
}
