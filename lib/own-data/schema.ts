import { z } from "zod";
import type { PassageReportKind } from "#lib/passage-reports/schema.ts";
import type { CommonAnswer } from "#lib/sittings/answers/schema.ts";
import type { BackgroundAnswers, SittingState } from "#lib/sittings/schema.ts";
import type { ConsentLine } from "#lib/studies/opening/frozen-words.ts";
import type { StudyLanguage } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** What can be taken along, by the last part of its address. */
export const copyName = z.enum(["consent.txt", "data.txt", "data.json"]);

/** What is of their kind in a case and an answer, as the kind tells it. */
type KindData = Readonly<Record<string, unknown>>;
export type OwnAnswer = CommonAnswer & KindData & { savedAt: string };

/** Cases are counted as the pages count them: practice apart. */
type CaseNumber = { isPractice: boolean; number: number };
export type OwnCase = CaseNumber & {
  /** For writing it: not among what is told. */
  kind: KindName;
  language: string;
  answer: OwnAnswer;
  /** Every time it was stored, the last one included. */
  history: OwnAnswer[];
} & KindData;
export type OwnReport = CaseNumber & { kind: PassageReportKind; words: string; reportedAt: string };

/** All that a study holds of one person, as they know it. */
export type OwnData = {
  study: string;
  participantCode: string;
  state: SittingState;
  language: StudyLanguage;
  /** What a recruiting service calls this person. */
  externalId: string | null;
  consent: OwnConsent;
  startedAt: string | null;
  submittedAt: string | null;
  withdrawnAt: string | null;
  erasedAt: string | null;
  completionCode: string | null;
  partialCode: string | null;
  background: { question: string; answer: BackgroundAnswers[string]; words: string }[];
  cases: OwnCase[];
  reports: OwnReport[];
  lastComment: string | null;
};
export type OwnConsent = {
  title: string;
  /** Markdown, as it stood there. */
  text: string;
  /** Contact, approval and so on, where the study has them. */
  lines: ConsentLine[];
  /** The statements that were ticked. */
  ticks: { label: string; at: string }[];
  language: StudyLanguage;
  version: number;
  agreedAt: string;
};
