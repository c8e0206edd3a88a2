// Nothing here runs. The type checker reads it and complains as soon as one of these mistakes compiles.
import { lookUpReview, type OwnPart } from "#lib/auth/review-scope.ts";
import { lookUpSitting, type OwnSittingId, type OwnStudyId } from "#lib/auth/sitting-scope.ts";
import { lookUpStudy, type SeenStudyId } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { listInvitations } from "#lib/invitations/queries.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import { getFeedback } from "#lib/passage-reports/queries.ts";
import { getFrozenRecord, getLiveRecord } from "#lib/reports/record-queries.ts";
import { getSimulation } from "#lib/simulation/queries.ts";
import { readUnderstanding, getDesign } from "#lib/sittings/queries.ts";
import { countCells, getLive } from "#lib/sittings/watching/live-queries.ts";
import { listSittings } from "#lib/sittings/watching/list-queries.ts";
import { getManifest } from "#lib/studies/queries.ts";
import type { Design } from "#lib/studies/schema.ts";
import { listBatches } from "#lib/reviews/batches/queries.ts";
import { listDisputes } from "#lib/reviews/checking/queries.ts";
import { saveDecision } from "#lib/reviews/deciding/mutations.ts";
import type { SentDecision } from "#lib/reviews/deciding/schema.ts";
import { takeItems } from "#lib/reviews/queue/mutations.ts";
import { recordExport } from "#lib/study-exports/mutations.ts";
import { makeSource, type Source } from "#lib/study-exports/source.ts";
import { listMembers } from "#lib/study-members/queries.ts";
import { readAnswers } from "#lib/study-results/rows/answers-queries.ts";
import { listTracks } from "#lib/study-results/rows/cases-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { readRuns } from "#lib/study-results/rows/runs-queries.ts";

declare const participant: Viewer<"participant">;
declare const researcher: Viewer<"researcher">;
declare const id: string;
declare const sitting: OwnSittingId;
declare const itsStudy: OwnStudyId;
declare const study: SeenStudyId;
declare const part: OwnPart;
declare const decision: SentDecision;
declare const design: Design;
declare const rows: StudyRows;
declare const source: Source;

export function askingByAnIdThatNobodyLookedUp() {
  // @ts-expect-error a study's id as an address, a form or a job has it
  void getLive(researcher, id);
  // @ts-expect-error either
  void listSittings(researcher, id);
  // @ts-expect-error either
  void countCells(id);
  // @ts-expect-error either
  void getManifest(id);
  // @ts-expect-error either
  void listInvitations(researcher, id);
  // @ts-expect-error either
  void listMembers(id);
  // @ts-expect-error either
  void getFeedback(id);
  // @ts-expect-error either
  void getSimulation(id);
  // @ts-expect-error either
  void recordExport(researcher, id, { files: "", numbers: "study", who: "people", texts: "without" });
  // @ts-expect-error either
  void getFrozenRecord(id);
  // @ts-expect-error either
  void getLiveRecord({ id, design });
  // @ts-expect-error either
  void readAnswers(id, new Map());
  // @ts-expect-error either
  void listTracks(id);
  // @ts-expect-error either
  void readRuns({ id, referenceRunId: null, comparatorRunId: null }, []);
  // @ts-expect-error the rows of another study than the one that was seen
  makeSource({ ...rows, study: { ...rows.study, id } }, source.ask, source.choices);
  // @ts-expect-error the source of an export too
  source.rows.study.id = id;
  // @ts-expect-error a sitting's id as an address or a form has it
  void readUnderstanding(design, id);
  // @ts-expect-error a review's id as an address has it
  void listBatches(id);
  // @ts-expect-error either
  void listDisputes(researcher, study);
  // @ts-expect-error a part that nobody looked up
  void takeItems({ reviewId: id, userId: id }, { step: "decide", wanted: 1, have: [] });
  // @ts-expect-error reviews are looked up among those of staff
  void lookUpReview(participant, { id }, {});
  // @ts-expect-error the study of whichever sitting
  void getDesign(id);
}

export function takingOneScopeForAnother() {
  // @ts-expect-error a participant sees of a study what their sitting shows, not how it goes
  void getLive(researcher, itsStudy);
  // @ts-expect-error a sitting is no study
  void getDesign(sitting);
  // @ts-expect-error nor the other way round
  void readUnderstanding(design, itsStudy);
  // @ts-expect-error what staff see is nobody's own
  void readUnderstanding(design, study);
  // @ts-expect-error studies are looked up among those of staff
  void lookUpStudy(participant, { id }, {});
  // @ts-expect-error sittings among one's own
  void lookUpSitting(researcher, id, {});
  // @ts-expect-error every run of every benchmark: for admins
  void listRuns(researcher, 1);
}

export async function asking() {
  const seen = await lookUpStudy(researcher, { slug: "harbour" }, { title: true });
  if (seen) void getLive(researcher, seen.id);
  // @ts-expect-error it may be another's
  void getLive(researcher, seen.id);
  const own = await lookUpSitting(participant, id, { state: true });
  if (own) void readUnderstanding(await getDesign(own.studyId), own.id);
  void getDesign(study);
  void saveDecision(part, decision);
  const review = await lookUpReview(researcher, { slug: "transcripts" }, {});
  if (review) void listBatches(review.id);
}
