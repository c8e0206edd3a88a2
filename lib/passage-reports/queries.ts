import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { passageReportKinds, type PassageReportKind } from "#lib/passage-reports/schema.ts";

const readKind = (stored: string): PassageReportKind =>
  passageReportKinds.find((kind) => kind === stored) ?? "other";

/** What one has said of this passage already. */
export async function getOwnReport(
  viewer: Viewer<"participant">,
  sittingId: string,
  position: number,
): Promise<{ kind: PassageReportKind; words: string } | null> {
  const found = await db.passageReport.findFirst({
    where: { sittingId, position, served: { sitting: { userId: viewer.userId } } },
    select: { kind: true, words: true },
  });
  return found && { kind: readKind(found.kind), words: found.words };
}

export type Feedback = {
  reports: {
    track: string;
    key: string;
    participant: number;
    isSimulated: boolean;
    kind: PassageReportKind;
    words: string;
  }[];
  comments: { participant: number; isSimulated: boolean; comment: string }[];
};

const mostListed = 500;
const withNumber = { select: { number: true, isSimulated: true } } as const;

/** What participants said about passages and at the end; of who withdrew nothing. By their numbers, as the live page. */
export async function getFeedback(studyId: SeenStudyId): Promise<Feedback> {
  const ofStudy = { studyId, state: { not: "withdrawn" } } as const;
  const [reports, sittings] = await Promise.all([
    db.passageReport.findMany({
      where: { served: { sitting: ofStudy } },
      select: {
        kind: true,
        words: true,
        served: {
          select: {
            sitting: withNumber,
            studyCase: {
              select: {
                caseVersion: {
                  select: { case: { select: { key: true, track: { select: { name: true } } } } },
                },
              },
            },
          },
        },
      },
      orderBy: [{ served: { studyCaseId: "asc" } }, { reportedAt: "asc" }],
      take: mostListed,
    }),
    db.sitting.findMany({
      where: { ...ofStudy, lastComment: { not: null } },
      select: { ...withNumber.select, lastComment: true },
      orderBy: { number: "asc" },
      take: mostListed,
    }),
  ]);
  return {
    reports: reports.map(({ kind, words, served: { sitting, studyCase } }) => ({
      track: studyCase.caseVersion.case.track.name,
      key: studyCase.caseVersion.case.key,
      participant: sitting.number,
      isSimulated: sitting.isSimulated,
      kind: readKind(kind),
      words,
    })),
    comments: sittings.map(({ number, isSimulated, lastComment }) => ({
      participant: number,
      isSimulated,
      comment: lastComment ?? "",
    })),
  };
}
