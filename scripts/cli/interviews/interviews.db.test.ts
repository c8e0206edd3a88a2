import path from "node:path";
import { expect, test } from "vitest";
import { makeFolder, useFolders } from "#lib/interviews/testing/person-files.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { run, read } = useCommands();
const write = useFolders();

/** The folder that the files of one person lie in. */
function makePlace(method: number): string {
  const [file] = write("", makeFolder(1, method));
  if (!file) throw new Error("there are no files");
  return path.dirname(file.path);
}

test("folders of interviews come in with the method that made their answers, and are told apart by it", async () => {
  const folders = [`Memory-100=${makePlace(1)}`, `Chrono-100=${makePlace(2)}`];
  const named = folders.flatMap((folder) => ["--interviews", folder]);
  const told = ["--model", "quill-3", "--judge", "assessor", "--pairs", "2"];
  const command = ["benchmark", "import", "Interviews", ...named, ...told];
  const checked = await run(...command, "--check", "--json");
  expect(JSON.parse(checked.out)).toMatchObject({
    stored: false,
    interviews: { people: [{ id: "PERSON_1" }] },
  });
  const stored = await run(...command);
  expect(stored).toMatchObject({ code: 0, err: "" });
  expect(stored.out).toMatch(/^Similarity: 4 cases, 4 added/m);
  expect(stored.out).toMatch(/^Consistency: 4 cases, 4 added/m);
  expect(stored.out).toMatch(/^quill-3 · Chrono-100 on MCQ-4: 2 results$/m);
  const methods = await read(
    "SELECT attributes ->> 'method' AS method, count(*)::int FROM case_versions WHERE attributes ? 'method' GROUP BY 1 ORDER BY 1",
  );
  expect(methods).toEqual([
    { method: "Chrono-100", count: 5 },
    { method: "Memory-100", count: 5 },
  ]);
});

test("what isn't told, isn't there or doesn't go together is refused", async () => {
  const refusal = async (...words: string[]) => (await run("benchmark", "import", "Others", ...words)).err;
  expect(await refusal("--interviews", "M=nowhere")).toMatch(/there is no folder nowhere/);
  const folder = `M=${makePlace(1)}`;
  expect(await refusal("--interviews", folder, "--track", "A=a.csv")).toMatch(/stands alone/);
  const untold = await run("benchmark", "import", "Others", "--interviews", folder);
  expect(untold).toMatchObject({ code: 1 });
  expect(untold.out).toMatch(/generated_responses\.json, line 1: No model was named/);
  expect(await read("SELECT FROM benchmarks WHERE name = 'Others'")).toEqual([]);
});
