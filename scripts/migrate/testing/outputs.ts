import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { runHere } from "#scripts/cli/testing/run-here.ts";

/** What the product says of a study: the name of a file, or of a command, and its text. */
export type Outputs = Readonly<Record<string, string>>;

const key = "0123456789abcdef0123456789abcdef";

export async function outputOf(...args: string[]): Promise<string> {
  const { code, out, err } = await runHere(args);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${err}`);
  return out;
}

export async function outputsOfPlan(slug: string): Promise<Outputs> {
  return {
    [`${slug}/manifest`]: await outputOf("study", "manifest", slug),
    [`${slug}/status`]: await outputOf("study", "status", slug, "--json"),
  };
}

/** All of it, of a study whose results may be looked at. */
export async function outputsOf(slug: string): Promise<Outputs> {
  const exported = ["study", "export", slug, "--format", "both", "--who", "all"];
  return {
    ...(await outputsOfPlan(slug)),
    ...(await filesOf(`${slug}/numbers-of-study`, ...exported, "--numbers", "study")),
    ...(await filesOf(`${slug}/numbers-by-key`, ...exported, "--key", key)),
    [`${slug}/results`]: await outputOf("study", "results", slug, "--json"),
    ...(await filesOf(`${slug}/report`, "study", "report", slug)),
  };
}

/** What doesn't depend on how much time went by between two answers. */
export async function outputsWithoutTimes(slug: string): Promise<Outputs> {
  const exported = ["study", "export", slug, "--format", "jsonl", "--numbers", "study"];
  const outputs = {
    ...(await filesOf(`${slug}/export`, ...exported)),
    [`${slug}/results`]: await outputOf("study", "results", slug, "--json"),
  };
  const withoutTimes = (text: string) =>
    text
      .replace(/"(saved_after|after|client_after|given_after|duration)_ms":\d+/g, '"$1_ms":0')
      .replace(/"stamp": ".*"/, '"stamp": ""');
  return Object.fromEntries(Object.entries(outputs).map(([name, text]) => [name, withoutTimes(text)]));
}

const digests = /^[0-9a-f]{64}(?= {2}\S+$)/gm;

/** Without pictures of points, which are drawn from the SVG beside them, and without lists of digests: all of the rest is here. */
async function filesOf(name: string, ...args: string[]): Promise<Outputs> {
  const folder = mkdtempSync(path.join(tmpdir(), "benchside-outputs-"));
  try {
    await outputOf(...args, "--out", path.join(folder, "out"));
    const files = readdirSync(path.join(folder, "out"), { recursive: true, encoding: "utf8" }).sort();
    const texts = files.filter((file) => path.extname(file) !== "" && path.extname(file) !== ".png");
    return Object.fromEntries(
      texts.map((file) => {
        const text = readFileSync(path.join(folder, "out", file), "utf8");
        return [`${name}/${file}`, file === "README.txt" ? text.replace(digests, "(digest)") : text];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g;

/** What happens to the data after they were put away happens at another time whenever it is tried. */
export function withoutNewTimes(data: string, outputs: Outputs): Outputs {
  const old = new Set((data.match(times) ?? []).map((time) => new Date(time).getTime()));
  const withoutNew = (text: string) =>
    text.replace(times, (time) => (old.has(new Date(time).getTime()) ? time : "(later)"));
  return Object.fromEntries(Object.entries(outputs).map(([name, text]) => [name, withoutNew(text)]));
}

const keptOfReport =
  /report\/(answers\.csv|manifest\.json|tables\/table5.*\.csv|figures\/figure-2-people-.*\.svg)$/;

/** Of how many answers it can be said whether they are right, which interim results tell since kinds were several. */
const newCount = /\s*"judged": \d+,/g;

/** Who is excluded, and what the others do, is counted since as the results count it. */
const newTotals = /\s*"(?:working|submitted|droppedOut|excluded|flagged|medianActiveMs)": [\d.]+,?/g;
const withoutNewTotals = (text: string) =>
  text.replace(/"(?:totals|simulated)": \{[^}]*\}/g, (totals) => totals.replace(newTotals, ""));

const peopleAsModel = /\/people-as-model\/.*\.csv$/;

/** People, and simulated people, that are taken out as a model keep marks since, in columns of their own. */
const withoutMarks = (csv: string) =>
  (parse(csv, { columns: true }) as Record<string, string>[]).map(
    ({ fake: _fake, people: _people, ...row }) => row,
  );

/** Without what the rules of inference make of the answers, and without words about it, the titles of figures too: a release may mend both. */
export const withoutConclusions = (outputs: Outputs): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(outputs).flatMap(([name, text]): [string, unknown][] => {
      if (name.endsWith("/results")) return [[name, readFigures(JSON.parse(text) as StudyFigures)]];
      if (peopleAsModel.test(name)) return [[name, withoutMarks(text)]];
      const isWords =
        name.endsWith("/codebook.md") || (name.includes("/report/") && !keptOfReport.test(name));
      const kept = text.replace(/<title>.*?<\/title>/, "").replace(newCount, "");
      return isWords ? [] : [[name, withoutNewTotals(kept)]];
    }),
  );

type StudyFigures = Record<"study" | "isInterim" | "isSimulated" | "chance", unknown> & {
  /** Of which kind figures are is asked since a study may have several. */
  view: { kind?: null };
  people: Record<"n" | "right" | "accuracy" | "naive" | "reason", unknown>;
  consensus: Record<"cases" | "credit" | "accuracy" | "ties" | "reason", unknown>;
  models: readonly (Record<"answered" | "failed" | "missing" | "right" | "top1" | "scores", unknown> & {
    runId: number;
  })[];
  tracks: readonly Part[];
  strata: readonly Part[];
};
type Part = { name: string; chance: unknown } & Pick<StudyFigures, "people" | "consensus">;

/** The counts and shares of results, without intervals and tests. */
function readFigures({
  study,
  view: { kind: _kind, ...view },
  isInterim,
  isSimulated,
  chance,
  ...told
}: StudyFigures) {
  const { naive } = told.people;
  return {
    study,
    view,
    isInterim,
    isSimulated,
    chance,
    naive,
    whole: readPart(told),
    models: told.models
      .map(({ runId, answered, failed, missing, right, top1, scores }) => {
        return { runId, answered, failed, missing, right, top1, scores };
      })
      .sort((a, b) => a.runId - b.runId),
    parts: [...told.tracks, ...told.strata].map((part) => [part.name, part.chance, readPart(part)]),
  };
}

function readPart({ people, consensus }: Pick<Part, "people" | "consensus">) {
  const { n, right, accuracy, reason } = people;
  const { cases, credit, accuracy: ofVote, ties } = consensus;
  return { n, right, accuracy, reason, cases, credit, ofVote, ties };
}

export const unpackOutputs = (packed: Buffer): Outputs =>
  JSON.parse(gunzipSync(packed).toString()) as Outputs;
