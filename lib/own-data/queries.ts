import "server-only";
import { lookUpSitting } from "#lib/auth/sitting-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { OwnCase, OwnConsent, OwnData, OwnReport, OwnAnswer } from "#lib/own-data/schema.ts";
import { passageReportKinds } from "#lib/passage-reports/schema.ts";
import { getDesign } from "#lib/sittings/queries.ts";
import { answerOf, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { backgroundAnswers, storedTicks } from "#lib/sittings/schema.ts";
import { arrangeCase, readAnswerOf, shownCase, storedAnswer } from "#lib/sittings/serving/served-case.ts";
import { toShown } from "#lib/sittings/answers/stored-answer.ts";
import { listConsentLines } from "#lib/studies/opening/frozen-words.ts";
import { parseWords, type BackgroundQuestion, type StudyLanguage } from "#lib/studies/schema.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

type Participant = Viewer<"participant">;

// Field by field: what is right, why a case is there and what others said isn't selected, so it can't be in it.
const told = {
  state: true,
  externalId: true,
  startedAt: true,
  submittedAt: true,
  withdrawnAt: true,
  erasedAt: true,
  completionCode: true,
  partialCode: true,
  background: true,
  lastComment: true,
  language: true,
  consentedAt: true,
  consentTicks: true,
  consentText: { select: { version: true, content: true } },
  served: {
    orderBy: { position: "asc" },
    select: {
      ...shownCase,
      answer: { select: { ...storedAnswer, savedAt: true } },
      revisions: { select: { value: true, savedAt: true }, orderBy: { revision: "asc" } },
      report: { select: { kind: true, words: true, reportedAt: true } },
    },
  },
} as const;

/** Everything that is stored of one's own sitting. Of the cases those that were answered: the others may still come. */
export async function getOwnData(viewer: Participant, sittingId: string): Promise<OwnData | null> {
  const found = await lookUpSitting(viewer, sittingId, told);
  if (!found) return null;
  const { questions } = await getDesign(found.studyId);
  const consent = toOwnConsent(found);
  const { language } = consent;
  return {
    study: consent.title,
    participantCode: viewer.handle,
    state: found.state,
    language,
    externalId: found.externalId,
    consent,
    startedAt: moment(found.startedAt),
    submittedAt: moment(found.submittedAt),
    withdrawnAt: moment(found.withdrawnAt),
    erasedAt: moment(found.erasedAt),
    completionCode: found.completionCode,
    partialCode: found.partialCode,
    background: toOwnBackground(found.background, questions.background, language),
    cases: found.served.flatMap((served) => toOwnCase(served, numberOf(served, found.served))),
    reports: found.served.flatMap((served) => toOwnReport(served, numberOf(served, found.served))),
    lastComment: found.lastComment,
  };
}

type ConsentRow = {
  language: string;
  consentedAt: Date;
  consentTicks: unknown;
  consentText: { version: number; content: Parameters<typeof parseWords>[0] };
};

/** As the person signed it: the version they read, not what a study says now. */
function toOwnConsent({ language, consentedAt, consentTicks, consentText }: ConsentRow): OwnConsent {
  const { version, content } = consentText;
  const words = parseWords(content);
  const labels = new Map(words.ticks?.map(({ key, label }) => [key, label]));
  return {
    title: words.title,
    language: language as StudyLanguage,
    version,
    text: words.consent,
    lines: listConsentLines(words),
    ticks: storedTicks
      .parse(consentTicks ?? [])
      .map(({ key, at }) => ({ label: labels.get(key) ?? key, at: new Date(at).toISOString() })),
    agreedAt: consentedAt.toISOString(),
  };
}

const moment = (at: Date | null): string | null => at && at.toISOString();

type ServedRow = Parameters<typeof arrangeCase>[0] & {
  answer: (Parameters<typeof readAnswerOf>[0] & { savedAt: Date }) | null;
  revisions: { value: unknown; savedAt: Date }[];
  report: { kind: string; words: string; reportedAt: Date } | null;
};

const isPractice = ({ studyCase }: ServedRow) => studyCase.stratum === "practice";

const numberOf = (served: ServedRow, all: readonly ServedRow[]): number =>
  all.filter((one) => isPractice(one) === isPractice(served) && one.position <= served.position).length;

function toOwnCase(served: ServedRow, number: number): OwnCase[] {
  const { answer, revisions, optionOrder } = served;
  if (!answer) return [];
  const { kind, ...shown } = arrangeCase(served);
  const { takeAlong } = serverKindOf(kind);
  const { savedAt, ...stored } = answer;
  const toOwnAnswer = (value: AnswerValue, at: Date) =>
    ({ ...takeAlong.toOwnAnswer(value, shown.names, shown.content), savedAt: at.toISOString() }) as OwnAnswer;
  return [
    {
      kind,
      isPractice: shown.isPractice,
      number,
      language: shown.language,
      ...takeAlong.toOwnCase(shown.content, shown.names),
      answer: toOwnAnswer(readAnswerOf(stored, optionOrder, kind).answer, savedAt),
      history: revisions.flatMap((one) => {
        const value = answerOf(kind).safeParse(one.value);
        return value.success ? [toOwnAnswer(toShown(value.data, optionOrder, kind), one.savedAt)] : [];
      }),
    },
  ];
}

// Of a case that isn't answered only what was said about it: in some studies it may still come.
function toOwnReport(served: ServedRow, number: number): OwnReport[] {
  if (!served.report) return [];
  const { kind, words, reportedAt } = served.report;
  return [
    {
      isPractice: isPractice(served),
      number,
      kind: passageReportKinds.find((one) => one === kind) ?? "other",
      words,
      reportedAt: reportedAt.toISOString(),
    },
  ];
}

/** The questions in the words they were asked in, as far as there are any. */
function toOwnBackground(
  stored: unknown,
  questions: readonly BackgroundQuestion[],
  language: StudyLanguage,
): OwnData["background"] {
  const given = backgroundAnswers.parse(stored ?? {});
  return Object.entries(given).map(([key, answer]) => {
    const question = questions.find((one) => one.key === key);
    const option = question?.options.find(({ value }) => value === answer);
    return {
      question: question?.label[language] || key,
      answer,
      words: option?.label[language] || String(answer),
    };
  });
}
