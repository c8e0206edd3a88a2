import type { z } from "zod";
import { resultsDocument } from "#lib/results/document-schema.ts";
import { agreementDocument, casesDocument } from "#lib/study-api/figures/answer-figures.ts";
import { calibration, calibrationDocument, modelsDocument } from "#lib/study-api/figures/model-figures.ts";
import { peopleDocument } from "#lib/study-api/figures/people-figures.ts";
import {
  exportFileQuery,
  exportZipQuery,
  figureQuery,
  pageQuery,
  peopleQuery,
  reportFileQuery,
  resultsQuery,
  reviewFileQuery,
  rowsQuery,
  tableQuery,
  viewQuery,
} from "#lib/study-api/parameters.ts";
import { reviewListSchema, reviewResultsDocument, reviewSchema } from "#lib/study-api/reviews/schema.ts";
import { rowPageSchema, rowSchemas } from "#lib/study-api/row-schema.ts";
import {
  figureKinds,
  rowKinds,
  startSchema,
  studyDetailSchema,
  studyPageSchema,
  studySchema,
  tablesDocument,
} from "#lib/study-api/schema.ts";

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
  /** Not for a file, or an object that is described elsewhere. */
  answers?: ResponseName;
  /** What a file may be of, instead of an object. */
  types?: readonly string[];
  /** It is written while it is taken: nothing says beforehand whether it is the same as before. */
  isStreamed?: boolean;
  /** For everybody. */
  isOpen?: boolean;
  isPage?: boolean;
  /** Beside those of whoever may not ask at all; without, those of a study or review that may not be there yet. */
  refusals?: readonly number[];
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

const ofStudy = "/api/v1/studies/{slug}";
const ofReview = "/api/v1/reviews/{review}";

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
    path: ofStudy,
    id: "getStudy",
    summary: "One study, and what can be requested of it.",
    answers: "StudyDetail",
    refusals: [400, 404],
  },
  {
    path: `${ofStudy}/manifest`,
    id: "getManifest",
    summary: "The plan as frozen at opening, byte for byte.",
    about: "Its SHA-256 is the study’s manifestHash, also sent in the header X-Content-SHA256.",
  },
  {
    path: `${ofStudy}/results`,
    id: "getResults",
    summary: "Every figure of the overview, unrounded.",
    about:
      "The same figures as on the study’s overview and in the output of `benchside study results SLUG --json`.",
    query: resultsQuery,
    answers: "Results",
  },
  ...figureKinds.map((kind): Operation => ({
    path: `${ofStudy}/results/${kind}`,
    id: `get${kind[0]?.toUpperCase()}${kind.slice(1)}Figures`,
    summary: figures[kind][1],
    about: `Every figure of the results page about ${kind}, unrounded. Where a figure is null, a reason says why.`,
    query: kind === "people" ? peopleQuery : viewQuery,
    answers: figures[kind][0],
  })),
  {
    path: `${ofStudy}/tables`,
    id: "listTables",
    summary: "The tables of the report, with the keys and labels of their columns and rows.",
    query: reportFileQuery,
    answers: "Tables",
  },
  {
    path: `${ofStudy}/tables/{table}`,
    id: "getTable",
    summary: "One table of the report, as LaTeX or CSV.",
    query: tableQuery,
    types: ["text/csv", "text/x-tex"],
  },
  {
    path: `${ofStudy}/figures/{figure}`,
    id: "getFigure",
    summary: "One figure of the results, drawn for print, or its numbers.",
    query: figureQuery,
    types: ["image/svg+xml", "image/png", "application/pdf", "text/csv"],
  },
  {
    path: `${ofStudy}/report.zip`,
    id: "getReport",
    summary: "The whole report: methods, checklist, tables, figures, answers and plan.",
    query: reportFileQuery,
    types: ["application/zip"],
  },
  {
    path: `${ofStudy}/export.zip`,
    id: "getExport",
    summary: "All row files in one format, with the codebook and the plan.",
    about: "Without a key, participants are numbered anew.",
    query: exportZipQuery,
    types: ["application/zip"],
    isStreamed: true,
  },
  {
    path: `${ofStudy}/export/{file}`,
    id: "getExportFile",
    summary: "One whole file of the export: CSV, JSON Lines or Parquet.",
    about: "Files requested with the same key can be joined by participant.",
    query: exportFileQuery,
    types: [
      "text/csv",
      "application/jsonl",
      "application/vnd.apache.parquet",
      "application/zip",
      "text/markdown",
    ],
    isStreamed: true,
  },
  ...rowKinds.map((kind): Operation => ({
    path: `${ofStudy}/${kind}`,
    id: `list${kind[0]?.toUpperCase()}${kind.slice(1)}`,
    summary: rows[kind][1],
    about: `The same rows as in ${kind}.jsonl of the export. No codes, addresses or times of day.`,
    query: rowsQuery,
    answers: rows[kind][0],
    isPage: true,
  })),
  {
    path: "/api/v1/reviews",
    id: "listReviews",
    summary: "The reviews that the token’s owner leads, newest first; all of them for admins.",
    answers: "ReviewList",
    refusals: [400],
  },
  {
    path: ofReview,
    id: "getReview",
    summary: "One review: its state, and how many items stand where.",
    answers: "Review",
    refusals: [400, 404],
  },
  {
    path: `${ofReview}/manifest`,
    id: "getReviewManifest",
    summary: "The plan and the items as frozen at opening, byte for byte.",
  },
  {
    path: `${ofReview}/results`,
    id: "getReviewResults",
    summary: "Every figure of the review, unrounded. Where a figure is null, a reason says why.",
    answers: "ReviewResults",
  },
  {
    path: `${ofReview}/report.zip`,
    id: "getReviewReport",
    summary: "Methods, the table of annotators and the funnel, for a paper.",
    types: ["application/zip"],
  },
  {
    path: `${ofReview}/export/{reviewFile}`,
    id: "getReviewFile",
    summary: "Items, decisions or checks as CSV or JSON Lines, or the codebook.",
    query: reviewFileQuery,
    types: ["text/csv", "application/jsonl", "text/markdown"],
    isStreamed: true,
  },
];
