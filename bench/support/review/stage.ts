import { writeFileSync } from "node:fs";
import path from "node:path";
import { workOn } from "#bench/support/own-process.ts";
import { runBenchside } from "#bench/support/personaeval/command.ts";
import { openServer } from "#bench/support/personaeval/server.ts";
import { caseCsv, someCases } from "#lib/testing/benchmark-files.ts";
import type { ReviewPart } from "#lib/reviews/plan/schema.ts";

/** An open review of so many short cases by InterviewSim's template, on a durable database of its own. */
export async function openReviewStage(items: number) {
  const server = await openServer();
  const file = path.join(server.folder, "cases.csv");
  writeFileSync(file, caseCsv(someCases(items)));
  await runBenchside(["benchmark", "import", "Transcripts", "--track", `Interviews=${file}`], server.dataDir);
  const viewer = await workOn(server.appUrl);
  const { createReview } = await import("#lib/reviews/plan/mutations.ts");
  const { openReview } = await import("#lib/reviews/plan/opening-mutations.ts");
  const { createMember } = await import("#lib/reviews/plan/member-mutations.ts");
  const { getReview } = await import("#lib/reviews/plan/queries.ts");
  const { lookUpSimulatedPart } = await import("#lib/auth/review-scope.ts");
  const made = await createReview(viewer, {
    title: "Transcripts",
    template: "interviewsim-transcripts",
    benchmark: "transcripts",
    study: null,
  });
  if (!made.ok) throw new Error(`the review can't be made: ${made.error}`);
  const { slug } = made.value;
  const opened = await openReview(viewer, slug, { revision: 0, seed: 2026n });
  if (!opened.ok) throw new Error(`the review can't open: ${JSON.stringify(opened)}`);
  const review = await getReview(viewer, slug);
  if (!review) throw new Error("the review is gone");
  await server.vacuum();
  const join = async (what: ReviewPart, count: number) => {
    const parts = [];
    for (let i = 0; i < count; i += 1) {
      const given = { name: `Simulated ${what} ${i + 1}`, parts: [what], isSimulated: true };
      const member = await createMember(viewer, review.id, given);
      const part = member.ok ? await lookUpSimulatedPart(viewer, review.id, member.value.number) : null;
      if (!part) throw new Error(`the ${what} could not join`);
      parts.push(part);
    }
    return parts;
  };
  return { server, viewer, slug, review, join };
}

export type ReviewStage = Awaited<ReturnType<typeof openReviewStage>>;
