import { expect, test } from "vitest";
import { measureText } from "#lib/studies/reading/reading-time.ts";
import { designSchema, studyLanguages } from "#lib/studies/schema.ts";
import { isJudging } from "#lib/studies/judging-templates.ts";
import { fitToSizes, newDesign, templateNames } from "#lib/studies/template.ts";
import { wordsAsRead } from "#lib/studies/texts/field-values.ts";

const fitted = (tracks: Record<string, number>) => {
  const { frame, sample, assignment } = fitToSizes(
    newDesign("dialogues", 1),
    Object.entries(tracks).map(([track, cases]) => ({ track, cases })),
  );
  return { tracks: frame.tracks, quota: sample.quota, design: assignment.design };
};

test("every template but the blank one excludes for haste by the server’s clock, too", () => {
  for (const name of templateNames) {
    const { haste } = newDesign(name, 1).rules;
    expect([name, haste?.byServer ?? null]).toEqual([name, name === "blank" ? null : true]);
  }
});

test("where answers can be right, a template has two attention checks and a rule about them", () => {
  const checked = templateNames.filter((name) => newDesign(name, 1).sample.attention.count === 2);
  expect(checked).toEqual(["dialogues", "personaeval", "controls", "interview_mcq"]);
  for (const name of templateNames)
    expect(newDesign(name, 1).rules.failedChecks).toBe(checked.includes(name) ? 1 : null);
});

test("a debrief says that there was mostly no right answer only where that is so", () => {
  const said = { en: "no right answer", "zh-CN": "没有标准答案" } as const;
  for (const name of templateNames.filter(isJudging))
    for (const language of ["en", "zh-CN"] as const) {
      const debrief = newDesign(name, 1).words[language]?.debrief ?? "";
      expect([name, language, debrief.includes(said[language])]).toEqual([
        name,
        language,
        name !== "interview_mcq",
      ]);
      expect(debrief).not.toContain("{about}");
    }
});

// Of 500 before the first case a hundred are left for the pages around: before-cases.http.test.ts counts all of one template.
test("what a template says before the first case are at most 400 words, in either language", () => {
  const countWords = (text: string) => {
    const { words, signs } = measureText(text);
    return words + signs / 1.5;
  };
  const reading = { median: 1800, ninetieth: 2400 };
  const counted = templateNames.flatMap((name) => {
    const { questions, recruitment, ...plan } = newDesign(name, 7);
    // All that the texts say only where the plan has it.
    const whole = designSchema.parse({
      ...plan,
      questions: {
        ...questions,
        knowsWork: "optional",
        confidence: { ...questions.confidence, ask: "optional" },
      },
      recruitment: { ...recruitment, ways: ["open_link", "prolific"] },
    });
    return studyLanguages.map((language) => {
      const read = wordsAsRead(whole, language, { reading, benchmark: null });
      const { title, welcome, consent, instructions } = read;
      expect(read.consent === "").toBe(name === "blank");
      return { name, language, words: countWords([title, welcome, consent, instructions].join("\n")) };
    });
  });
  expect(counted.filter(({ words }) => words > 400)).toEqual([]);
});

test("a large benchmark is asked about in blocks, the largest track most", () => {
  expect(fitted({ Literary: 20_000, Drama: 900, Expertise: 400 })).toEqual({
    tracks: ["Literary", "Drama", "Expertise"],
    quota: { Literary: 16, Drama: 5, Expertise: 5 },
    design: "blocks",
  });
  expect(fitted({ Opera: 300 })).toEqual({ tracks: ["Opera"], quota: { Opera: 26 }, design: "blocks" });
});

test("a small one gives everyone the same cases, of no track that is too small for a figure", () => {
  expect(fitted({ Drama: 13, Literary: 72, Expertise: 9 })).toEqual({
    tracks: ["Drama", "Literary"],
    quota: { Literary: 16, Drama: 10 },
    design: "same",
  });
});

test("where even that is too much, the plan stays as it is, and says what is missing", () => {
  expect(fitted({ Literary: 12 })).toMatchObject({ tracks: ["Literary"], quota: { Literary: 16 } });
});
