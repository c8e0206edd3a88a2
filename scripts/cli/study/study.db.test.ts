import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { caseCsv, optionNames, resultCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { run, write, read } = useCommands();

const cases = someCases(12);
/** Sure of the next option, which is wrong, in all but the last two. */
const results = cases.map((one, index) => {
  const right = optionNames.indexOf(one.gt);
  const choice = index < 10 ? (right + 1) % optionNames.length : right;
  return { case: one, probs: optionNames.map((_, option) => (option === choice ? 0.85 : 0.05)) };
});

const words = {
  title: "Who is speaking?",
  welcome: "Welcome.",
  consent: "I take part.",
  instructions: "Read, then choose.",
  debrief: "Thank you.",
};
const study = (changes: object = {}) => ({
  title: "Night watch",
  benchmark: "harbour",
  frame: {
    tracks: ["Literary"],
    reference: { model: "lamp", method: "zero-shot", threshold: 0.8 },
  },
  sample: { seed: 7, quota: { Literary: 4 }, controls: { Literary: 1 } },
  assignment: { design: "blocks", people: 4, ratersPerCase: 2 },
  words: { en: words },
  ...changes,
});

const made = async (...args: string[]) => {
  const ended = await run("study", ...args, "--json");
  expect(ended).toMatchObject({ code: 0, err: "" });
  return JSON.parse(ended.out);
};
const refused = async (...args: string[]): Promise<string> => {
  const ended = await run("study", ...args);
  expect([args, ended.code, ended.out]).toEqual([args, 1, ""]);
  return ended.err;
};

beforeAll(async () => {
  write("Literary.csv", caseCsv(cases));
  write("lamp.csv", resultCsv(results));
  expect(await run("benchmark", "import", "Harbour", "--track", "Literary=Literary.csv")).toMatchObject({
    code: 0,
  });
  const imported = await run(
    "results",
    "import",
    "Harbour",
    "--model",
    "lamp",
    "--track",
    "Literary=lamp.csv",
  );
  expect(imported).toMatchObject({ code: 0 });
});

test("a study goes its whole way without a browser", async () => {
  write("study.json", JSON.stringify(study()));
  const { slug, id } = await made("create", "--from", "study.json");
  expect([slug, await read("SELECT state::text FROM studies WHERE id = $1", id)]).toEqual([
    "night-watch",
    [{ state: "draft" }],
  ]);
  expect(await refused("manifest", slug)).toContain("draft");
  const draft = await run("study", "preregistration", slug);
  expect([draft.code, draft.out]).toEqual([0, expect.stringMatching(/^# .*\n\nDRAFT, NOT FROZEN YET/)]);
  expect(await refused("invite", slug, "--count", "1")).toContain("open");

  const { hash } = await made("open", slug);
  expect(await refused("open", slug)).toContain("only a draft");
  expect(await refused("remove", slug, "--yes")).toContain("is open: only a draft can be removed");
  const manifest = await run("study", "manifest", slug);
  expect(createHash("sha256").update(manifest.out).digest("hex")).toBe(hash);
  const registered = await run("study", "preregistration", slug, "--format", "text");
  expect(registered).toMatchObject({ code: 0, err: "" });
  expect(registered.out).toContain(`SHA-256 of the plan: ${hash}`);
  expect(registered.out).not.toContain("DRAFT");
  expect((await run("study", "preregistration", slug, "--format", "pdf")).code).toBe(2);
  expect(JSON.parse(manifest.out)).toMatchObject({ slug, cells: { count: 2, capacity: 2, casesEach: 5 } });

  const invited = await made("invite", slug, "--count", "3", "--cohort", "PhD", "--expires", "2099-12-31");
  expect(invited).toMatchObject([1, 2, 3].map((number) => ({ number, cohort: "PhD" })));
  const table = await run("study", "invite", slug, "--count", "2", "--csv");
  expect(table.out).toMatch(
    /^number,code,link,cohort,last_day\r\n4,(\w{5}-\w{5}),http:\/\/localhost:3000\/join\/\1,,\r\n5,/,
  );
  expect(new Set(invited.map(({ code }: { code: string }) => code)).size).toBe(3);
  expect(await refused("invite", slug, "--count", "0")).toContain("--count");
  expect(await refused("invite", slug, "--count", "1", "--expires", "2001-01-01")).toContain("--expires");

  const status = await made("status", slug);
  expect(status).toMatchObject({
    slug,
    state: "open",
    manifestHash: hash,
    totals: { invited: 5, consented: 0 },
    planned: { people: 4 },
  });
  expect(await made("pause", slug)).toEqual({ slug, state: "paused" });
  expect(await refused("pause", slug)).toContain("paused");
  expect(await made("reopen", slug)).toEqual({ slug, state: "open" });
  expect(await refused("archive", slug)).toContain("open");
  expect(await refused("close", slug)).toMatch(
    /"Night watch", for good.*\n.*no sitting is unfinished.*--yes/s,
  );
  expect(await made("close", slug, "--yes")).toEqual({ slug, state: "closed", underWay: 0 });
  expect(await refused("close", slug, "--yes")).toContain("is closed: close is not possible");
  expect(await made("archive", slug)).toEqual({ slug, state: "archived" });

  const copy = await made("copy", slug);
  expect(copy.slug).toBe("night-watch-2");
  const listed: { slug: string; state: string }[] = await made("list");
  const ours = listed.filter((row) => row.slug.startsWith("night-watch"));
  expect(ours.map((row) => [row.slug, row.state])).toEqual([
    ["night-watch-2", "draft"],
    ["night-watch", "archived"],
  ]);
  const origins = await read("SELECT DISTINCT origin::text FROM audit_events WHERE subject_id = $1", id);
  expect(origins).toEqual([{ origin: "command_line" }]);
});

test("where the plan has a rule to stop by, the status says how far it is", async () => {
  const rule = { stopping: { halfWidth: 0.05, mostPeople: 4 } };
  const changes = { title: "Until it is known", rules: { interim: true }, claims: rule };
  write("stopping.json", JSON.stringify(study(changes)));
  const { slug } = await made("create", "--from", "stopping.json");
  await made("open", slug);
  expect((await made("status", slug)).stopping).toEqual({
    halfWidth: null,
    plannedHalfWidth: 0.05,
    people: 0,
    mostPeople: 4,
    met: null,
  });
  expect((await run("study", "status", slug)).out).toContain(
    "stopping rule: accuracy not known yet (planned: ±5.0 points), 0 of at most 4 people counted",
  );
  await made("close", slug, "--yes");
  expect(await made("status", slug)).not.toHaveProperty("stopping");
});

test("a study.json that doesn't fit is told by its paths, and nothing is stored", async () => {
  const count = async () => (await read("SELECT FROM studies")).length;
  const before = await count();
  write("broken.json", "{");
  expect(await refused("create", "--from", "broken.json")).toContain("not JSON");
  write("wrong.json", JSON.stringify(study({ sample: { seed: 1, quota: { Literary: -1 } }, extra: 1 })));
  const wrong = await refused("create", "--from", "wrong.json");
  expect(wrong).toContain("sample.quota.Literary: too small");
  expect(wrong).toContain("extra: there is no such field");
  write("strange.json", JSON.stringify(study({ frame: { tracks: ["Opera"] }, sample: { seed: 1 } })));
  const json = await run("study", "create", "--from", "strange.json", "--json");
  expect([json.code, JSON.parse(json.out)]).toEqual([
    1,
    { refused: true, reasons: [expect.stringMatching(/^frame\.tracks\.0: there is nothing of that name/)] },
  ]);
  expect(await refused("create", "--from", "nowhere.json")).toContain("nowhere.json");
  expect(await count()).toBe(before);
});

test("a study that isn't ready says in words what it lacks, and stays a draft", async () => {
  write(
    "short.json",
    JSON.stringify(study({ title: "Short", sample: { seed: 7, quota: { Literary: 6 } }, words: {} })),
  );
  const { slug } = await made("create", "--from", "short.json");
  const reasons = await refused("open", slug);
  expect(reasons).toMatch(/refused: Sample: .*12.*10/);
  expect(reasons).toContain("refused: Texts: ");
  expect(reasons).toContain(`http://localhost:3000/studies/${slug}/design/check`);
  expect(reasons).toContain(`study remove ${slug} --yes`);
  expect(await read("SELECT state::text FROM studies WHERE slug = $1", slug)).toEqual([{ state: "draft" }]);

  // Such a draft is not in the way for good.
  expect(await refused("remove", slug)).toContain("--yes");
  expect(await made("remove", slug, "--yes")).toEqual({ slug, removed: true });
  expect(await read("SELECT FROM studies WHERE slug = $1", slug)).toEqual([]);
  const recorded =
    "SELECT origin::text FROM audit_events WHERE action = 'study.removed' AND details->>'slug' = $1";
  expect(await read(recorded, slug)).toEqual([{ origin: "command_line" }]);
});

test.each(["open", "status", "remove"])("%s needs a study that is there", async (name) => {
  expect(await refused(name, "nowhere")).toContain("there is no study");
});
