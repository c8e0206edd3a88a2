import { describe, expect, test } from "vitest";
import { readJsonCase } from "#lib/benchmarks/case-files/case-file.ts";
import { checkJoins } from "#lib/interviews/joins.ts";
import { makeCaseLines, makeJudgedLines, type Settings } from "#lib/interviews/lines.ts";
import { readPeople, type InterviewInput } from "#lib/interviews/people.ts";
import { makeFolder, useFolders, written } from "#lib/interviews/testing/person-files.ts";
import { readJsonResult } from "#lib/model-runs/result-row.ts";

const write = useFolders();
const telling: Settings = {
  model: "quill-3",
  judge: "assessor",
  judgeVersion: "2",
  profile: "short",
  pairs: 1,
};

async function read(files: readonly InterviewInput[]) {
  const { people, problems } = await readPeople(files);
  return { people, problems: [...problems, ...people.flatMap(checkJoins)] };
}
const whole = () => [...write("people/one", makeFolder(1)), ...write("people/two", makeFolder(2))];

describe("folders of several people", () => {
  test("are read whole, in any order, with what the collection says of each", async () => {
    const manifest = { profile_registry: [{ personality_id: "PERSON_2", role: "organ repairer" }] };
    const { people, problems } = await read([...whole(), ...write("people", { manifest })].reverse());
    expect(problems).toEqual([]);
    expect(people.map(({ id, category }) => [id, category])).toEqual([
      ["PERSON_1", null],
      ["PERSON_2", "organ repairer"],
    ]);
  });

  test("become cases that the product's own reader takes, and nothing names a method but attributes", async () => {
    const { people } = await read(whole());
    const lines = people.flatMap((person) => makeCaseLines(person, telling)).map(({ line }) => line);
    expect(lines.map(({ track }) => track)).toEqual(
      [1, 2].flatMap(() => [
        "MCQ-3",
        "MCQ-3",
        "MCQ-4",
        "MCQ-4",
        "Similarity",
        "Similarity",
        "Consistency",
        "Consistency",
        "Personality",
        "Personality",
      ]),
    );
    for (const line of lines) {
      const row = readJsonCase({
        line: 1,
        problems: [],
        bytes: Buffer.from(JSON.stringify(line)),
      } as Parameters<typeof readJsonCase>[0]);
      expect(row.problems).toBeNull();
    }
    const [three, , four, , rated, , , , reference, generated] = lines;
    expect(reference).toMatchObject({
      id: "PERSON_1:reference",
      kind: "traits",
      attributes: { side: "reference" },
    });
    expect(generated).toMatchObject({
      attributes: { side: "generated", method: "Memory-100", model: "quill-3" },
      content: {
        parts: [
          {
            items: [
              "I would stay, because somebody must say no to the gate.",
              "My daughter reads it every winter, aloud.",
            ],
          },
        ],
      },
    });
    expect(three).toMatchObject({
      id: "PERSON_1:MCQ_3_1_0",
      group: "PERSON_1",
      // The newest of the earlier pairs, whatever order the interviews stand in.
      content: {
        text: "Keeps the lock on a small canal.\n\nQ: Do you ever refuse one?\nA: Twice. Both times the water was too low, and both times they tried anyway.",
      },
      attributes: {
        category: "work, time",
        training_pairs: "2",
        shown_pairs: "1",
        context: "short profile",
        question_id: "ATOM_1_0",
      },
      gold: "Stay. A gate that opens by itself still has to be told when not to.",
    });
    expect((four!.options as { type: string }[]).map(({ type }) => type)).toEqual([
      "correct",
      "near_miss",
      "plausible_misconception",
      "opposite_negation",
    ]);
    expect(rated).toMatchObject({
      id: "PERSON_1:QA_1_3:Memory-100",
      kind: "rating",
      scale: "interviewsim-similarity",
      attributes: { method: "Memory-100", model: "quill-3", category: "work, time" },
      content: {
        parts: [
          { role: "question" },
          { role: "reference" },
          { role: "judged", text: "I would stay, because somebody must say no to the gate." },
        ],
      },
    });
  });

  test("hold an answer against the summary of facts alone", async () => {
    const { people } = await read(whole());
    const made = makeCaseLines(people[0]!, telling).map(({ line }) => line);
    const [labelled] = made.filter(({ track }) => track === "Consistency");
    expect(labelled).toMatchObject({
      id: "PERSON_1:QA_1_3:Memory-100",
      kind: "label",
      group: "PERSON_1",
      labels: "interviewsim-consistency",
      attributes: { method: "Memory-100", model: "quill-3", category: "work, time" },
      content: {
        parts: [
          { role: "facts", text: makeFolder(1).fact_summary.summary },
          { role: "question", text: "What will you do when the lock is automatic?" },
          { role: "judged", text: "I would stay, because somebody must say no to the gate." },
        ],
      },
    });
    const metrics = { ...makeFolder(1).metrics, factual_consistency: [] };
    const { fact_summary: _, ...without } = { ...makeFolder(1), metrics };
    const none = await read(write("three/one", without));
    expect(none.problems).toEqual([]);
    expect(makeCaseLines(none.people[0]!, telling).map(({ line }) => line.track)).not.toContain(
      "Consistency",
    );
  });

  test("without context a question stands alone", async () => {
    const { people } = await read(whole());
    const [first] = makeCaseLines(people[0]!, { ...telling, profile: "none", pairs: 0 });
    expect(first?.line).not.toHaveProperty("content");
    expect(first?.line.attributes).toMatchObject({ context: "none", shown_pairs: "0" });
  });

  test("bring what judges and models answered", async () => {
    const folder = makeFolder(1);
    (
      folder.metrics.mcq_evaluation as { three_option: Record<string, unknown>[] }
    ).three_option[1]!.selected_option_id = null;
    const { people, problems } = await read(write("one", folder));
    expect(problems).toEqual([]);
    const lines = makeJudgedLines(people[0]!, telling);
    expect(lines.map(({ line }) => line)).toMatchObject([
      { model: "assessor", case: "PERSON_1:reference", traits: { openness: ["High", "High", "Neutral"] } },
      { case: "PERSON_1:generated:Memory-100", traits: { neuroticism: ["Low", "Low", "Neutral"] } },
      { model: "assessor", method: "judge", version: "2", case: "PERSON_1:QA_1_3:Memory-100", rating: 4 },
      { case: "PERSON_1:QA_1_4:Memory-100", rating: 2, response: "It says the same in fewer words." },
      { model: "assessor", track: "Consistency", case: "PERSON_1:QA_1_3:Memory-100", label: "Entailment" },
      { label: "Contradiction", response: "The summary says so." },
      {
        model: "quill-3",
        method: "Memory-100",
        track: "MCQ-3",
        choice: "Stay. A gate that opens by itself still has to be told when not to.",
      },
      { track: "MCQ-3", failed: true },
      { track: "MCQ-4", case: "PERSON_1:MCQ_4_1_0" },
      { track: "MCQ-4", choice: "Something nearly like it, but not quite, as told on day 2." },
    ]);
    for (const { line } of lines)
      expect(
        readJsonResult({ line: 1, problems: [], bytes: Buffer.from(JSON.stringify(line)) } as Parameters<
          typeof readJsonResult
        >[0]).problems,
      ).toBeNull();
  });

  test("of one person by several methods share what is the same, as long as it is the same", async () => {
    const again = (method: string | null, change = {}) =>
      write("chrono/one", { ...makeFolder(1, 2), ...change }, method);
    const good = await read([...write("memory/one", makeFolder(1)), ...again("Chrono-100")]);
    expect(good.problems).toEqual([]);
    expect(good.people.map(({ answers }) => answers.map(({ method }) => method))).toEqual([
      ["Memory-100", "Chrono-100"],
    ]);
    const judged = good.people
      .flatMap((person) => makeJudgedLines(person, telling))
      .map(({ line }) => line.case);
    expect(judged.filter((id) => id === "PERSON_1:reference")).toHaveLength(1);
    const metrics = written(makeFolder(1, 2).metrics).replace('"High"', '"Low"');
    const unlike = await read([...write("memory/one", makeFolder(1)), ...again("Chrono-100", { metrics })]);
    expect(unlike.problems).toMatchObject([
      { file: "chrono/one/metrics.json", column: "personality_similarity.reference.trait_runs" },
    ]);
    const same = await read([...write("memory/one", makeFolder(1)), ...again("Memory-100")]);
    expect(same.problems).toMatchObject([
      { file: "chrono/one/generated_responses.json", line: 3, column: "personality_id" },
    ]);
    const split = { ...makeFolder(1).split, test_qa_ids: ["QA_1_3"] };
    const other = await read([...write("memory/one", makeFolder(1)), ...again("Chrono-100", { split })]);
    expect(other.problems[0]).toMatchObject({
      file: "chrono/one/split.json",
      problem: expect.stringContaining("comes twice"),
    });
  });

  test("chosen as mere files are told apart by what stands in them", async () => {
    expect(await read(write("", makeFolder(1)))).toMatchObject({
      problems: [],
      people: [{ id: "PERSON_1" }],
    });
    const both = await read([...write("", makeFolder(1)), ...write("", makeFolder(2))]);
    expect(both.people).toHaveLength(2);
    const twice = await read([...write("", makeFolder(1)), ...write("", makeFolder(1))]);
    expect(twice.problems[0]?.problem).toMatch(/without a folder of its own/);
  });
});
