import type { z } from "zod";
import { resultsQuery } from "#lib/study-api/results-query.ts";
import { rowPageSchema, rowSchemas, rowsQuery } from "#lib/study-api/row-schema.ts";
import {
  pageQuery,
  rowKinds,
  startSchema,
  studyDetailSchema,
  studyPageSchema,
  studySchema,
} from "#lib/study-api/schema.ts";
import { resultsDocument } from "#lib/study-results/overview/results-schema.ts";

/** Everything that is answered, by the name it has in the description. */
export const responseSchemas = {
  Start: startSchema,
  Study: studySchema,
  StudyPage: studyPageSchema,
  StudyDetail: studyDetailSchema,
  Results: resultsDocument,
  ResultsModel: resultsDocument.shape.models.element,
  ResultsPart: resultsDocument.shape.tracks.element,
  Interval: resultsDocument.shape.consensus.shape.interval,
  Answer: rowSchemas.answers,
  AnswerPage: rowPageSchema(rowSchemas.answers),
  Participant: rowSchemas.participants,
  ParticipantPage: rowPageSchema(rowSchemas.participants),
  Case: rowSchemas.cases,
  CasePage: rowPageSchema(rowSchemas.cases),
  Prediction: rowSchemas.predictions,
  PredictionPage: rowPageSchema(rowSchemas.predictions),
  Revision: rowSchemas.history,
  RevisionPage: rowPageSchema(rowSchemas.history),
} satisfies Record<string, z.ZodType>;
export type ResponseName = keyof typeof responseSchemas;

export type Operation = {
  path: string;
  id: string;
  summary: string;
  about?: string;
  query?: z.ZodObject;
  /** Null for an object that is described elsewhere. */
  answers: ResponseName | null;
  /** For everybody. */
  isOpen?: boolean;
  isPage?: boolean;
  refusals: readonly number[];
};

const rows = {
  answers: ["AnswerPage", "One row an answer, as it stands."],
  participants: ["ParticipantPage", "One row a participant who began and didn’t withdraw."],
  cases: ["CasePage", "One row a case of the study."],
  predictions: ["PredictionPage", "One row for each run and case that the run was asked."],
  history: ["RevisionPage", "One row each time an answer was stored, the last included."],
} as const satisfies Record<(typeof rowKinds)[number], readonly [ResponseName, string]>;

const below = "/api/v1/studies/{slug}";

export const operations: readonly Operation[] = [
  {
    path: "/api/v1",
    id: "start",
    summary: "Whether a token works, and where to go from here.",
    answers: "Start",
    refusals: [],
  },
  {
    path: "/api/v1/openapi.json",
    id: "openapi",
    summary: "This description.",
    answers: null,
    isOpen: true,
    refusals: [],
  },
  {
    path: "/api/v1/studies",
    id: "listStudies",
    summary: "The studies of the token’s owner, newest first.",
    query: pageQuery,
    answers: "StudyPage",
    isPage: true,
    refusals: [400],
  },
  {
    path: below,
    id: "getStudy",
    summary: "One study, and what can be asked of it.",
    answers: "StudyDetail",
    refusals: [400, 404],
  },
  {
    path: `${below}/manifest`,
    id: "getManifest",
    summary: "The plan to the byte as it was frozen at opening.",
    about: "Its SHA-256 is manifestHash of the study, and stands in the header X-Content-SHA256.",
    answers: null,
    refusals: [400, 404, 409],
  },
  {
    path: `${below}/results`,
    id: "getResults",
    summary: "Every figure of the overview, unrounded.",
    about:
      "The same as the overview of the study shows, and as `benchside study results SLUG --json` prints.",
    query: resultsQuery,
    answers: "Results",
    refusals: [400, 404, 409],
  },
  ...rowKinds.map((kind): Operation => ({
    path: `${below}/${kind}`,
    id: `list${kind[0]?.toUpperCase()}${kind.slice(1)}`,
    summary: rows[kind][1],
    about: `The rows of ${kind}.jsonl in the export. No codes, no addresses, no times of day.`,
    query: rowsQuery,
    answers: rows[kind][0],
    isPage: true,
    refusals: [400, 404, 409],
  })),
];
