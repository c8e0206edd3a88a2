import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { caseCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { run, write } = useCommands();
const read = (file: string) => readFileSync(path.join(process.env.INIT_CWD ?? "", file), "utf8");

const made = async (...args: string[]) => {
  const ended = await run("review", ...args, "--json");
  expect(ended).toMatchObject({ code: 0, err: "" });
  return JSON.parse(ended.out);
};
const refused = async (...args: string[]): Promise<string> => {
  const ended = await run("review", ...args);
  expect([args, ended.code]).toEqual([args, 1]);
  return ended.err;
};

beforeAll(async () => {
  write("Literary.csv", caseCsv(someCases(6)));
  expect(await run("benchmark", "import", "Harbour", "--track", "Literary=Literary.csv")).toMatchObject({
    code: 0,
  });
});

test("a review goes from draft to closed, says how far it is, and writes its files", async () => {
  const { slug } = await made(
    "create",
    "First look",
    "--template",
    "curated-cases",
    "--benchmark",
    "harbour",
  );
  expect(await refused("status", slug)).toContain("is a draft");
  expect(await refused("keep", slug, "Kept")).toContain("once it is closed");
  const { items, hash } = await made("open", slug);
  expect([items, hash.length]).toEqual([6, 64]);
  expect(await refused("open", slug)).toContain("only a draft can be opened");
  const status = await made("status", slug);
  expect(status).toMatchObject({
    isInterim: true,
    funnel: { items: 6, decided: 0 },
    retention: { value: null },
  });
  await made("export", slug, "--out", "files");
  expect(read("files/items.csv").split("\r\n")).toHaveLength(8);
  expect(read("files/codebook.md")).toContain("# Codebook: First look");
  expect(await refused("export", slug, "--out", "files")).toContain("isn’t empty");
  const { files } = await made("report", slug, "--out", "report");
  expect(files).toContain("table5.tex");
  expect(await made("pause", slug)).toEqual({ slug, state: "paused" });
  expect(await made("reopen", slug)).toEqual({ slug, state: "open" });
  const undecided = await refused("close", slug, "--yes");
  expect(undecided).toContain("0 of 1 batches accepted: nothing can be kept afterwards");
  expect(undecided).toContain(`review accept ${slug}`);
  expect(await refused("accept", slug, "--yes")).toContain("batch 1: 6 to decide");
  expect(await refused("accept", slug, "2", "--yes")).toContain("has no batch 2: it has 1 to 1");
  expect(await refused("close", slug, "--discard")).toContain("add --yes");
  expect(await made("status", slug)).toMatchObject({ isInterim: true });
  expect(await made("close", slug, "--discard", "--yes")).toEqual({ slug, state: "closed" });
  expect(await refused("close", slug, "--yes")).toContain("is closed");
  expect(await refused("keep", slug, "Kept")).toContain("nothing to keep");
  expect(await made("list")).toMatchObject([{ slug, state: "closed" }]);
});

test("as documented: simulated people decide, batches are accepted after closing too soon, and what was accepted is kept", async () => {
  const { slug } = await made(
    "create",
    "Second look",
    "--template",
    "curated-cases",
    "--benchmark",
    "harbour",
  );
  await made("open", slug);
  const people = ["--annotators", "1,1", "--reviewers", "1,1", "--acceptable", "1", "--seed", "1"];
  expect(await made("simulate", slug, ...people)).toMatchObject({ acceptedBatches: 0 });
  await made("close", slug, "--discard", "--yes");
  expect(await refused("accept", slug, "--yes")).toContain("is closed");
  expect(await refused("reopen", slug)).toContain("add --reason");
  expect(await made("reopen", slug, "--reason", "A batch was left out")).toEqual({ slug, state: "open" });
  expect(await refused("accept", slug)).toContain("batch 1: 6 of 6 cases accepted");
  expect(await made("accept", slug, "--yes")).toEqual({ slug, accepted: [1], openBatches: 0 });
  expect(await refused("accept", slug, "1", "--yes")).toContain("batch 1: accepted already");
  await made("close", slug, "--yes");
  expect((await run("review", "status", slug)).out).toContain("Reopened after closing (1×)");
  expect(await made("keep", slug, "Kept harbour")).toMatchObject({ review: slug, cases: 6 });
});

test.each([
  [["create", "A", "--template", "curated-cases"], "needs --benchmark"],
  [["create", "A", "--template", "gold-audit"], "needs --study"],
  [["create", "A", "--template", "none", "--benchmark", "harbour"], "one of the templates"],
  [["create", "A", "--template", "curated-cases", "--benchmark", "nowhere"], "no benchmark"],
  [["status", "nowhere"], "there is no review"],
])("%j is refused", async (args, why) => expect(await refused(...args)).toContain(why));
