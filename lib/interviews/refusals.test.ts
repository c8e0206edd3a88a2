import { describe, expect, test } from "vitest";
import { checkJoins } from "#lib/interviews/joins.ts";
import { readPeople, type InterviewInput } from "#lib/interviews/people.ts";
import { makeFolder, useFolders, written, type Folder } from "#lib/interviews/testing/person-files.ts";

const write = useFolders();

async function read(files: readonly InterviewInput[]) {
  const { people, problems } = await readPeople(files);
  return [...problems, ...people.flatMap(checkJoins)];
}

type Change = (folder: Folder) => unknown;
const textOf = (folder: Folder, file: keyof Folder, from: string | RegExp, to: string) => ({
  ...folder,
  [file]: written(folder[file]).replace(from, to),
});
const without = (folder: Folder, ...files: (keyof Folder)[]) =>
  Object.fromEntries(Object.entries(folder).filter(([name]) => !files.includes(name as keyof Folder)));

describe("what is wrong with a folder is said with its place", () => {
  test.each<[string, Change, string, number | null, string | null, RegExp]>([
    ["half a folder", (f) => without(f, "split"), "one", null, null, /has no split\.json/],
    [
      "fewer files than others",
      (f) => without(f, "mcqs_4_option", "metrics"),
      "one",
      null,
      null,
      /mcqs_4_option.*other people/,
    ],
    [
      "an answer without its question",
      (f) => textOf(f, "generated_responses", "QA_1_4", "QA_1_9"),
      "generated_responses",
      14,
      "generated_responses[1].qa_id",
      /test_qa_ids/,
    ],
    [
      "a second right option",
      (f) => textOf(f, "mcqs_3_option", "near_miss", "correct"),
      "mcqs_3_option",
      23,
      "mcqs[0].options[1].kind",
      /second option/,
    ],
    [
      "no right option",
      (f) => textOf(f, "mcqs_3_option", '"correct"', '"near_miss"'),
      "mcqs_3_option",
      14,
      "mcqs[0].options",
      /None of the options/,
    ],
    [
      "another right option than named",
      (f) => textOf(f, "mcqs_3_option", 'correct_option_id": "O_3_0_0', 'correct_option_id": "O_3_0_1'),
      "mcqs_3_option",
      12,
      "mcqs[0].correct_option_id",
      /both name the same/,
    ],
    [
      "an unknown type",
      (f) => textOf(f, "mcqs_4_option", "near_miss", "nearly"),
      "mcqs_4_option",
      23,
      "mcqs[0].options[1].kind",
      /opposite_negation/,
    ],
    [
      "a repeated key",
      (f) => textOf(f, "split", '"personality_id"', '"personality_id": "X", "personality_id"'),
      "split",
      3,
      "personality_id",
      /twice in one object/,
    ],
    [
      "NaN",
      (f) => textOf(f, "metrics", '"score": 4', '"score": NaN'),
      "metrics",
      7,
      "content_similarity[0].score",
      /NaN/,
    ],
    [
      "a score that is no point",
      (f) => textOf(f, "metrics", '"score": 4', '"score": 4.5'),
      "metrics",
      7,
      "content_similarity[0].score",
      /whole number/,
    ],
    [
      "a score as text",
      (f) => textOf(f, "metrics", '"score": 4', '"score": "4"'),
      "metrics",
      7,
      "content_similarity[0].score",
      /whole number/,
    ],
    [
      "an unknown label",
      (f) => textOf(f, "metrics", '"Entailment"', '"Agrees"'),
      "metrics",
      19,
      "factual_consistency[0].label",
      /Entailment, Neutral, Contradiction/,
    ],
    [
      "six traits",
      (f) => textOf(f, "metrics", '"openness"', '"humour": ["High"], "openness"'),
      "metrics",
      30,
      "personality_similarity.reference.trait_runs",
      /five traits/,
    ],
    [
      "a judge of another version",
      (f) => textOf(f, "metrics", '"1.0"', '"2.0"'),
      "metrics",
      2,
      "schema_version",
      /schema_version is "1\.0"/,
    ],
    [
      "a judged answer that isn't there",
      (f) => textOf(f, "metrics", "R_1_1", "R_1_7"),
      "metrics",
      11,
      "content_similarity[1].response_id",
      /no answer with this id/,
    ],
    [
      "a chosen option that isn't there",
      (f) => textOf(f, "metrics", '"O_3_0_0"', '"O_9"'),
      "metrics",
      null,
      "mcq_evaluation.three_option[0].selected_option_id",
      /no option with this id/,
    ],
    [
      "files of two people",
      (f) => textOf(f, "split", "PERSON_1", "PERSON_7"),
      "split",
      3,
      "personality_id",
      /A folder holds one person/,
    ],
    [
      "an entry about another person",
      (f) => textOf(f, "generated_responses", /PERSON_1"(?=,\s+"qa_id)/, 'PERSON_7"'),
      "generated_responses",
      7,
      "generated_responses[0].personality_id",
      /somebody else/,
    ],
    [
      "a question for training and testing",
      (f) => textOf(f, "split", "QA_1_3", "QA_1_1"),
      "split",
      9,
      "test_qa_ids[0]",
      /among those for training/,
    ],
    [
      "a missing key",
      (f) => textOf(f, "split", "test_qa_ids", "test_ids"),
      "split",
      1,
      "test_qa_ids",
      /is missing here/,
    ],
    ["something that is no JSON", (f) => ({ ...f, split: "{" }), "split", 1, null, /missing here/],
    ["an empty file", (f) => ({ ...f, split: " " }), "split", null, null, /empty/],
  ])("%s", async (_what, change, file, line, column, problem) => {
    const problems = await read([
      ...write("one", change(makeFolder(1)) as object),
      ...write("two", makeFolder(2)),
    ]);
    expect(problems[0]?.problem).toMatch(problem);
    expect(problems[0]).toMatchObject({ file: file === "one" ? "one" : `one/${file}.json`, column });
    if (line !== null) expect(problems[0]?.line).toBe(line);
  });

  test("a judge's labels without the facts they are by", async () => {
    expect(await read(write("one", without(makeFolder(1), "fact_summary")))).toMatchObject([
      {
        file: "one/metrics.json",
        column: "factual_consistency",
        problem: expect.stringContaining("no fact_summary.json"),
      },
    ]);
  });

  test("answers whose method nobody named, and a file that belongs to no folder", async () => {
    expect(await read(write("one", makeFolder(1), null))).toMatchObject([
      { file: "one/generated_responses.json", problem: expect.stringContaining("No method was named") },
    ]);
    const stray = write("one", makeFolder(1)).map((file) =>
      file.name.endsWith("split.json") ? { ...file, name: "one/notes.json" } : file,
    );
    expect((await read(stray))[0]).toMatchObject({
      file: "one/notes.json",
      problem: expect.stringContaining("none of the files"),
    });
  });
});
