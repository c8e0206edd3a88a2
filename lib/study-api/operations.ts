import type { z } from "zod";
import { agreementDocument } from "#lib/study-api/figures/agreement-figures.ts";
import { calibrationDocument } from "#lib/study-api/figures/calibration-figures.ts";
import { casesDocument } from "#lib/study-api/figures/case-figures.ts";
import { calibration } from "#lib/study-api/figures/figure-parts.ts";
import { modelsDocument } from "#lib/study-api/figures/model-figures.ts";
import { peopleDocument } from "#lib/study-api/figures/people-figures.ts";
import {
  exportFileQuery,
  exportZipQuery,
  figureQuery,
  reportFileQuery,
  tableQuery,
  tablesDocument,
} from "#lib/study-api/file-parameters.ts";
import { reviewOperations } from "#lib/study-api/reviews/operations.ts";
import { reviewResultsDocument } from "#lib/study-api/reviews/results-schema.ts";
import { reviewListSchema, reviewSchema } from "#lib/study-api/reviews/schema.ts";
import { peopleQuery, resultsQuery, viewQuery } from "#lib/study-api/results-query.ts";
import { rowPageSchema, rowSchemas, rowsQuery } from "#lib/study-api/row-schema.ts";
import {
  figureKinds,
  pageQuery,
  rowKinds,
  startSchema,
  studyDetailSchema,
  studyPageSchema,
  studySchema,
} from "#lib/study-api/schema.ts";
import { resultsDocument } from "#lib/results/document-schema.ts";

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
  AgreementFigures: agreementDocument,
  CalibrationFigures: calibrationDocument,
  Calibration: calibration,
  CaseFigures: casesDocument,
  ModelFigures: modelsDocument,
  PeopleFigures: peopleDocument,
  Tables: tablesDocument,
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
  Review: reviewSchema,
  ReviewList: reviewListSchema,
  ReviewResults: reviewResultsDocument,
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
  /** What a file may be of, instead of an object. */
  types?: readonly string[];
  /** It is written while it is taken: nothing says beforehand whether it is the same as before. */
  isStreamed?: boolean;
  /** For everybody. */
  isOpen?: boolean;
  isPage?: boolean;
  refusals: readonly number[];
};

const rows = {
  answers: ["AnswerPage", "One row per answer, in its final form."],
  participants: ["ParticipantPage", "One row per participant who began and didn’t withdraw."],
  cases: ["CasePage", "One row per case of the study."],
  predictions: ["PredictionPage", "One row per model run and case that it was run on."],
  history: ["RevisionPage", "One row each time an answer was stored, including the last."],
} as const satisfies Record<(typeof rowKinds)[number], readonly [ResponseName, string]>;

const figures = {
  agreement: ["AgreementFigures", "Agreement among people, and the alternative annotator test of each run."],
  calibration: ["CalibrationFigures", "Confidence of people and models, and how often they were right."],
  cases: ["CaseFigures", "How people and models answered each case."],
  models: [
    "ModelFigures",
    "Calibration, option positions and ranks of each run, and agreement between raters.",
  ],
  people: ["PeopleFigures", "Results of each participant."],
} as const satisfies Record<(typeof figureKinds)[number], readonly [ResponseName, string]>;

const below = "/api/v1/studies/{slug}";

export const operations: readonly Operation[] = [
  {
    path: "/api/v1",
    id: "start",
    summary: "Whose token it is, and where to go from here.",
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
    summary: "The studies that the token’s owner can see, newest first.",
    query: pageQuery,
    answers: "StudyPage",
    isPage: true,
    refusals: [400],
  },
  {
    path: below,
    id: "getStudy",
    summary: "One study, and what can be requested of it.",
    answers: "StudyDetail",
    refusals: [400, 404],
  },
  {
    path: `${below}/manifest`,
    id: "getManifest",
    summary: "The plan as frozen at opening, byte for byte.",
    about: "Its SHA-256 is the study’s manifestHash, also sent in the header X-Content-SHA256.",
    answers: null,
    refusals: [400, 404, 409],
  },
  {
    path: `${below}/results`,
    id: "getResults",
    summary: "Every figure of the overview, unrounded.",
    about:
      "The same figures as on the study’s overview and in the output of `benchside study results SLUG --json`.",
    query: resultsQuery,
    answers: "Results",
    refusals: [400, 404, 409],
  },
  ...figureKinds.map((kind): Operation => ({
    path: `${below}/results/${kind}`,
    id: `get${kind[0]?.toUpperCase()}${kind.slice(1)}Figures`,
    summary: figures[kind][1],
    about: `Every figure of the results page about ${kind}, unrounded. Where a figure is null, a reason says why.`,
    query: kind === "people" ? peopleQuery : viewQuery,
    answers: figures[kind][0],
    refusals: [400, 404, 409],
  })),
  {
    path: `${below}/tables`,
    id: "listTables",
    summary: "The tables of the report, with the keys and labels of their columns and rows.",
    query: reportFileQuery,
    answers: "Tables",
    refusals: [400, 404, 409],
  },
  {
    path: `${below}/tables/{table}`,
    id: "getTable",
    summary: "One table of the report, as LaTeX or CSV.",
    query: tableQuery,
    answers: null,
    types: ["text/csv", "text/x-tex"],
    refusals: [400, 404, 409],
  },
  {
    path: `${below}/figures/{figure}`,
    id: "getFigure",
    summary: "One figure of the results, drawn for print, or its numbers.",
    query: figureQuery,
    answers: null,
    types: ["image/svg+xml", "image/png", "application/pdf", "text/csv"],
    refusals: [400, 404, 409],
  },
  {
    path: `${below}/report.zip`,
    id: "getReport",
    summary: "The whole report: methods, checklist, tables, figures, answers and plan.",
    query: reportFileQuery,
    answers: null,
    types: ["application/zip"],
    refusals: [400, 404, 409],
  },
  {
    path: `${below}/export.zip`,
    id: "getExport",
    summary: "All row files in one format, with the codebook and the plan.",
    about: "Without a key, participants are numbered anew.",
    query: exportZipQuery,
    answers: null,
    types: ["application/zip"],
    isStreamed: true,
    refusals: [400, 404, 409],
  },
  {
    path: `${below}/export/{file}`,
    id: "getExportFile",
    summary: "One whole file of the export: CSV, JSON Lines or Parquet.",
    about: "Files requested with the same key can be joined by participant.",
    query: exportFileQuery,
    answers: null,
    types: [
      "text/csv",
      "application/jsonl",
      "application/vnd.apache.parquet",
      "application/zip",
      "text/markdown",
    ],
    isStreamed: true,
    refusals: [400, 404, 409],
  },
  ...rowKinds.map((kind): Operation => ({
    path: `${below}/${kind}`,
    id: `list${kind[0]?.toUpperCase()}${kind.slice(1)}`,
    summary: rows[kind][1],
    about: `The same rows as in ${kind}.jsonl of the export. No codes, addresses or times of day.`,
    query: rowsQuery,
    answers: rows[kind][0],
    isPage: true,
    refusals: [400, 404, 409],
  })),
  ...reviewOperations,
];
