import { createHash } from "node:crypto";
import { listPoints } from "#lib/reports/checklist/checklist.ts";
import { gatherFacts, type Facts } from "#lib/reports/facts.ts";
import { formatMethods, type MethodsSection } from "#lib/reports/methods/methods.ts";
import {
  makeAgreementTable,
  makeAnnotatorsTable,
  makeSelfAgreementTable,
} from "#lib/reports/tables/agreement-tables.ts";
import { makeBackgroundTable, makePeopleTable } from "#lib/reports/tables/people-tables.ts";
import {
  makeBenchmarkTable,
  makeErrorClassesTable,
  makeGapTable,
  makeListedTables,
  makePartsTable,
  makeResultsTable,
  makeVoteTable,
} from "#lib/reports/tables/results-tables.ts";
import { makeMethodsTable, makeTrackTables, makeTracksTable } from "#lib/reports/tables/model-tables.ts";
import { readParity, type ParityRecord } from "#lib/reports/parity.ts";
import { listCaseStudies, type CaseStudy } from "#lib/reports/case-studies/case-studies.ts";
import { makeArmDifferencesTable, makeArmsTable } from "#lib/reports/tables/arms-tables.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import type { StudyRecord } from "#lib/reports/record-queries.ts";
import { listFigures, type ReportFigure } from "#lib/reports/report-figures.ts";
import { formatCaption } from "#lib/reports/head.ts";
import type { Point, ReportChoice } from "#lib/reports/schema.ts";
import { numberPeople } from "#lib/study-exports/numbering.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { printAutomatic } from "#lib/reports/automatic/tables.ts";
import { getStudyTables } from "#lib/results/automatic/study-tables.ts";
import { inPlaceOf, ownReportOf } from "#lib/reports/kinds/registry.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

/** Everything of a report but its files: what the page shows and the files are written from. */
export type Report = {
  facts: Facts;
  /** What participant numbers are drawn by. */
  key: string;
  points: readonly Point[];
  methods: readonly MethodsSection[];
  tables: readonly PrintedTable[];
  figures: readonly ReportFigure[];
  parity: ParityRecord;
  caseStudies: readonly CaseStudy[];
};

export async function composeReport(
  rows: StudyRows,
  choice: ReportChoice,
  record: StudyRecord,
): Promise<Report> {
  const facts = await gatherFacts(rows, choice, record);
  const key = drawKey(record.manifest?.hash ?? rows.study.id);
  const caseStudies = listCaseStudies(facts);
  const own = ownReportOf(rows)?.tables(facts) ?? [];
  const tables = inPlaceOf(rows)
    ? [...own, makeAgreementTable(facts), makeSelfAgreementTable(facts), makeBackgroundTable(facts)]
    : [...makeTables(facts, key, caseStudies), ...own];
  tables.push(...(await makeAutomaticTables(facts)), ...makeListedTables(facts));
  return {
    facts,
    key,
    caseStudies,
    points: listPoints(facts),
    methods: formatMethods(facts),
    tables: tables.filter((table) => table !== null),
    figures: await listFigures(facts),
    parity: readParity(facts),
  };
}

export async function makeAutomaticTables(facts: Facts, by?: string): Promise<PrintedTable[]> {
  const { rows, view } = facts;
  const mark = (caption: string) => formatCaption(facts, caption, "people", "rest");
  return printAutomatic(await getStudyTables(rows, view, by), { of: "study", who: view.who, mark });
}

/** Of answers that are right or wrong. */
function makeTables(facts: Facts, key: string, caseStudies: readonly CaseStudy[]): (PrintedTable | null)[] {
  const {
    rows,
    view: { who },
  } = facts;
  return [
    makeResultsTable(facts),
    makeGapTable(facts),
    makeVoteTable(facts),
    makeArmsTable(facts),
    makeArmDifferencesTable(facts),
    makeTracksTable(facts),
    makeMethodsTable(facts),
    makePartsTable(facts),
    makeBenchmarkTable(facts),
    makePeopleTable(
      facts,
      memoize(rows, `numbers ${who} ${key}`, () =>
        numberPeople(rows.people, { numbers: "random", key, who }),
      ),
    ),
    makeAgreementTable(facts),
    makeSelfAgreementTable(facts),
    makeAnnotatorsTable(facts),
    makeBackgroundTable(facts),
    makeErrorClassesTable(facts, caseStudies),
    ...makeTrackTables(facts),
  ];
}

/** The same for every report of a study, so that its bytes are. */
const drawKey = (hash: string): string =>
  createHash("sha256").update(`benchside report ${hash}`).digest("hex").slice(0, 32);
