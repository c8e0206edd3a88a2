import { notFound } from "next/navigation";
import type { Staff } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { getStudyAt } from "#lib/studies/queries.ts";

type SubjectParams = Promise<{ slug: string }>;

/** What a page is about, by its address: asked once the page has shown who its viewer is. */
export const openStudy = async (viewer: Staff, params: SubjectParams) =>
  (await getStudyAt(viewer, (await params).slug)) ?? notFound();

export const openBenchmark = async (viewer: Viewer<"admin">, params: SubjectParams) =>
  (await getBenchmarkAt(viewer, (await params).slug)) ?? notFound();
