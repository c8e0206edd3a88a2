import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { listMissing, listRequired } from "#lib/sittings/answers/completeness.ts";
import { questionsSchema, type Questions } from "#lib/studies/schema.ts";

const given = {
  choice: 1,
  confidence: 0.5,
  probabilities: [],
  reason: "The bells.",
  knowsWork: true,
  cannotRead: false,
};
const answers = [
  given,
  { ...given, choice: null },
  { ...given, choice: 0, confidence: 0, knowsWork: false },
  { ...given, confidence: null },
  { ...given, confidence: null, probabilities: [0.25, 0.75] },
  { ...given, reason: null },
  { ...given, reason: " \t\n" },
  { ...given, knowsWork: null },
  { ...given, choice: null, confidence: null, reason: "", knowsWork: null },
  { ...given, choice: null, confidence: null, reason: null, knowsWork: null, cannotRead: true },
];
const asks = ["off", "optional", "required"] as const;
const studies: [string, Questions][] = asks.flatMap((first) =>
  asks.map((second): [string, Questions] => [
    `confidence ${first}, the rest ${second}`,
    questionsSchema.parse({
      confidence: { ask: first, form: "slider" },
      reason: second,
      knowsWork: second,
    }),
  ]),
);

describe("the database and the screens agree on what an answer lacks", () => {
  test.each(studies)("%s", async (_, questions) => {
    for (const answer of answers) {
      const { knowsWork: knows_work, cannotRead: cannot_read, ...rest } = answer;
      const [row] = await db.$queryRaw<{ part: string | null }[]>`
        SELECT lacks_part(a, ${listRequired(questions)}::text[]) AS part FROM jsonb_populate_record(null::answers,
          ${JSON.stringify({ ...rest, knows_work, cannot_read })}::jsonb) a`;
      expect(row?.part, JSON.stringify(answer)).toBe(listMissing(answer, questions)[0] ?? null);
    }
  });

  test("a reason of white space alone is none, by every character there is", async () => {
    const rows = await db.$queryRaw<{ code: number }[]>`
      SELECT code FROM generate_series(1, 65535) AS code, jsonb_populate_record(null::answers, jsonb_build_object(
        'reason', CASE WHEN code NOT BETWEEN 55296 AND 57343 THEN chr(code) ELSE '-' END)) a
      WHERE lacks_part(a, '{reason}') = 'reason' ORDER BY code`;
    const codes = Array.from({ length: 65_535 }, (_, i) => i + 1);
    const blank = codes.filter((code) => String.fromCharCode(code).trim() === "");
    expect(blank).toContain(0x3000);
    expect(rows.map(({ code }) => code)).toEqual(blank);
  });

  test("no answer at all lacks the choice", async () => {
    const [row] = await db.$queryRaw<{ part: string | null }[]>`
      SELECT lacks_part(null::answers, '{choice,reason}') AS part`;
    expect(row?.part).toBe("choice");
    const questions = questionsSchema.parse({ reason: "required" });
    expect(listMissing(null, questions)[0]).toBe("choice");
  });
});
