import { expect, test } from "vitest";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import type { OwnData } from "#lib/own-data/schema.ts";
import { renderOwnData } from "#lib/own-data/written.ts";

const savedAt = "2026-01-02T03:04:05.000Z";
const answer: OwnData["cases"][number]["answer"] = {
  chosen: 2,
  chosenName: "It rang twice.",
  probabilities: [0.25, 0.75],
  confidence: null,
  reason: "So.",
  knowsWork: null,
  isFlagged: false,
  cannotRead: false,
  unfolded: null,
  activeMs: 900,
  firstAnswerMs: 800,
  focusLosses: 0,
  savedAt,
};
const one = {
  kind: "texts" as const,
  isPractice: false,
  number: 1,
  language: "en",
  passage: null,
  question: "What did she hear?",
  options: ["The bell never rang.", "It rang twice."],
  answer,
  history: [answer],
};
const data: OwnData = {
  study: "Bells",
  participantCode: "ABC",
  state: "submitted",
  language: "en",
  externalId: null,
  consent: {
    title: "Bells",
    text: "Yes.",
    lines: [],
    ticks: [],
    language: "en",
    version: 1,
    agreedAt: savedAt,
  },
  startedAt: null,
  submittedAt: null,
  withdrawnAt: null,
  erasedAt: null,
  completionCode: null,
  partialCode: null,
  background: [],
  cases: [one],
  reports: [],
  lastComment: null,
};

test("what was decided stands with how probable each option was said to be, where that was asked", () => {
  const words = en.ownData.file;
  const asked = renderOwnData(data, words);
  expect(asked).toContain(`${words.chosen}: 2. It rang twice.\r\n${words.probabilities}: 25%, 75%\r\n`);
  const unasked = renderOwnData(
    { ...data, cases: [{ ...one, answer: { ...answer, probabilities: [] } }] },
    words,
  );
  expect(unasked).not.toContain(words.probabilities);
});
